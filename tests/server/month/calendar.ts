/** The days without collection in plain data, as docs/use/rules.md says it. It imports nothing of Alajo. */
export type Calendar = {
  /** The ids of holidays by their days. */
  holidays: Map<string, number>
  /** The day from which Sundays are closed. */
  sundaysFrom: string
}

export const openCalendar = (): Calendar => ({ holidays: new Map(), sundaysFrom: '9999-12-31' })
export const isClosed = ({ holidays, sundaysFrom }: Calendar, day: string) =>
  holidays.has(day) || (day >= sundaysFrom && new Date(day).getUTCDay() === 0)
export const nextOpen = (calendar: Calendar, day: string): string =>
  isClosed(calendar, day) ? nextOpen(calendar, dayAfter(day)) : day
/** The n-th day with collection after a day. */
export const openAfter = (calendar: Calendar, day: string, count: number): string =>
  count === 0 ? day : openAfter(calendar, nextOpen(calendar, dayAfter(day)), count - 1)

const dayAfter = (day: string) => new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10)
