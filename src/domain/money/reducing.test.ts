import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { BasisPoints, Kobo } from '#contract/values'
import { instalmentPlan, instalmentParts, loanCost, partsFault, type Terms } from './instalments'
import { kobo, sumKobo } from './kobo'
import { equalInstalment, interestInPart, type ReducingTerms, splitReducing } from './reducing'

const loan = (fields: Partial<ReducingTerms> = {}): ReducingTerms => ({
  amount: kobo(10_000_000),
  rate: 2400 as BasisPoints,
  times: 3,
  period: 'monthly',
  ...fields,
})

describe('a loan by reducing balance', () => {
  it('of ₦100,000.00 at 24% a year, 2% a month, in three months', () => {
    // 100,000 → 2,000.00 interest and 32,675.47; 67,324.53 → 1,346.49 and 33,328.98; 33,995.55 → 679.91 and the rest.
    expect(splitReducing(loan())).toEqual([
      { amount: 3_467_547, interest: 200_000 },
      { amount: 3_467_547, interest: 134_649 },
      { amount: 3_467_546, interest: 67_991 },
    ])
    expect(loanCost({ ...loan(), interestKind: 'reducing' })).toEqual({
      interestAmount: 402_640,
      totalPayable: 10_402_640,
      instalmentAmount: 3_467_547,
    })
  })

  it('has the dates of any loan', () => {
    const terms: Terms = { ...loan(), interestKind: 'reducing' }
    expect(instalmentPlan(terms, '2026-11-30').map(({ dueDate, amount }) => [dueDate, amount])).toEqual([
      ['2026-12-30', 3_467_547],
      ['2027-01-30', 3_467_547],
      ['2027-02-28', 3_467_546],
    ])
  })

  it.each<[string, Partial<ReducingTerms>, number]>([
    ['12% a year, 12 months', { amount: kobo(10_000_000), rate: 1200 as BasisPoints, times: 12 }, 888_488],
    [
      '52% a year, 1% a week, 10 weeks',
      { rate: 5200 as BasisPoints, times: 10, period: 'weekly' },
      1_055_821,
    ],
    ['36.5% a year, 0.1% a day, 30 days', { rate: 3650 as BasisPoints, times: 30, period: 'daily' }, 338_525],
    ['0% a year', { rate: 0 as BasisPoints }, 3_333_333],
    ['one month', { times: 1 }, 10_200_000],
  ])('%s has the equal installment %s', (_name, fields, each) => {
    expect(equalInstalment(loan(fields))).toBe(each)
  })

  it('rounds half a kobo up', () => {
    // 25 kobo at 24% a year: half a kobo of interest a month.
    expect(splitReducing(loan({ amount: kobo(25), times: 1 }))).toEqual([{ amount: 26, interest: 1 }])
    expect(equalInstalment(loan({ amount: kobo(5), rate: 0 as BasisPoints, times: 2 }))).toBe(3)
  })

  it('pays the principal to the kobo, and interest of what is open', () => {
    const terms = fc.record({
      amount: fc.integer({ min: 1_000_000, max: 10_000_000_000 }).map(kobo),
      rate: fc.integer({ min: 0, max: 10_000 }) as fc.Arbitrary<BasisPoints>,
      times: fc.integer({ min: 1, max: 120 }),
      period: fc.constantFrom('daily', 'weekly', 'monthly'),
    })
    fc.assert(
      fc.property(terms, (one) => {
        const parts = splitReducing(one)
        const each = equalInstalment(one)
        const periods = { daily: 365, weekly: 52, monthly: 12 }[one.period]
        expect(parts).toHaveLength(one.times)
        let open: number = one.amount
        for (const [at, { amount, interest }] of parts.entries()) {
          const exact = (open * one.rate) / (10_000 * periods)
          expect(Math.abs(interest - exact)).toBeLessThan(0.5001)
          // Over many years at a high rate, half a kobo more each time can end the debt before the last installment.
          if (at < one.times - 1) expect(amount).toBe(Math.min(each, open + interest))
          open -= amount - interest
        }
        expect(open).toBe(0)
      }),
      { numRuns: 300 },
    )
  })

  it('is refused where an installment would be below ₦1.00, also the last one', () => {
    expect(partsFault(splitReducing(loan()))).toBeUndefined()
    expect(partsFault(splitReducing(loan({ amount: kobo(250), times: 3 })))).toBe(
      'An installment would be ₦0.86, and none may be below ₦1.00.',
    )
    expect(() => splitReducing(loan({ times: 0 }))).toThrow(RangeError)
    // Rounding up leaves nothing for the last ones: nothing is below zero.
    const tiny = splitReducing(loan({ amount: kobo(5), rate: 0 as BasisPoints, times: 4 }))
    expect(tiny.map(({ amount }) => amount)).toEqual([1, 1, 1, 2])
    expect(
      splitReducing(loan({ amount: kobo(6), rate: 0 as BasisPoints, times: 4 })).map((one) => one.amount),
    ).toEqual([2, 2, 2, 0])
  })
})

it('flat interest is in each installment in equal parts', () => {
  const terms: Terms = { amount: kobo(10_000_000), rate: 750 as BasisPoints, times: 3, period: 'monthly' }
  expect(instalmentParts(terms)).toEqual([
    { amount: 3_583_333, interest: 250_000 },
    { amount: 3_583_333, interest: 250_000 },
    { amount: 3_583_334, interest: 250_000 },
  ])
})

describe('the interest in a part of an installment', () => {
  it.each([
    [0, 500_000, 28_838],
    [500_000, 500_000, 28_839],
    [1_000_000, 2_467_547, 142_323],
    [0, 3_467_547, 200_000],
    [0, 0, 0],
  ])('after %d, of %d, is %d', (before, paid, interest) => {
    const [first] = splitReducing(loan())
    expect(interestInPart(first ?? expect.fail(), kobo(before), kobo(paid))).toBe(interest)
  })

  it('adds up to its interest, however it is paid', () => {
    const parts = fc.array(fc.integer({ min: 0, max: 50_000 }).map(kobo), { minLength: 1 })
    fc.assert(
      fc.property(parts, fc.double({ min: 0, max: 1, noNaN: true }), (payments, share) => {
        const amount = sumKobo(payments)
        const instalment = { amount, interest: kobo(Math.floor(amount * share)) }
        let before = 0
        let interest = 0
        for (const paid of payments) {
          interest += interestInPart(instalment, before as Kobo, paid)
          before += paid
        }
        expect(interest).toBe(amount === 0 ? 0 : instalment.interest)
      }),
    )
  })

  it('is an error beyond the installment', () => {
    expect(() => interestInPart({ amount: kobo(10), interest: kobo(1) }, kobo(5), kobo(6))).toThrow(
      RangeError,
    )
  })
})
