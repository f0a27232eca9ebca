import {
  InstalmentPeriod,
  type LoanTermRow,
  type LoanType,
  type LoanTypeTerms,
} from '#contract/calls/loanTypes'
import type { BasisPoints, Kobo } from '#contract/values'
import { boundsFault, type LoanBounds } from './bounds'
import { dailyPenaltyText } from './dailyPenalty'
import { instalmentFault, instalmentParts, loanCost, partsFault, type Terms } from './instalments'
import { penaltyText } from './penalty'
import { formatRate } from './rates'

type Penalty = Pick<LoanTermRow, 'penalty_kind' | 'penalty_amount' | 'penalty_ceiling'> &
  Pick<LoanType, 'penalty_rate' | 'grace_days'>
type Bounds = Pick<
  LoanTypeTerms,
  'least_amount' | 'most_amount' | 'least_times' | 'most_times' | 'least_guarantors' | 'savings_wanted'
>

const orNone = <T extends number>(bound: T): T | null => (bound === 0 ? null : bound)

/** The bounds of a type, in which 0 is none. */
export const boundsOf = (terms: Bounds): LoanBounds => ({
  leastAmount: orNone(terms.least_amount),
  mostAmount: orNone(terms.most_amount),
  leastTimes: orNone(terms.least_times),
  mostTimes: orNone(terms.most_times),
  leastGuarantors: terms.least_guarantors,
  savingsWanted: terms.savings_wanted,
})

/** The bound of a loan itself, which guarantors are added to until it is decided. */
export const guarantorBound = (leastGuarantors: number): LoanBounds => ({
  leastAmount: null,
  mostAmount: null,
  leastTimes: null,
  mostTimes: null,
  leastGuarantors,
  savingsWanted: 0 as BasisPoints,
})

/** Why no type can have these terms; undefined if one can. */
export function loanTermsFault(terms: LoanTypeTerms): string | undefined {
  const { penalty_kind, penalty_amount, penalty_ceiling } = terms
  if (penalty_kind === 'daily' && (penalty_amount === 0 || penalty_ceiling === 0))
    return 'A penalty by days needs an amount a day and a ceiling.'
  if (penalty_kind === 'rate' && (penalty_amount > 0 || penalty_ceiling > 0))
    return 'A penalty by rate has no amount a day and no ceiling.'
  if (penalty_kind === 'daily' && terms.penalty_rate > 0) return 'A penalty by days has no rate.'
  return boundsFault(boundsOf(terms))
}

/** A penalty for people, by rate or by days. */
export const penaltyTermsText = (terms: Penalty): string =>
  terms.penalty_kind === 'daily'
    ? dailyPenaltyText({
        amount: terms.penalty_amount,
        ceiling: terms.penalty_ceiling,
        graceDays: terms.grace_days,
      })
    : penaltyText(terms.penalty_rate, terms.grace_days)

/** '12.5%', or '24% a year of what is open'. */
export const interestRateText = (rate: BasisPoints, kind: LoanTermRow['interest_kind']): string =>
  kind === 'reducing' ? `${formatRate(rate)} a year of what is open` : formatRate(rate)

export const interestKindLabels: Record<LoanTermRow['interest_kind'], string> = {
  flat: 'Flat, of the amount',
  reducing: 'Reducing balance, a year',
}
export const settlementLabels: Record<LoanTermRow['settlement'], string> = {
  whole: 'All of the interest',
  accrued: 'The interest that has accrued',
}
export const penaltyKindLabels: Record<LoanTermRow['penalty_kind'], string> = {
  rate: 'A rate of what is open, once',
  daily: 'An amount a day late',
}

type LoanRow = Pick<LoanTermRow, 'interest_kind'> & {
  amount: Kobo
  interest_rate: BasisPoints
  instalment_times: number
  instalment_period: string
}

/** The terms of a listed loan, from which its figures are calculated. */
export const termsOfRow = (loan: LoanRow): Terms => ({
  amount: loan.amount,
  rate: loan.interest_rate,
  times: loan.instalment_times,
  period: InstalmentPeriod.options.find((period) => period === loan.instalment_period) ?? 'monthly',
  interestKind: loan.interest_kind,
})

/** Why a loan can't be divided into its instalments; undefined if it can (rules.md, "Least installment"). */
export const planFault = (terms: Terms): string | undefined =>
  terms.interestKind === 'reducing'
    ? partsFault(instalmentParts(terms))
    : instalmentFault(loanCost(terms).totalPayable, terms.times)
