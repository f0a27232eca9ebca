import { loanTypeTerms, type LoanType } from '#contract/calls/loanTypes'
import { nairaOf } from '#domain/money/kobo'
import { percentNumber } from '#domain/money/rates'

/** The terms of a form, without the periods, which are chosen beside its text fields. */
const { periods: _periods, ...entries } = loanTypeTerms.entries
export const termEntries = entries

type Values = Record<keyof typeof entries, string>

/** A new type: flat, without a penalty, a security or bounds. */
export const blankTerms: Values = {
  penalty_rate: '',
  grace_days: '',
  interest_kind: 'flat',
  settlement: 'whole',
  penalty_kind: 'rate',
  penalty_amount: '0',
  penalty_ceiling: '0',
  security_rate: '0',
  least_guarantors: '0',
  least_amount: '0',
  most_amount: '0',
  least_times: '0',
  most_times: '0',
  savings_wanted: '0',
}

/** The terms of a type as text. */
export const termValuesOf = (type: LoanType): Values => ({
  penalty_rate: String(percentNumber(type.penalty_rate)),
  grace_days: String(type.grace_days),
  interest_kind: type.interest_kind,
  settlement: type.settlement,
  penalty_kind: type.penalty_kind,
  penalty_amount: nairaOf(type.penalty_amount),
  penalty_ceiling: String(percentNumber(type.penalty_ceiling)),
  security_rate: String(percentNumber(type.security_rate)),
  least_guarantors: String(type.least_guarantors),
  least_amount: nairaOf(type.least_amount),
  most_amount: nairaOf(type.most_amount),
  least_times: String(type.least_times),
  most_times: String(type.most_times),
  savings_wanted: String(percentNumber(type.savings_wanted)),
})
