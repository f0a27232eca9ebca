import type { LoanType } from '#contract/calls/loanTypes'
import type { BasisPoints, Kobo } from '#contract/values'
import { type Calendar, everyDay, nextCollectionDay } from '../time/calendar'
import { pluralize } from './figures'
import { addKobo, formatNaira, kobo, percentOf, subtractKobo } from './kobo'

export type InstalmentPeriod = LoanType['periods'][number]
export type Terms = { amount: Kobo; rate: BasisPoints; times: number; period: InstalmentPeriod }
export type Instalment = { number: number; dueDate: string; amount: Kobo }

/**
 * The costs of a loan. The interest is flat: the rate of the amount. Instalments are equal, in whole kobo; the last one
 * also has the remainder of the division.
 */
export function loanCost({ amount, rate, times }: Partial<Terms> & Omit<Terms, 'period'>) {
  if (!Number.isSafeInteger(times) || times < 1) throw new RangeError(`Not a number of instalments: ${times}`)
  const interestAmount = percentOf(amount, rate)
  const totalPayable = addKobo(amount, interestAmount)
  const instalmentAmount = kobo((totalPayable - (totalPayable % times)) / times)
  return { interestAmount, totalPayable, instalmentAmount }
}

/** The least amount of an instalment. */
export const leastInstalment = 100

/** Why a total can't be divided into so many instalments; undefined if it can (rules.md, "Least instalment"). */
export function instalmentFault(total: Kobo, times: number): string | undefined {
  const each = kobo((total - (total % times)) / times)
  if (each >= leastInstalment) return undefined
  const most = (total - (total % leastInstalment)) / leastInstalment
  const instead =
    most > 0 ? ` At most ${pluralize(most, 'installment')} can be made of ${formatNaira(total)}.` : ''
  return `Each installment would be ${formatNaira(each)}, and none may be below ₦1.00.${instead}`
}

/**
 * The instalments of a loan disbursed on a day (yyyy-mm-dd); the first is due one period later. One that falls on a day without
 * collection is due on the next collection day, so that two can be due on one day.
 */
export function instalmentPlan(
  terms: Terms,
  disbursedOn: string,
  calendar: Calendar = everyDay,
): Instalment[] {
  return splitEvenly(loanCost(terms).totalPayable, terms.times).map((amount, at) => ({
    number: at + 1,
    dueDate: nextCollectionDay(calendar, dayAfter(disbursedOn, at + 1, terms.period)),
    amount,
  }))
}

/** Equal parts in whole kobo; the last one also has the remainder of the division. */
export function splitEvenly(total: Kobo, parts: number): Kobo[] {
  const each = kobo((total - (total % parts)) / parts)
  return Array.from({ length: parts }, (_, at) =>
    at === parts - 1 ? subtractKobo(total, kobo(each * at)) : each,
  )
}

/** Days from the disbursement to the last instalment. */
export function maturityDays(terms: Terms, disbursedOn: string, calendar: Calendar = everyDay): number {
  const last = nextCollectionDay(calendar, dayAfter(disbursedOn, terms.times, terms.period))
  return Math.round((Date.parse(last) - Date.parse(disbursedOn)) / 86_400_000)
}

/** The day so many periods later. A month after 31 January is the last day of February, so that each month has one. */
export function dayAfter(day: string, count: number, period: InstalmentPeriod): string {
  const date = new Date(`${day}T00:00:00Z`)
  if (period !== 'monthly') {
    date.setUTCDate(date.getUTCDate() + count * (period === 'weekly' ? 7 : 1))
    return date.toISOString().slice(0, 10)
  }
  const wanted = date.getUTCDate()
  date.setUTCDate(1)
  date.setUTCMonth(date.getUTCMonth() + count)
  const lastOfMonth = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate()
  date.setUTCDate(Math.min(wanted, lastOfMonth))
  return date.toISOString().slice(0, 10)
}
