import { describe, expect, it } from 'vitest'
import { kobo } from './kobo'
import { type SettledInstalment, settlementOn, waivedInterest } from './settlement'

/** ₦100,000.00 at 24% a year by reducing balance, disbursed on 30 November 2026. */
const loan = (paid: number[] = [], penalty = 0): SettledInstalment[] =>
  [
    [3_467_547, 200_000, '2026-12-30'],
    [3_467_547, 134_649, '2027-01-30'],
    [3_467_546, 67_991, '2027-02-28'],
  ].map(([amount, interest, dueDate], at) => ({
    number: at + 1,
    amount: kobo(Number(amount)),
    interest: kobo(Number(interest)),
    dueDate: String(dueDate),
    penalty: kobo(at === 0 ? penalty : 0),
    paid: kobo(paid[at] ?? 0),
    penaltyPaid: kobo(0),
  }))
const settled = (day: string, paid?: number[], penalty?: number) =>
  settlementOn('accrued', loan(paid, penalty), '2026-11-30', day)

describe('settling a loan', () => {
  it('costs all that is open where the type says so', () => {
    expect(settlementOn('whole', loan([3_467_547]), '2026-11-30', '2026-12-31')).toEqual({
      amount: 6_935_093,
      waived: 0,
    })
  })

  it.each<[string, string, number[], number, number]>([
    // Nothing has run: the principal, ₦100,000.00.
    ['on the day of the disbursement', '2026-11-30', [], 10_000_000, 402_640],
    // 15 of 30 days of ₦2,000.00.
    ['after 15 days', '2026-12-15', [], 10_100_000, 302_640],
    ['on the first due date', '2026-12-30', [], 10_200_000, 202_640],
    // The principal left, ₦67,324.53.
    ['on the first due date, once that is paid', '2026-12-30', [3_467_547], 6_732_453, 202_640],
    // 10 of 31 days of ₦1,346.49: ₦434.35.
    ['ten days later', '2027-01-09', [3_467_547], 6_775_888, 159_205],
    ['on the last due date', '2027-02-28', [3_467_547], 6_935_093, 0],
    ['long after it', '2028-01-01', [3_467_547], 6_935_093, 0],
    // Paid ahead: what is paid of the second one's interest is not given back, of the third nothing has run.
    ['with the second one paid ahead', '2026-12-30', [3_467_547, 3_467_547], 3_399_555, 67_991],
    // Half of the second one: of its interest ₦673.24 are paid, ₦673.25 are not owed.
    [
      'with a half of the second one',
      '2026-12-30',
      [3_467_547, 1_733_774],
      1_733_773 - 67_325 + 3_399_555,
      135_316,
    ],
    ['that is paid', '2026-12-30', [3_467_547, 3_467_547, 3_467_546], 0, 0],
  ])('%s', (_name, day, paid, amount, waived) => {
    expect(settled(day, paid)).toEqual({ amount, waived })
  })

  it('costs its penalties', () => {
    expect(settled('2026-12-31', [], 5000).amount - settled('2026-12-31').amount).toBe(5000)
  })

  it('names what is not owed of each installment', () => {
    expect([...waivedInterest(loan().toReversed(), '2026-11-30', '2026-12-15')]).toEqual([
      [1, 100_000],
      [2, 134_649],
      [3, 67_991],
    ])
  })

  it('of two installments due on one day, the second one has no days of its own', () => {
    const shared = loan().map((one) => (one.number === 3 ? { ...one, dueDate: '2027-01-30' } : one))
    expect(settlementOn('accrued', shared, '2026-11-30', '2027-01-29').waived).toBe(4_344 + 67_991)
    expect(settlementOn('accrued', shared, '2026-11-30', '2027-01-30').waived).toBe(0)
  })
})
