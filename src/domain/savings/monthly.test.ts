import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { BasisPoints, Kobo } from '#contract/values'
import { monthlyCharge, monthlyInterest } from './monthly'

const interest = (lowest: number, yearly: number) => monthlyInterest(lowest as Kobo, yearly as BasisPoints)

describe('the interest of a month', () => {
  it.each([
    [0, 400, 0],
    [1_200_000, 400, 4000],
    [1_000_000, 0, 0],
    // 150 kobo at 4 % a year are half a kobo a month.
    [150, 400, 1],
    [149, 400, 0],
    [100_000_000_000, 10_000, 8_333_333_333],
  ])('of %s kobo at %s hundredths of a percent is %s', (lowest, yearly, expected) => {
    expect(interest(lowest, yearly)).toBe(expected)
  })

  it('is within half a kobo of a twelfth of the year', () => {
    const balance = fc.integer({ min: 0, max: 1_000_000_000_000 })
    fc.assert(
      fc.property(balance, fc.integer({ min: 0, max: 10_000 }), (lowest, yearly) => {
        const off = BigInt(interest(lowest, yearly)) * 120_000n - BigInt(lowest) * BigInt(yearly)
        return off > -60_000n && off <= 60_000n
      }),
    )
  })

  it('is not taken of less than nothing', () => {
    expect(() => interest(-1, 400)).toThrow(RangeError)
  })
})

it.each([
  [50_000, 10_000, 0, 10_000, 0],
  [10_000, 10_000, 0, 10_000, 0],
  [9999, 10_000, 0, 9999, 1],
  [0, 10_000, 0, 0, 10_000],
  [25_000, 10_000, 20_000, 25_000, 5000],
  [30_001, 10_000, 20_000, 30_000, 0],
])(
  'of a balance of %s kobo, a charge of %s with %s from before takes %s and leaves %s',
  (balance, charge, owed, taken, open) => {
    const terms = { charge: charge as Kobo, owed: owed as Kobo }
    expect(monthlyCharge(balance as Kobo, terms)).toEqual({ due: charge + owed, taken, open })
  },
)
