import { expect, it } from 'vitest'
import type { LoanTypeTerms } from '#contract/calls/loanTypes'
import type { BasisPoints } from '#contract/values'
import { kobo } from './kobo'
import {
  boundsOf,
  interestRateText,
  loanTermsFault,
  penaltyTermsText,
  planFault,
  termsOfRow,
} from './loanTerms'

const rate = (percent: number) => (percent * 100) as BasisPoints
const terms: LoanTypeTerms = {
  penalty_rate: rate(5),
  grace_days: 2,
  periods: ['monthly'],
  interest_kind: 'flat',
  settlement: 'whole',
  penalty_kind: 'rate',
  penalty_amount: kobo(0),
  penalty_ceiling: rate(0),
  security_rate: rate(0),
  least_guarantors: 0,
  least_amount: kobo(0),
  most_amount: kobo(0),
  least_times: 0,
  most_times: 0,
  savings_wanted: rate(0),
}
const daily = {
  ...terms,
  penalty_kind: 'daily' as const,
  penalty_rate: rate(0),
  penalty_amount: kobo(20_000),
  penalty_ceiling: rate(10),
}

it('0 is no bound', () => {
  expect(boundsOf({ ...terms, most_times: 6, least_guarantors: 2 })).toEqual({
    leastAmount: null,
    mostAmount: null,
    leastTimes: null,
    mostTimes: 6,
    leastGuarantors: 2,
    savingsWanted: 0,
  })
})

it.each([
  [terms, undefined],
  [daily, undefined],
  [{ ...daily, penalty_ceiling: rate(0) }, 'A penalty by days needs an amount a day and a ceiling.'],
  [{ ...daily, penalty_rate: rate(1) }, 'A penalty by days has no rate.'],
  [{ ...terms, penalty_amount: kobo(1) }, 'A penalty by rate has no amount a day and no ceiling.'],
  [
    { ...terms, least_times: 3, most_times: 2 },
    'The least number of installments may not be above the most.',
  ],
])('%j: %s', (one, fault) => {
  expect(loanTermsFault(one)).toBe(fault)
})

it('says penalties and rates in words', () => {
  expect(penaltyTermsText(terms)).toBe('5% of what is open, after 2 days of grace')
  expect(penaltyTermsText(daily)).toBe(
    '₦200.00 a day late, after 2 days of grace, at most 10% of the installment',
  )
  expect(interestRateText(rate(24), 'reducing')).toBe('24% a year of what is open')
  expect(interestRateText(rate(7.5), 'flat')).toBe('7.5%')
})

const loan = {
  amount: kobo(10_000_000),
  interest_rate: rate(24),
  instalment_times: 3,
  instalment_period: 'monthly',
  interest_kind: 'reducing' as const,
}
it('no installment is below one naira', () => {
  expect(planFault(termsOfRow(loan))).toBeUndefined()
  expect(planFault(termsOfRow({ ...loan, amount: kobo(200) }))).toContain('none may be below ₦1.00')
})
