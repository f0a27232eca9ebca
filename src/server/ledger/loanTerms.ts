import { sql } from 'drizzle-orm'
import type { BasisPoints } from '#contract/values'
import { boundsOf } from '#domain/money/loanTerms'
import { loans, loanTypes } from '../db/tables/loans'
import { loanTermsOf } from './productTerms'

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
export const boundsOfType = (type: LoanType) => boundsOf(loanTermsOf(type))
