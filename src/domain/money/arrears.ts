import type { Kobo } from '#contract/values'
import { daysFrom } from '../time/lagos'
import { kobo, sumKobo } from './kobo'
import { type OpenInstalment, openAmount } from './repayment'

/** The buckets of arrears by days late, as portfolio reports show them; the last has no end. */
export const arrearsBuckets = [
  { from: 1, label: '1–30' },
  { from: 31, label: '31–60' },
  { from: 61, label: '61–90' },
  { from: 91, label: '91+' },
] as const
export type ArrearsBucket = (typeof arrearsBuckets)[number]['label']

export type Arrears = {
  /** Days since the oldest unpaid instalment was due; 0 without arrears. */
  days: number
  /** The unpaid parts of the instalments that are late, with their penalties. */
  amount: Kobo
  bucket: ArrearsBucket | null
}

/** Days since a due date; 0 on the day itself and before it, and without a due date. Both days are yyyy-mm-dd in Lagos. */
export const daysLate = (dueDate: string | null, today: string): number =>
  dueDate === null ? 0 : Math.max(0, daysFrom(dueDate, today) - 1)

/** The bucket of a loan that is so many days late; null for one without arrears. */
export const bucketOf = (days: number): ArrearsBucket | null =>
  arrearsBuckets.findLast(({ from }) => days >= from)?.label ?? null

/** The arrears of a loan on a day: an instalment is late from the day after its due date on, until it is paid. */
export function arrearsOf(
  instalments: readonly (OpenInstalment & { dueDate: string })[],
  today: string,
): Arrears {
  const late = instalments.filter((one) => openAmount(one) > 0 && one.dueDate < today)
  const days = Math.max(0, ...late.map(({ dueDate }) => daysLate(dueDate, today)))
  return { days, amount: late.length > 0 ? sumKobo(late.map(openAmount)) : kobo(0), bucket: bucketOf(days) }
}
