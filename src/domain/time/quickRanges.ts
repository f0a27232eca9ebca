import { addDays, lagosDay, startOfLagosDay, startOfLagosWeek } from './lagos'

type Days = { start_date: string; end_date: string }

/** The most used date ranges, in Lagos time; current ones end today. */
export const quickRanges = ['Today', 'This week', 'This month', 'Last month', 'Last week'] as const
export type QuickRange = (typeof quickRanges)[number]

/** A range's first and last day, yyyy-mm-dd. Weeks begin on Monday. RangeError for an invalid Date. */
export function daysOf(range: QuickRange, now: Date): Days {
  const today = lagosDay(now)
  const firstOfMonth = `${today.slice(0, 8)}01`
  if (range === 'Today') return { start_date: today, end_date: today }
  if (range === 'This week') return { start_date: lagosDay(startOfLagosWeek(now)), end_date: today }
  if (range === 'This month') return { start_date: firstOfMonth, end_date: today }
  if (range === 'Last week') {
    const monday = lagosDay(startOfLagosWeek(now))
    return { start_date: addDays(monday, -7), end_date: addDays(monday, -1) }
  }
  const lastOfMonth = lagosDay(new Date(startOfLagosDay(firstOfMonth).getTime() - 1))
  return { start_date: `${lastOfMonth.slice(0, 8)}01`, end_date: lastOfMonth }
}

/** The quick range with these days, if any; on the 1st, Today has priority over This month. */
export const rangeOf = ({ start_date, end_date }: Days, now: Date): QuickRange | undefined =>
  quickRanges.find((range) => {
    const days = daysOf(range, now)
    return days.start_date === start_date && days.end_date === end_date
  })
