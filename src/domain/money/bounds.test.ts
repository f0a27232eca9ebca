import { expect, it } from 'vitest'
import type { BasisPoints } from '#contract/values'
import {
  amountBoundFault,
  boundsFault,
  guarantorsFault,
  type LoanBounds,
  savingsFault,
  timesBoundFault,
} from './bounds'
import { kobo } from './kobo'

const bounds: LoanBounds = {
  leastAmount: kobo(1_000_000),
  mostAmount: kobo(50_000_000),
  leastTimes: 4,
  mostTimes: 26,
  leastGuarantors: 2,
  savingsWanted: 2000 as BasisPoints,
}
const none: LoanBounds = {
  leastAmount: null,
  mostAmount: null,
  leastTimes: null,
  mostTimes: null,
  leastGuarantors: 0,
  savingsWanted: 0 as BasisPoints,
}

it.each([
  [999_999, 'This loan type lends ₦10,000.00 or more.'],
  [1_000_000, undefined],
  [50_000_000, undefined],
  [50_000_001, 'This loan type lends ₦500,000.00 at most.'],
])('an amount of %d kobo: %s', (amount, fault) => {
  expect(amountBoundFault(bounds, kobo(amount))).toBe(fault)
  expect(amountBoundFault(none, kobo(amount))).toBeUndefined()
})

it.each([
  [3, 'This loan type has 4 installments or more.'],
  [4, undefined],
  [26, undefined],
  [27, 'This loan type has 26 installments at most.'],
])('%d installments: %s', (times, fault) => {
  expect(timesBoundFault(bounds, times)).toBe(fault)
  expect(timesBoundFault(none, times)).toBeUndefined()
})

it.each([
  [1, 'This loan type wants 2 guarantors; the loan has 1.'],
  [2, undefined],
])('%d guarantors: %s', (guarantors, fault) => {
  expect(guarantorsFault(bounds, guarantors)).toBe(fault)
  expect(guarantorsFault(none, 0)).toBeUndefined()
})

it.each([
  [1_999_999, 'This loan wants savings of ₦20,000.00; the customer has ₦19,999.99.'],
  [2_000_000, undefined],
])('₦100,000.00 with savings of %d kobo: %s', (saved, fault) => {
  expect(savingsFault(bounds, kobo(10_000_000), kobo(saved))).toBe(fault)
  expect(savingsFault(none, kobo(10_000_000), kobo(0))).toBeUndefined()
})

it('a type has no bounds that exclude each other', () => {
  expect(boundsFault(bounds)).toBeUndefined()
  expect(boundsFault(none)).toBeUndefined()
  expect(boundsFault({ ...bounds, mostAmount: bounds.leastAmount, mostTimes: 4 })).toBeUndefined()
  expect(boundsFault({ ...bounds, mostAmount: kobo(999_999) })).toBe(
    'The least amount may not be above the most.',
  )
  expect(boundsFault({ ...bounds, mostTimes: 3 })).toBe(
    'The least number of installments may not be above the most.',
  )
})
