import { addDays, daysFrom } from '#domain/time/lagos'
import { monthAfter, monthOf, monthsBefore } from '#domain/time/months'
import { invalid } from '../../errors/refusals'
import type { Days } from './sums'

export const endOfMonth = (month: string): string => addDays(monthAfter(month), -1)
export const monthDays = (month: string): Days => ({ from: month, through: endOfMonth(month) })
export const yearStart = (day: string): string => `${day.slice(0, 4)}-01-01`

type Asked = { start_date?: string | undefined; end_date?: string | undefined }

/** The days that were asked for, both or none. */
export function periodOf({ start_date, end_date }: Asked): Days | undefined {
  if (!start_date !== !end_date) invalid('Please select both start and end dates')
  if (!start_date || !end_date) return undefined
  if (end_date < start_date) invalid('End date cannot be before start date')
  return { from: start_date, through: end_date }
}

/** The period before: of whole months as many months, else as many days. */
export function periodBefore({ from, through }: Days): Days {
  const end = addDays(from, -1)
  const last = monthOf(through)
  if (from !== monthOf(from) || through !== endOfMonth(last))
    return { from: addDays(from, -daysFrom(from, through)), through: end }
  return { from: monthsBefore(from, monthNumber(last) - monthNumber(from) + 1).at(-1) ?? from, through: end }
}
const monthNumber = (month: string) => Number(month.slice(0, 4)) * 12 + Number(month.slice(5, 7))
