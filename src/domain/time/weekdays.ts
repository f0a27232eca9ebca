import { addDays } from './lagos'

const names = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const

/** The periods of a market day: 1 to 7, a week from Monday on. */
export const periods: readonly number[] = names.map((_name, at) => at + 1)

/** A period with the weekday's name beside the number: '1 Monday'. */
export const periodText = (period: number): string => {
  const name = names[period - 1]
  return name ? `${period} ${name}` : String(period)
}

/** The weekday of a day, yyyy-mm-dd: 1 for Monday to 7 for Sunday. */
export const weekdayOf = (day: string): number => ((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7) + 1

/** The name of a day's weekday. */
export const weekdayText = (day: string): string => names[weekdayOf(day) - 1] ?? ''

/** The next day with this weekday (1 for Monday), tomorrow at the earliest. Days are yyyy-mm-dd. */
export const nextWeekday = (period: number, today: string): string =>
  addDays(today, ((period - weekdayOf(today) + 6) % 7) + 1)

/** 'Saturdays and Sundays', in the order of the week. */
export function weekdaysText(weekdays: readonly number[]): string {
  const named = names.flatMap((name, at) => (weekdays.includes(at + 1) ? [`${name}s`] : []))
  return [named.slice(0, -1).join(', '), ...named.slice(-1)].filter((part) => part !== '').join(' and ')
}
