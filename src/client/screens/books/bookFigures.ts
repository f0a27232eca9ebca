import type { BalanceSheet, Books, Earning, TrialBalance } from '#contract/calls/books'
import type { Kobo } from '#contract/values'
import { addDays } from '#domain/time/lagos'
import { monthAfter } from '#domain/time/months'
import type { Rows } from '#lists/RowsLink'

/** Days of a figure: from the beginning where the first is missing. */
export type FigureDays = { start_date?: string; end_date: string }

/** The entries of a line of the books, or of a sum of lines (`bookSums`). */
export const entriesOf = (line: string, days: FigureDays): Rows => ({
  to: 'bookEntries',
  filters: { line, ...days },
})

export const daysOf = ({ start_date, end_date }: Books): FigureDays => ({ start_date, end_date })
export const besideOf = ({ beside_start, beside_end }: Books): FigureDays => ({
  start_date: beside_start,
  end_date: beside_end,
})
export const monthDays = (month: string): FigureDays => ({
  start_date: month,
  end_date: addDays(monthAfter(month), -1),
})

/** The entries of income, expense, or what is left of them. */
export const earningRows = (part: keyof Earning, days: FigureDays): Rows =>
  entriesOf(part === 'earned' ? part : `all ${part}`, days)

/** Of a line of a balance. What was earned in earlier years has no entries of its own: those of income and expense make it. */
export const balanceRows = (
  { line, group }: Pick<TrialBalance['lines'][number], 'line' | 'group'>,
  day: string,
): Rows => {
  const year_start = `${day.slice(0, 4)}-01-01`
  if (line === 'earlier-years') return entriesOf('earned', { end_date: addDays(year_start, -1) })
  const isEarning = group === 'income' || group === 'expense'
  return entriesOf(line, { ...(isEarning && { start_date: year_start }), end_date: day })
}

/** What was earned in the year of a balance sheet until its day. */
export const earnedRows = ({ day }: BalanceSheet): Rows =>
  entriesOf('earned', { start_date: `${day.slice(0, 4)}-01-01`, end_date: day })

/** The amount of a line of the trial balance as its entries have it: above zero what its part of the chart gains. */
export const grownBy = ({ group, debit, credit }: TrialBalance['lines'][number]): Kobo =>
  (group === 'asset' || group === 'expense' ? debit - credit : credit - debit) as Kobo
