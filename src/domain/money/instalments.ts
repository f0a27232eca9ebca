import type { LoanType } from '#contract/calls/loanTypes'
import type { BasisPoints, Kobo } from '#contract/values'
import { type Calendar, everyDay, nextCollectionDay } from '../time/calendar'
import { pluralize } from './figures'
import { addKobo, formatNaira, kobo, percentOf, subtractKobo, sumKobo } from './kobo'
import { equalInstalment, type InstalmentPart, splitReducing } from './reducing'

export type InstalmentPeriod = LoanType['periods'][number]
export type Terms = {
  amount: Kobo
  rate: BasisPoints
  times: number
  period: InstalmentPeriod
  /** Flat, the rate of the amount, if it is missing; or by reducing balance, with a yearly rate of what is open. */
  interestKind?: 'flat' | 'reducing' | undefined
}
/** Flat interest is the same whatever the period. */
type CostTerms = Omit<Terms, 'period' | 'interestKind'> &
  (
    | { interestKind?: 'flat' | undefined; period?: InstalmentPeriod | undefined }
    | { interestKind: 'reducing'; period: InstalmentPeriod }
  )
export type Instalment = { number: number; dueDate: string; amount: Kobo }

/**
 * The costs of a loan, and its equal instalment: the last one differs by the remainder. RangeError for a number of instalments
 * that is none.
 */
export function loanCost(terms: CostTerms) {
  const { amount, rate, times } = terms
  if (!Number.isSafeInteger(times) || times < 1)
    throw new RangeError(`Not a number of installments: ${times}`)
  const isReducing = terms.interestKind === 'reducing'
  const interestAmount = isReducing
    ? sumKobo(splitReducing(terms).map(({ interest }) => interest))
    : percentOf(amount, rate)
  const totalPayable = addKobo(amount, interestAmount)
  const instalmentAmount = isReducing
    ? equalInstalment(terms)
    : kobo((totalPayable - (totalPayable % times)) / times)
  return { interestAmount, totalPayable, instalmentAmount }
}

/**
 * The instalments of a loan with the interest in each, in kobo. Of flat interest, the rate of the amount, both are equal, and
 * the last one also has the remainders of the divisions. RangeError for a number of instalments that is none.
 */
export function instalmentParts(terms: CostTerms): InstalmentPart[] {
  if (terms.interestKind === 'reducing') return splitReducing(terms)
  const { interestAmount, totalPayable } = loanCost(terms)
  const interests = splitEvenly(interestAmount, terms.times)
  return splitEvenly(totalPayable, terms.times).map((amount, at) => ({
    amount,
    interest: interests[at] ?? kobo(0),
  }))
}

/** The least amount of an instalment. */
export const leastInstalment = 100

/** Why a total can't be divided into so many instalments; undefined if it can (rules.md, "Least installment"). */
export function instalmentFault(total: Kobo, times: number): string | undefined {
  const each = kobo((total - (total % times)) / times)
  if (each >= leastInstalment) return undefined
  const most = (total - (total % leastInstalment)) / leastInstalment
  const instead =
    most > 0 ? ` At most ${pluralize(most, 'installment')} can be made of ${formatNaira(total)}.` : ''
  return `Each installment would be ${formatNaira(each)}, and none may be below ₦1.00.${instead}`
}

/** Why a loan can't be divided into its instalments; undefined if it can (rules.md, "Least installment"). */
export function partsFault(parts: readonly InstalmentPart[]): string | undefined {
  const least = kobo(Math.min(...parts.map(({ amount }) => amount)))
  return least >= leastInstalment
    ? undefined
    : `An installment would be ${formatNaira(least)}, and none may be below ₦1.00.`
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
  return instalmentParts(terms).map(({ amount }, at) => ({
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
