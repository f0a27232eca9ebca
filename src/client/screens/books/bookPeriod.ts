import type { Choice } from '#domain/lists/filterWords'
import { showDate } from '#domain/time/lagos'
import { monthAfter, monthOf, monthsBefore, monthText } from '#domain/time/months'
import { addDays } from '#domain/time/lagos'

/** Days of the books as filters of the address. */
export type BookDays = { start_date: string; end_date: string }

const monthDays = (month: string): BookDays => ({
  start_date: month,
  end_date: addDays(monthAfter(month), -1),
})
const yearDays = (year: string): BookDays => ({ start_date: `${year}-01-01`, end_date: `${year}-12-31` })

/** 'Oct 2026', '2025', or the days. */
export function daysText({ start_date, end_date }: BookDays): string {
  const is = (days: BookDays) => days.start_date === start_date && days.end_date === end_date
  if (is(monthDays(monthOf(start_date)))) return monthText(start_date)
  const year = start_date.slice(0, 4)
  if (is(yearDays(year))) return year
  return `${showDate(start_date)} – ${showDate(end_date)}`
}

/** Months and years up to today's; other days can be chosen beside it. */
export function periodChoice(label: string, today: string, shown: BookDays): Choice {
  const month = monthOf(today)
  const year = Number(today.slice(0, 4))
  const all = [
    ...[month, ...monthsBefore(month, 23)].map(monthDays),
    ...[year, year - 1, year - 2].map((one) => yearDays(String(one))),
  ]
  const options = all.map((days) => ({ value: periodValue(days), label: daysText(days) }))
  const other = options.some(({ value }) => value === periodValue(shown))
    ? []
    : [{ value: periodValue(shown), label: daysText(shown) }]
  return { name: label, label, options: [...options, ...other] }
}

/** As the value of a select. */
export const periodValue = ({ start_date, end_date }: BookDays) => `${start_date} ${end_date}`
export function daysOfValue(value: string): BookDays {
  const [start_date = '', end_date = ''] = value.split(' ')
  return { start_date, end_date }
}
