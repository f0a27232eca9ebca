import { and, eq } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { InstalmentPeriod, type LoanTypeTerms } from '#contract/calls/loanTypes'
import type { SavingTypeTerms } from '#contract/calls/savingTypes'
import type { BasisPoints } from '#contract/values'
import { pluralize } from '#domain/money/figures'
import { kobo } from '#domain/money/kobo'
import { isMonthlyCharge } from '#domain/savings/commission'
import { cycleLengths } from '#domain/savings/cycles'
import type { Selects } from '../db/database'
import type { loanTypes } from '../db/tables/loans'
import type { savingTypes } from '../db/tables/money'
import { termChanges } from '../db/tables/terms'
import { reject } from '../errors/refusals'

type SavingTerms = Required<SavingTypeTerms>

/** A charge a month on plans that carry on, as savings had before there were others. */
const firstTerms: Omit<SavingTerms, 'interest' | 'charge'> = {
  commission: 'amount',
  commission_rate: 0 as BasisPoints,
  cycle: 'month',
  cycle_days: cycleLengths.usual,
  taken: 'end',
  plan_end: 'carry-on',
}

/** The terms of a savings type to store: those that were not entered are as before, and those that say nothing are empty. */
export function enteredSavingTerms(
  entered: SavingTypeTerms,
  before: Omit<SavingTerms, 'interest' | 'charge'> = firstTerms,
): SavingTerms {
  const given = Object.fromEntries(Object.entries(entered).filter(([, value]) => value !== undefined))
  const terms: SavingTerms = { ...before, interest: entered.interest, charge: entered.charge, ...given }
  const { commission, cycle } = terms
  if (commission === 'percent' && terms.commission_rate === 0)
    reject('Please enter the commission in percent.')
  if (commission === 'amount' && terms.charge === 0 && !isMonthlyCharge(commissionOf(terms)))
    reject('Please enter the amount of the commission.')
  return {
    ...terms,
    charge: commission === 'amount' ? terms.charge : kobo(0),
    commission_rate: commission === 'percent' ? terms.commission_rate : (0 as BasisPoints),
    cycle_days: cycle === 'days' ? terms.cycle_days : cycleLengths.usual,
  }
}

/** The terms of a savings type as the columns of its table, and back. */
export const savingTermColumns = ({ interest, ...terms }: SavingTerms) => ({
  interestBasisPoints: interest,
  ...commissionOf(terms),
})
export const savingTermsOf = (type: typeof savingTypes.$inferSelect): SavingTerms => ({
  interest: type.interestBasisPoints as BasisPoints,
  charge: type.charge,
  commission: type.commissionKind,
  commission_rate: type.commissionBasisPoints as BasisPoints,
  cycle: type.cycleKind,
  cycle_days: type.cycleDays,
  taken: type.taken,
  plan_end: type.planEnd,
})

/** What a savings type costs and what ends its plans, for the rules of commissions. */
export const commissionOf = (terms: Omit<SavingTerms, 'interest'>) => ({
  charge: terms.charge,
  commissionKind: terms.commission,
  commissionBasisPoints: terms.commission_rate,
  cycleKind: terms.cycle,
  cycleDays: terms.cycle_days,
  taken: terms.taken,
  planEnd: terms.plan_end,
})

/** The terms of a loan type as the columns of its table, and back. */
export const loanTermColumns = (terms: LoanTypeTerms) => ({
  penaltyBasisPoints: terms.penalty_rate,
  graceDays: terms.grace_days,
  periods: InstalmentPeriod.options.filter((period) => terms.periods.includes(period)),
  interestKind: terms.interest_kind,
  settlement: terms.settlement,
  penaltyKind: terms.penalty_kind,
  penaltyAmount: terms.penalty_amount,
  penaltyCeiling: terms.penalty_ceiling,
  securityBasisPoints: terms.security_rate,
  leastGuarantors: terms.least_guarantors,
  leastAmount: terms.least_amount,
  mostAmount: terms.most_amount,
  leastTimes: terms.least_times,
  mostTimes: terms.most_times,
  savingsWanted: terms.savings_wanted,
})
export const loanTermsOf = (type: typeof loanTypes.$inferSelect): LoanTypeTerms => ({
  penalty_rate: type.penaltyBasisPoints as BasisPoints,
  grace_days: type.graceDays,
  periods: type.periods,
  interest_kind: type.interestKind,
  settlement: type.settlement,
  penalty_kind: type.penaltyKind,
  penalty_amount: type.penaltyAmount,
  penalty_ceiling: type.penaltyCeiling as BasisPoints,
  security_rate: type.securityBasisPoints as BasisPoints,
  least_guarantors: type.leastGuarantors,
  least_amount: type.leastAmount,
  most_amount: type.mostAmount,
  least_times: type.leastTimes,
  most_times: type.mostTimes,
  savings_wanted: type.savingsWanted as BasisPoints,
})

/** The rate, which the specification's update changes. */
export const loanRateOf = (type: typeof loanTypes.$inferSelect) => ({
  interest_rate: type.interestBasisPoints as BasisPoints,
})

/** The reference of the undecided change of a product's terms. */
export async function openTermChange(
  queries: Selects,
  product: PgColumn,
  id: number,
): Promise<string | undefined> {
  const [open] = await queries
    .select({ reference: termChanges.reference })
    .from(termChanges)
    .where(and(eq(product, id), eq(termChanges.status, 'pending')))
  return open?.reference
}

/** What switching a product off leaves as it is: '3 open savings keep their terms.' */
export const keepTerms = (count: number, noun: string) =>
  count === 0
    ? `It has no ${noun}.`
    : `${pluralize(count, noun)} ${count === 1 ? 'keeps its' : 'keep their'} terms.`
