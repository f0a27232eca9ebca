import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { BasisPoints } from '#contract/values'
import { instalmentPlan, loanCost, maturityDays, type Terms, instalmentFault } from './instalments'
import { kobo, sumKobo } from './kobo'

const rate = (n: number) => n as BasisPoints
const terms = fc.record({
  amount: fc.integer({ min: 1, max: 100_000_000_000 }).map(kobo),
  rate: fc.integer({ min: 0, max: 10_000 }).map(rate),
  times: fc.integer({ min: 1, max: 400 }),
  period: fc.constantFrom('daily', 'weekly', 'monthly'),
}) satisfies fc.Arbitrary<Terms>
const days = fc
  .date({ min: new Date('2020-01-01'), max: new Date('2040-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))

describe('an installment plan', () => {
  it('adds up to the total payable, to the kobo', () => {
    fc.assert(
      fc.property(terms, days, (one, day) => {
        const { totalPayable, interestAmount, instalmentAmount } = loanCost(one)
        const plan = instalmentPlan(one, day)
        expect(totalPayable).toBe(one.amount + interestAmount)
        expect(plan).toHaveLength(one.times)
        expect(sumKobo(plan.map(({ amount }) => amount))).toBe(totalPayable)
        for (const { amount } of plan.slice(0, -1)) expect(amount).toBe(instalmentAmount)
        const left = (plan.at(-1)?.amount ?? -1) - instalmentAmount
        expect(left).toSatisfy((n: number) => n >= 0 && n < one.times)
      }),
    )
  })

  it('has a day of its own for each, in order, the last at maturity', () => {
    fc.assert(
      fc.property(terms, days, (one, day) => {
        const due = instalmentPlan(one, day).map(({ dueDate }) => dueDate)
        expect([day, ...due].toSorted()).toEqual([day, ...due])
        expect(new Set([day, ...due]).size).toBe(one.times + 1)
        const end = new Date(Date.parse(day) + maturityDays(one, day) * 86_400_000)
        expect(end.toISOString().slice(0, 10)).toBe(due.at(-1))
      }),
    )
  })

  it('is due on collection days: daily ones over Christmas share the Monday after it', () => {
    const one: Terms = { amount: kobo(400_000), rate: rate(0), times: 4, period: 'daily' }
    const calendar = {
      closed: [{ from: '2026-01-01', weekdays: [7] }],
      holidays: [{ day: '2026-12-25' }, { day: '2026-12-26' }],
    }
    const days = instalmentPlan(one, '2026-12-24', calendar).map(({ dueDate }) => dueDate)
    expect(days).toEqual(['2026-12-28', '2026-12-28', '2026-12-28', '2026-12-28'])
    expect(instalmentPlan(one, '2026-12-23', calendar).map(({ dueDate }) => dueDate)).toEqual([
      '2026-12-24',
      '2026-12-28',
      '2026-12-28',
      '2026-12-28',
    ])
    expect(maturityDays(one, '2026-12-23', calendar)).toBe(5)
  })

  it('of ₦100,000.00 at 7.5% in three months', () => {
    const one: Terms = { amount: kobo(10_000_000), rate: rate(750), times: 3, period: 'monthly' }
    expect(loanCost(one)).toEqual({
      interestAmount: 750_000,
      totalPayable: 10_750_000,
      instalmentAmount: 3_583_333,
    })
    expect(instalmentPlan(one, '2026-11-30')).toEqual([
      { number: 1, dueDate: '2026-12-30', amount: 3_583_333 },
      { number: 2, dueDate: '2027-01-30', amount: 3_583_333 },
      { number: 3, dueDate: '2027-02-28', amount: 3_583_334 },
    ])
    expect(maturityDays(one, '2026-11-30')).toBe(90)
  })

  it('counts days and weeks through the end of a month', () => {
    const one: Terms = { amount: kobo(200), rate: rate(0), times: 2, period: 'daily' }
    const dates = (plan: Terms) => instalmentPlan(plan, '2028-02-28').map(({ dueDate }) => dueDate)
    expect(dates(one)).toEqual(['2028-02-29', '2028-03-01'])
    expect(dates({ ...one, period: 'weekly' })).toEqual(['2028-03-06', '2028-03-13'])
  })

  it('needs an installment', () => {
    for (const times of [0, -1, 1.5, Number.NaN])
      expect(() => loanCost({ amount: kobo(5), rate: rate(5), times, period: 'daily' })).toThrow(RangeError)
  })
})

describe('an installment below one naira', () => {
  it.each([
    [
      100,
      366,
      'Each installment would be ₦0.00, and none may be below ₦1.00. At most 1 installment can be made of ₦1.00.',
    ],
    [
      1_000,
      11,
      'Each installment would be ₦0.90, and none may be below ₦1.00. At most 10 installments can be made of ₦10.00.',
    ],
    [99, 1, 'Each installment would be ₦0.99, and none may be below ₦1.00.'],
  ])('of %i kobo in %i is refused', (total, times, fault) => {
    expect(instalmentFault(kobo(total), times)).toBe(fault)
  })

  it.each([
    [100, 1],
    [1_000, 10],
    [36_600, 366],
  ])('is none of %i kobo in %i', (total, times) => {
    expect(instalmentFault(kobo(total), times)).toBeUndefined()
  })
})
