import { describe, expect, it } from 'vitest'
import { kobo } from '../money/kobo'
import { endedCycle, payableOf } from './payout'

const months = { cycleKind: 'month', cycleDays: 31 } as const
const of31 = { cycleKind: 'days', cycleDays: 31 } as const

describe('the cycle that has ended', () => {
  it.each([
    // Opened on 10 March: its first month has 22 days.
    [months, '2026-03-10', '2026-03-31', undefined],
    [months, '2026-03-10', '2026-04-01', { number: 1, from: '2026-03-10', through: '2026-03-31' }],
    [months, '2026-03-10', '2026-05-31', { number: 2, from: '2026-04-01', through: '2026-04-30' }],
    // 31 days from 10 March on: through 9 April.
    [of31, '2026-03-10', '2026-04-09', undefined],
    [of31, '2026-03-10', '2026-04-10', { number: 1, from: '2026-03-10', through: '2026-04-09' }],
    [of31, '2026-03-10', '2026-05-11', { number: 2, from: '2026-04-10', through: '2026-05-10' }],
  ])('%o, opened on %s: on %s', (terms, openedOn, day, cycle) => {
    expect(endedCycle(terms, openedOn, day)).toEqual(cycle)
  })
})

describe('what a wallet pays out', () => {
  it.each([
    // 31 days of ₦500, one contribution kept already.
    [15_000, 0, 0, 15_000],
    // The commission is still owed.
    [15_500, 500, 0, 15_000],
    // ₦2,000 are held for a loan.
    [15_500, 500, 2000, 13_000],
    [300, 500, 0, 0],
  ])('₦%s, owes ₦%s, ₦%s held: ₦%s', (balance, owed, held, payable) => {
    const naira = (amount: number) => kobo(amount * 100)
    expect(payableOf({ balance: naira(balance), owed: naira(owed), held: naira(held) })).toBe(naira(payable))
  })
})
