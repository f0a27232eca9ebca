import { describe, expect, it } from 'vitest'
import type { BasisPoints } from '#contract/values'
import { type FeeTerms, feeOf, feeText, keptBackFault, loanWithFees } from './fees'
import { kobo } from './kobo'

const card: FeeTerms = { kind: 'amount', amount: kobo(50_000), basisPoints: 0 as BasisPoints }
const insurance: FeeTerms = { kind: 'percent', amount: kobo(0), basisPoints: 150 as BasisPoints }

describe('a fee', () => {
  it.each<[string, FeeTerms, number | undefined, number]>([
    ['₦500.00 for a card', card, undefined, 50_000],
    ['₦500.00 of any loan', card, 10_000_000, 50_000],
    ['1.5% of ₦100,000.00', insurance, 10_000_000, 150_000],
    ['1.5% of ₦0.33, half a kobo up', insurance, 33, 0],
    ['1.5% of ₦1.00', insurance, 100, 2],
  ])('is %s', (_name, fee, loan, amount) => {
    expect(feeOf(fee, loan === undefined ? undefined : kobo(loan))).toBe(amount)
  })

  it('of a percentage needs a loan', () => {
    expect(() => feeOf(insurance)).toThrow(RangeError)
  })

  it('has a text', () => {
    expect([feeText(card), feeText(insurance)]).toEqual(['₦500.00', '1.5% of the loan'])
  })
})

describe('a loan of ₦100,000.00 that repays ₦110,000.00', () => {
  it.each([
    ['without fees', [], 10_000_000, 11_000_000, 1_000_000],
    ['2% kept back', [{ moment: 'kept-back', amount: kobo(200_000) }], 9_800_000, 11_000_000, 1_200_000],
    [
      '₦1,000.00 for the form before the approval',
      [{ moment: 'before-approval', amount: kobo(100_000) }],
      10_000_000,
      11_100_000,
      1_100_000,
    ],
    [
      'both',
      [
        { moment: 'kept-back', amount: kobo(200_000) },
        { moment: 'before-approval', amount: kobo(100_000) },
      ],
      9_800_000,
      11_100_000,
      1_300_000,
    ],
  ] as const)('%s', (_name, fees, received, paid, cost) => {
    expect(loanWithFees(kobo(10_000_000), kobo(11_000_000), fees)).toMatchObject({ received, paid, cost })
  })

  it.each([
    [9_999_999, undefined],
    [10_000_000, 'The fees kept back, ₦100,000.00, leave nothing of ₦100,000.00.'],
  ])('with %d kobo kept back: %s', (keptBack, fault) => {
    expect(keptBackFault(kobo(10_000_000), kobo(keptBack))).toBe(fault)
  })
})
