import { addDays, monthNames } from './lagos'

/** The first day of a day's month, by which a month is named. */
export const monthOf = (day: string): string => `${day.slice(0, 8)}01`
/** The month after this one; both by their first day. */
export const monthAfter = (month: string): string => monthOf(addDays(month, 31))

/** 'Nov 2026' */
export const monthText = (month: string): string =>
  `${monthNames[Number(month.slice(5, 7)) - 1]} ${month.slice(0, 4)}`

/** So many months from this one on. */
export const monthsFrom = (month: string, count: number): string[] =>
  count > 0 ? [month, ...monthsFrom(monthAfter(month), count - 1)] : []
/** So many months before this one, the last first. */
export const monthsBefore = (month: string, count: number): string[] => {
  const before = monthOf(addDays(month, -1))
  return count > 0 ? [before, ...monthsBefore(before, count - 1)] : []
}
