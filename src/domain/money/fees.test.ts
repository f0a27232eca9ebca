import { describe, expect, it } from 'vitest'
import type { BasisPoints } from '#contract/values'
import { costWithFees, feeAmount, feePrice, keptBackFault, loanFeesOf } from './fees'
import { kobo } from './kobo'

const naira = (amount: number) => kobo(Math.round(amount * 100))
const amountFee = (amount: number) => ({
  kind: 'amount' as const,
  amount: naira(amount),
  rate: 0 as BasisPoints,
})
const percentFee = (percent: number) => ({
  kind: 'percent' as const,
  amount: kobo(0),
  rate: Math.round(percent * 100) as BasisPoints,
})

describe('a fee', () => {
  it.each([
    ['an amount, whatever the loan', amountFee(2_000), 50_000, 2_000],
    ['2 % of ₦50,000.00', percentFee(2), 50_000, 1_000],
    ['1.5 % of ₦33,333.00', percentFee(1.5), 33_333, 500],
    ['half a kobo up: 2.5 % of ₦0.60', percentFee(2.5), 0.6, 0.02],
    ['less than half a kobo down: 1 % of ₦0.49', percentFee(1), 0.49, 0],
    ['all of it', percentFee(100), 50_000, 50_000],
  ])('%s', (_what, fee, loan, costs) => {
    expect(feeAmount(fee, naira(loan))).toBe(naira(costs))
  })

  it('is shown as its amount or its rate', () => {
    expect([feePrice(amountFee(1_500)), feePrice(percentFee(1.5))]).toEqual(['₦1,500.00', '1.5%'])
  })
})

const [keptBack, before] = ['kept-back', 'before-approval'] as const
const fees = loanFeesOf(
  [
    { ...percentFee(2), moment: keptBack },
    { ...amountFee(2_000), moment: before },
    { ...amountFee(500), moment: keptBack },
    { ...percentFee(0), moment: before },
  ],
  naira(50_000),
)

describe('the fees of a loan', () => {
  it('are those that cost something', () => {
    expect(fees.map(({ amount, moment }) => [amount, moment])).toEqual([
      [naira(1_000), keptBack],
      [naira(2_000), before],
      [naira(500), keptBack],
    ])
  })

  it('are kept back from what the customer receives, or paid beside the debt, which is whole', () => {
    expect(costWithFees({ amount: naira(50_000), totalPayable: naira(56_250) }, fees)).toEqual({
      keptBack: naira(1_500),
      before: naira(2_000),
      receives: naira(48_500),
      paysInAll: naira(58_250),
    })
    expect(costWithFees({ amount: naira(50_000), totalPayable: naira(56_250) }, [])).toEqual({
      keptBack: 0,
      before: 0,
      receives: naira(50_000),
      paysInAll: naira(56_250),
    })
  })

  it('leave something of the loan', () => {
    expect(keptBackFault(naira(50_000), fees)).toBeUndefined()
    expect(keptBackFault(naira(1_500.01), fees)).toBeUndefined()
    expect(keptBackFault(naira(1_500), fees)).toBe(
      'The fees that are kept back, ₦1,500.00, leave nothing of a loan of ₦1,500.00.',
    )
    expect(keptBackFault(naira(1), [])).toBeUndefined()
  })
})
