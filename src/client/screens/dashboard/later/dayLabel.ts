import { monthNames } from '#domain/time/lagos'

/** '7 Sep' from 2026-09-07 or a stamp. */
export const dayLabel = (day: string) =>
  `${Number(day.slice(8, 10))} ${monthNames[Number(day.slice(5, 7)) - 1]}`
