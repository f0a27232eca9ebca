import { today } from '#device/today'
import { openDays } from '#domain/time/collectionDays'
import { addDays, showDate } from '#domain/time/lagos'

const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']

/** 'Fri 20 Nov 2026' */
export const dayText = (day: string) =>
  `${weekdays[new Date(`${day}T00:00:00Z`).getUTCDay()]} ${showDate(day)}`

/** Today and so many days before it, newest first. */
export const collectionDays = (before: number) =>
  Array.from({ length: before + 1 }, (_, back) => addDays(today(), -back))

/** What was collected on such a day needs an approval. */
export const isClosedDay = (day: string) => day < addDays(today(), -openDays)
