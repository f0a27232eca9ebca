import { sql } from 'drizzle-orm'
import type { LoanTypeTerms } from '#contract/calls/loanTypes'
import type { BasisPoints } from '#contract/values'
import { boundsOf } from '#domain/money/loanTerms'
import { loans, loanTypes } from '../db/tables/loans'

/** The terms that a type and its loans have, by their wire names. */
const termRow = (t: typeof loans | typeof loanTypes) => ({
  penalty_rate: sql<BasisPoints>`${t.penaltyBasisPoints}`,
  grace_days: t.graceDays,
  interest_kind: t.interestKind,
  settlement: t.settlement,
  penalty_kind: t.penaltyKind,
  penalty_amount: t.penaltyAmount,
  penalty_ceiling: sql<BasisPoints>`${t.penaltyCeiling}`,
  security_rate: sql<BasisPoints>`${t.securityBasisPoints}`,
  least_guarantors: t.leastGuarantors,
})

export const loanTermRow = termRow(loans)

/** The terms of a type, with what an application must keep to. */
export const loanTypeTermRow = {
  ...termRow(loanTypes),
  periods: loanTypes.periods,
  least_amount: loanTypes.leastAmount,
  most_amount: loanTypes.mostAmount,
  least_times: loanTypes.leastTimes,
  most_times: loanTypes.mostTimes,
  savings_wanted: sql<BasisPoints>`${loanTypes.savingsWanted}`,
}

/** The columns of a type that hold its terms. */
export const columnsOfTerms = (terms: LoanTypeTerms) => ({
  penaltyBasisPoints: terms.penalty_rate,
  graceDays: terms.grace_days,
  periods: terms.periods,
  interestKind: terms.interest_kind,
  settlement: terms.settlement,
  penaltyKind: terms.penalty_kind,
  penaltyAmount: terms.penalty_amount,
  penaltyCeiling: terms.penalty_ceiling,
  securityBasisPoints: terms.security_rate,
  leastAmount: terms.least_amount,
  mostAmount: terms.most_amount,
  leastTimes: terms.least_times,
  mostTimes: terms.most_times,
  leastGuarantors: terms.least_guarantors,
  savingsWanted: terms.savings_wanted,
})

type LoanType = typeof loanTypes.$inferSelect

/** The terms that a loan copies from its type. */
export const copiedTerms = ({
  interestBasisPoints,
  penaltyBasisPoints,
  graceDays,
  interestKind,
  settlement,
  penaltyKind,
  penaltyAmount,
  penaltyCeiling,
  securityBasisPoints,
  leastGuarantors,
}: LoanType) => ({
  interestBasisPoints,
  penaltyBasisPoints,
  graceDays,
  interestKind,
  settlement,
  penaltyKind,
  penaltyAmount,
  penaltyCeiling,
  securityBasisPoints,
  leastGuarantors,
})

/** What applications for a type must keep to. */
export const boundsOfType = (type: LoanType) =>
  boundsOf({
    least_amount: type.leastAmount,
    most_amount: type.mostAmount,
    least_times: type.leastTimes,
    most_times: type.mostTimes,
    least_guarantors: type.leastGuarantors,
    savings_wanted: type.savingsWanted as BasisPoints,
  })
