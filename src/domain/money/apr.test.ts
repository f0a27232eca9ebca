import { describe, expect, it } from 'vitest'
import type { BasisPoints } from '#contract/values'
import { aprOf, aprText } from './apr'
import { instalmentParts } from './instalments'
import { kobo } from './kobo'
import { type ReducingTerms, splitReducing } from './reducing'

const amounts = (parts: readonly { amount: number }[]) => parts.map(({ amount }) => kobo(amount))
const reducing = (rate: number, times: number, period: ReducingTerms['period'], amount = 10_000_000) =>
  amounts(splitReducing({ amount: kobo(amount), rate: rate as BasisPoints, times, period }))
const flat = (rate: number, times: number) =>
  amounts(instalmentParts({ amount: kobo(10_000_000), rate: rate as BasisPoints, times }))

describe('the annual percentage rate', () => {
  it.each([
    [2400, 12, 'monthly'],
    [100, 6, 'monthly'],
    [5200, 26, 'weekly'],
    [3650, 90, 'daily'],
    [10_000, 366, 'daily'],
    [0, 12, 'monthly'],
  ] as const)('of a reducing loan without fees is its own: %d, %d times %s', (rate, times, period) => {
    const instalments = reducing(rate, times, period, 100_000_000)
    expect(aprOf({ received: kobo(100_000_000), instalments, period })).toBe(rate)
  })

  it.each<[string, number, readonly number[], ReducingTerms['period'], number]>([
    // One month: 10% of the amount is 120% a year.
    ['10% flat, one month', 10_000_000, [11_000_000], 'monthly', 12_000],
    // ₦98,000.00 in hand, ₦110,000.00 back: 12 / 98 of it, 146.94% a year.
    ['the same with 2% kept back', 9_800_000, [11_000_000], 'monthly', 14_694],
    ['1% flat, one week', 10_000_000, [10_100_000], 'weekly', 5200],
    ['1% flat, one day', 10_000_000, [10_100_000], 'daily', 36_500],
    // Two payments of 55 for 100: 1 + r = 1.06596, the root of 100 x² = 55 x + 55.
    ['10% flat, two months', 10_000_000, [5_500_000, 5_500_000], 'monthly', 7916],
    ['no interest, ₦1,000.00 for the form', 9_900_000, [10_000_000], 'monthly', 1212],
    ['nothing to pay for it', 10_000_000, [10_000_000], 'monthly', 0],
  ])('%s', (_name, received, instalments, period, rate) => {
    expect(aprOf({ received: kobo(received), instalments: instalments.map(kobo), period })).toBe(rate)
  })

  it('of flat interest over a year is nearly twice the rate, and more with a fee', () => {
    const of = (received: number) =>
      aprOf({ received: kobo(received), instalments: flat(1200, 12), period: 'monthly' }) ?? Number.NaN
    expect(of(10_000_000)).toBe(2146)
    expect(of(9_800_000)).toBeGreaterThan(of(10_000_000))
  })

  it('is none where nothing is received, nor beyond any limit', () => {
    expect(aprOf({ received: kobo(0), instalments: [kobo(100)], period: 'monthly' })).toBeUndefined()
    expect(aprOf({ received: kobo(1), instalments: [kobo(10_000_000)], period: 'daily' })).toBeUndefined()
  })
})

it.each([
  [2682, '26.82% a year'],
  [12_000, '120% a year'],
  [undefined, '–'],
])('%s reads %s', (rate, text) => {
  expect(aprText(rate)).toBe(text)
})
