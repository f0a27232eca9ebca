import type { LoanType } from '#contract/calls/loanTypes'
import type { BasisPoints, Kobo } from '#contract/values'
import { kobo, subtractKobo } from './kobo'

/** A loan by reducing balance: `rate` is a year's, of what is open. */
export type ReducingTerms = {
  amount: Kobo
  rate: BasisPoints
  times: number
  period: LoanType['periods'][number]
}

/** An instalment and the interest in it, in kobo; the rest of it is principal. */
export type InstalmentPart = { amount: Kobo; interest: Kobo }

/** How many periods a year has: a period's rate is that part of the yearly one, whatever days it spans. */
const periodsOfYear = { daily: 365, weekly: 52, monthly: 12 } as const

/**
 * Equal instalments of a loan by reducing balance. Each pays the interest of its period on what is open, and principal with the
 * rest; the last one takes what remains, so that the principal is exact. Interest and instalment are whole kobo, half a kobo up.
 * RangeError for a number of instalments that is none.
 */
export function splitReducing({ amount, rate, times, period }: ReducingTerms): InstalmentPart[] {
  const each = equalInstalment({ amount, rate, times, period })
  let open = amount
  return Array.from({ length: times }, (_, at) => {
    const interest = kobo(roundedUp(BigInt(open) * BigInt(rate), wholeOf(period)))
    const all = open + interest
    const instalment = kobo(at === times - 1 ? all : Math.min(each, all))
    open = subtractKobo(open, subtractKobo(instalment, interest))
    return { amount: instalment, interest }
  })
}

/**
 * The equal instalment, half a kobo up: amount × r × (1 + r)^times / ((1 + r)^times − 1), with the period's rate r, in exact
 * integers. RangeError for a number of instalments that is none.
 */
export function equalInstalment({ amount, rate, times, period }: ReducingTerms): Kobo {
  if (!Number.isSafeInteger(times) || times < 1)
    throw new RangeError(`Not a number of installments: ${times}`)
  if (rate === 0) return kobo(roundedUp(BigInt(amount), BigInt(times)))
  const whole = wholeOf(period)
  const [grown, ungrown] = [(whole + BigInt(rate)) ** BigInt(times), whole ** BigInt(times)]
  return kobo(roundedUp(BigInt(amount) * BigInt(rate) * grown, whole * (grown - ungrown)))
}

/**
 * The interest in what is paid of an instalment of which `before` was paid: its share, rounded down in sum, so that all parts
 * add up to the instalment's interest. RangeError for more than the instalment.
 */
export function interestInPart({ amount, interest }: InstalmentPart, before: Kobo, paid: Kobo): Kobo {
  const after = before + paid
  if (before < 0 || paid < 0 || after > amount)
    throw new RangeError(`Not a part of an installment of ${amount}: ${paid} after ${before}`)
  if (amount === 0) return kobo(0)
  const until = (sum: number) => (BigInt(interest) * BigInt(sum)) / BigInt(amount)
  return kobo(Number(until(after) - until(before)))
}

/** A period's share of the yearly rate is `rate` of so much. */
export const wholeOf = (period: ReducingTerms['period']): bigint => 10_000n * BigInt(periodsOfYear[period])

/** The whole number next to a fraction of nothing or more, half up. */
const roundedUp = (part: bigint, whole: bigint): number => Number((part * 2n + whole) / (whole * 2n))
