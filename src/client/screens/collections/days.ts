import { today } from '#device/today'
import { addDays, showDate } from '#domain/time/lagos'

const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']

/** 'Fri 20 Nov 2026' */
export const dayText = (day: string) =>
  `${weekdays[new Date(`${day}T00:00:00Z`).getUTCDay()]} ${showDate(day)}`

/** How many days back a sheet can be recorded; the server refuses others. */
const daysBack = 7

/** The days for which a sheet can be recorded, newest first. */
export const sheetDays = () => Array.from({ length: daysBack + 1 }, (_, back) => addDays(today(), -back))
