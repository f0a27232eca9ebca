import { expect, it } from 'vitest'
import type { BasisPoints, Kobo } from '#contract/values'
import type { CommissionTerms } from './commission'
import { commissionText, planEndText, termsText } from './termsText'

const terms = (fields: Partial<CommissionTerms>): CommissionTerms => ({
  commissionKind: 'contribution',
  charge: 50_000 as Kobo,
  commissionBasisPoints: 1000 as BasisPoints,
  cycleKind: 'month',
  cycleDays: 31,
  taken: 'first',
  ...fields,
})

it.each<[Partial<CommissionTerms>, string]>([
  [{}, 'Keeps one contribution of each calendar month, the first'],
  [
    { cycleKind: 'days', taken: 'end' },
    'Keeps one contribution of each 31 days from the opening, at its end',
  ],
  [{ commissionKind: 'none' }, 'Keeps nothing'],
  [
    { commissionKind: 'amount', taken: 'end' },
    'Charges ₦500.00 at the end of each calendar month, also without a deposit',
  ],
  [{ commissionKind: 'amount', taken: 'end', charge: 0 as Kobo }, 'Keeps nothing'],
  [{ commissionKind: 'amount' }, 'Keeps ₦500.00 of each calendar month with a deposit, from the first'],
  [
    { commissionKind: 'amount', cycleKind: 'days', cycleDays: 30, taken: 'end' },
    'Keeps ₦500.00 of each 30 days from the opening with a deposit, at its end',
  ],
  [{ commissionKind: 'percent' }, 'Keeps 10% of what is paid in each calendar month, from each deposit'],
  [
    { commissionKind: 'percent', cycleKind: 'days', cycleDays: 1, taken: 'end' },
    'Keeps 10% of what is paid in each day from the opening, at its end',
  ],
])('%j: %s', (fields, text) => {
  expect(commissionText(terms(fields))).toBe(text)
})

it('says what becomes of a wallet at the end of its plan', () => {
  expect((['carry-on', 'pay-out', 'close'] as const).map(planEndText)).toEqual([
    'Carries on at the end of the plan',
    'Pays out to the main wallet at the end of the plan, and begins again',
    'Pays out to the main wallet at the end of the plan, and closes',
  ])
})

it('says both in one text, but not that a plan carries on', () => {
  expect(termsText({ ...terms({}), planEnd: 'carry-on' })).toBe(
    'Keeps one contribution of each calendar month, the first.',
  )
  expect(termsText({ ...terms({ commissionKind: 'none' }), planEnd: 'close' })).toBe(
    'Keeps nothing. Pays out to the main wallet at the end of the plan, and closes.',
  )
})
