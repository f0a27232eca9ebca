import { dayAfter } from './loan'

/** The days without collection in plain data, as docs/use/rules.md says it. It imports nothing of Alajo. */
export function openCalendar() {
  /** The ids of holidays by their days. */
  const holidays = new Map<string, number>()
  const sundays = { from: '9999-12-31' }
  const isClosed = (day: string) =>
    holidays.has(day) || (day >= sundays.from && new Date(day).getUTCDay() === 0)
  const nextOpen = (day: string): string => (isClosed(day) ? nextOpen(dayAfter(day, 1)) : day)
  /** The n-th day with collection after a day. */
  const openAfter = (day: string, count: number): string =>
    count === 0 ? day : openAfter(nextOpen(dayAfter(day, 1)), count - 1)
  return { holidays, sundays, isClosed, nextOpen, openAfter }
}
export type Calendar = ReturnType<typeof openCalendar>
