import { describe, expect, it } from 'vitest'
import type { BasisPoints, Kobo } from '#contract/values'
import {
  commissionDue,
  type CommissionTerms,
  cycleCost,
  cyclesToTake,
  excessCommission,
  hasCommission,
  isMonthlyCharge,
  openCommission,
  type PaidCycle,
  sumOfParts,
  takeCommission,
  type WalletTerms,
} from './commission'

const naira = (amount: number) => (amount * 100) as Kobo
/** A thrift plan: ₦500 a day, of which the first of each month is kept. */
const terms = (fields: Partial<WalletTerms> = {}): WalletTerms => ({
  commissionKind: 'contribution',
  charge: naira(300),
  commissionBasisPoints: 1000 as BasisPoints,
  cycleKind: 'month',
  cycleDays: 31,
  taken: 'first',
  fixedAmount: naira(500),
  ...fields,
})
const cycle = (number: number, paid: number, taken: number, fixedAmount?: Kobo): PaidCycle => ({
  number,
  from: `2026-0${number}-01`,
  through: `2026-0${number}-28`,
  paid: paid as Kobo,
  taken: taken as Kobo,
  fixedAmount,
})

describe('the commission of a cycle', () => {
  it.each<[string, Partial<WalletTerms>, number, number]>([
    ['one contribution of ₦8,700.00', {}, 870_000, 50_000],
    ['one contribution of one deposit', {}, 50_000, 50_000],
    ['one contribution of a part of it, ₦200.00', {}, 20_000, 20_000],
    ['one contribution, nothing paid', {}, 0, 0],
    ['₦300.00 of ₦8,700.00', { commissionKind: 'amount' }, 870_000, 30_000],
    ['₦300.00 of ₦200.00', { commissionKind: 'amount' }, 20_000, 20_000],
    ['₦300.00, nothing paid', { commissionKind: 'amount' }, 0, 0],
    ['10% of ₦8,700.00', { commissionKind: 'percent' }, 870_000, 87_000],
    ['10% of 5 kobo, half a kobo up', { commissionKind: 'percent' }, 5, 1],
    ['10% of 4 kobo', { commissionKind: 'percent' }, 4, 0],
    [
      '2.5% of ₦1,234.57',
      { commissionKind: 'percent', commissionBasisPoints: 250 as BasisPoints },
      123_457,
      3086,
    ],
    ['100% of 7 kobo', { commissionKind: 'percent', commissionBasisPoints: 10_000 as BasisPoints }, 7, 7],
    ['none of ₦8,700.00', { commissionKind: 'none' }, 870_000, 0],
  ])('is %s', (_name, fields, paid, due) => {
    expect(commissionDue(terms(fields), paid as Kobo)).toBe(due)
  })

  it('is an error for less than nothing paid', () => {
    for (const commissionKind of ['none', 'amount', 'contribution', 'percent'] as const)
      expect(() => commissionDue(terms({ commissionKind }), -1 as Kobo)).toThrow(RangeError)
  })
})

it.each<[CommissionTerms['commissionKind'], number, number]>([
  ['none', 870_000, 0],
  ['amount', 0, 30_000],
  ['contribution', 0, 50_000],
  ['percent', 0, 0],
  ['percent', 870_000, 87_000],
])('a cycle with the commission %s costs, with %d kobo paid, %d', (commissionKind, paid, cost) => {
  expect(cycleCost(terms({ commissionKind }), paid as Kobo)).toBe(cost)
})

it.each<[Partial<WalletTerms>, boolean, boolean]>([
  [{ commissionKind: 'amount', cycleKind: 'month', taken: 'end' }, true, false],
  [{ commissionKind: 'amount', cycleKind: 'month', taken: 'first' }, false, true],
  [{ commissionKind: 'amount', cycleKind: 'days', taken: 'end' }, false, true],
  [{ commissionKind: 'contribution', cycleKind: 'month', taken: 'end' }, false, true],
  [{ commissionKind: 'percent', cycleKind: 'month', taken: 'end' }, false, true],
  [{ commissionKind: 'none', cycleKind: 'month', taken: 'end' }, false, false],
])('%j is a monthly charge: %s, a commission: %s', (fields, isCharge, isCommission) => {
  expect([isMonthlyCharge(terms(fields)), hasCommission(terms(fields))]).toEqual([isCharge, isCommission])
})

describe('what is open', () => {
  // January is taken, of February ₦200.00 are, in March ₦300.00 were paid, in April nothing.
  const cycles = [cycle(3, 30_000, 0), cycle(1, 870_000, 50_000), cycle(2, 900_000, 20_000), cycle(4, 0, 0)]
  const open = [
    { number: 2, amount: 30_000 },
    { number: 3, amount: 30_000 },
  ]

  it('is what is due and not taken, oldest first', () => {
    expect(openCommission(terms(), cycles)).toEqual(open)
    expect(sumOfParts(openCommission(terms(), cycles))).toBe(60_000)
  })

  it('goes by the contribution of each cycle', () => {
    expect(openCommission(terms(), [cycle(1, 870_000, 20_000, naira(200)), cycle(2, 870_000, 0)])).toEqual([
      { number: 2, amount: 50_000 },
    ])
  })

  it.each([
    [0, []],
    [10_000, [{ number: 2, amount: 10_000 }]],
    [30_000, [{ number: 2, amount: 30_000 }]],
    [
      40_000,
      [
        { number: 2, amount: 30_000 },
        { number: 3, amount: 10_000 },
      ],
    ],
    [90_000, open],
  ])('of a balance of %d kobo takes %j', (balance, taken) => {
    expect(takeCommission(openCommission(terms(), cycles), balance as Kobo)).toEqual(taken)
  })

  it('is not taken of a balance below nothing', () => {
    expect(() => takeCommission([], -1 as Kobo)).toThrow(RangeError)
  })

  it('is taken of ended cycles, or of all', () => {
    const numbers = (taken: 'first' | 'end', ended: string) =>
      cyclesToTake({ taken }, cycles, ended).map(({ number }) => number)
    expect(numbers('first', '2026-02-15')).toEqual([3, 1, 2, 4])
    expect(numbers('end', '2026-02-27')).toEqual([1])
    expect(numbers('end', '2026-02-28')).toEqual([1, 2])
  })
})

describe('what is given back', () => {
  it.each<[string, Partial<WalletTerms>, PaidCycle, number]>([
    ['a part of a contribution that is no longer paid', {}, cycle(1, 20_000, 50_000), 30_000],
    ['all of a cycle without deposits', {}, cycle(1, 0, 50_000), 50_000],
    ['the share of a reversed deposit', { commissionKind: 'percent' }, cycle(1, 400_000, 50_000), 10_000],
    ['nothing while one contribution is paid', {}, cycle(1, 50_000, 50_000), 0],
    ['nothing where less than the due was taken', {}, cycle(1, 50_000, 20_000), 0],
  ])('is %s', (_name, fields, one, amount) => {
    const parts = amount > 0 ? [{ number: 1, amount }] : []
    expect(excessCommission(terms(fields), [one])).toEqual(parts)
  })
})

it('a month of ₦500.00 a day lived by hand', () => {
  const wallet = terms()
  let [paid, taken, balance] = [0, 0, 0]
  const deposit = (amount: number) => {
    ;[paid, balance] = [paid + amount, balance + amount]
    const open = openCommission(wallet, [cycle(1, paid, taken)])
    const now = sumOfParts(takeCommission(open, balance as Kobo))
    ;[taken, balance] = [taken + now, balance - now]
    return now
  }
  // A first part payment of ₦200.00 is kept whole, of the second the missing ₦300.00; then nothing more.
  expect([20_000, 50_000, 200_000, 50_000].map(deposit)).toEqual([20_000, 30_000, 0, 0])
  expect([paid, taken, balance]).toEqual([320_000, 50_000, 270_000])
})
