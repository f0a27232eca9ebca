import type { BasisPoints, Kobo } from '#contract/values'
import { daysFrom } from '../time/lagos'
import { kobo, percentOf, sumKobo } from './kobo'
import { type OpenInstalment, openAmount } from './repayment'

/** A loan's bucket by the days that its oldest unpaid instalment is late: 0 is not late, 4 the oldest. */
export const buckets = [0, 1, 2, 3, 4] as const
export type Bucket = (typeof buckets)[number]
export const lateBuckets = [1, 2, 3, 4] as const
export type LateBucket = (typeof lateBuckets)[number]

/** Where the buckets end, and what is provided for of a loan in each. */
export type ArrearsTerms = {
  /** The last day late of the buckets 1 to 3; the fourth has no end. */
  ends: readonly [first: number, second: number, third: number]
  /** The rate of each bucket, of what is owed. */
  rates: Readonly<Record<Bucket, BasisPoints>>
}

const rate = (percent: number) => (percent * 100) as BasisPoints

/** Until a business sets its own: the periods and rates of the Central Bank of Nigeria for microfinance banks. */
export const defaultArrearsTerms: ArrearsTerms = {
  ends: [30, 60, 90],
  rates: { 0: rate(1), 1: rate(5), 2: rate(20), 3: rate(50), 4: rate(100) },
}

/** The terms that count on a day: the ones with the latest first day up to it. Of the same first day the last ones count. */
export const termsOn = (dated: readonly (ArrearsTerms & { from: string })[], day: string): ArrearsTerms =>
  dated
    .toSorted((one, other) => (one.from < other.from ? -1 : one.from > other.from ? 1 : 0))
    .findLast(({ from }) => from <= day) ?? defaultArrearsTerms

/** '31–60', or '91+' for the last bucket. */
export const bucketLabel = (bucket: LateBucket, { ends }: Pick<ArrearsTerms, 'ends'>): string =>
  bucket === 4 ? `${ends[2] + 1}+` : `${bucket === 1 ? 1 : (ends[bucket - 2] ?? 0) + 1}–${ends[bucket - 1]}`

export const bucketOf = (
  days: number,
  { ends: [first, second, third] }: Pick<ArrearsTerms, 'ends'>,
): Bucket => (days <= 0 ? 0 : days <= first ? 1 : days <= second ? 2 : days <= third ? 3 : 4)

/** Days since a due date; 0 on the day itself and before it, and without a due date. Both days are yyyy-mm-dd in Lagos. */
export const daysLate = (dueDate: string | null, day: string): number =>
  dueDate === null ? 0 : Math.max(0, daysFrom(dueDate, day) - 1)

/** An instalment on which nothing more is expected (rescheduled, written off) is not late. */
export type DatedInstalment = OpenInstalment & { dueDate: string }

export type Arrears = {
  /** Days since the oldest unpaid instalment was due; 0 without arrears. */
  days: number
  /** The unpaid parts of the instalments that are late, with their penalties. */
  amount: Kobo
}

/** Whether an instalment is late on a day: from the day after its due date on, until it is paid. */
export const isLate = (instalment: DatedInstalment, day: string): boolean =>
  instalment.dueDate < day && openAmount(instalment) > 0

/** The arrears of a loan on a day. */
export function arrearsOf(instalments: readonly DatedInstalment[], day: string): Arrears {
  const late = instalments.filter((one) => isLate(one, day))
  const days = Math.max(0, ...late.map(({ dueDate }) => daysLate(dueDate, day)))
  return { days, amount: sumKobo(late.map(openAmount)) }
}

/** A loan in the portfolio: what is owed on it, and how many days it is late. */
export type AgedLoan = { owed: Kobo; days: number }

/** The portfolio at risk: what is owed on loans that are more than so many days late (CGAP). */
export const atRisk = (loans: readonly AgedLoan[], moreThan: number): Kobo =>
  sumKobo(loans.filter(({ days }) => days > moreThan).map(({ owed }) => owed))

/** The days of the portfolio at risk: PAR 0 takes in every late loan. */
export const riskDays = [0, 30, 60, 90] as const

/** What is provided for loans of a bucket that owe so much. */
export const provisionFor = (owed: Kobo, bucket: Bucket, { rates }: Pick<ArrearsTerms, 'rates'>): Kobo =>
  owed === 0 ? kobo(0) : percentOf(owed, rates[bucket])
