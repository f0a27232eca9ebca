import { describe, expect, it } from 'vitest'
import type { BasisPoints } from '#contract/values'
import { kobo } from '../money/kobo'
import { type PayRates, payRatesOf, payStatement, payText, setOffFault } from './pay'

const rates = (earned: number, savings = 0, repayments = 0) =>
  ({ earned, savings, repayments }) as Record<keyof PayRates, BasisPoints>
const bases = (earned: number, savings: number, repayments: number) => ({
  earned: kobo(earned),
  savings: kobo(savings),
  repayments: kobo(repayments),
})

describe('a statement', () => {
  it.each([
    // ₦29,000.00 of commissions, ₦1,000,000.00 of savings, ₦250,000.00 of repayments.
    [[2_900_000, 100_000_000, 25_000_000], rates(2000, 50, 100), [580_000, 500_000, 250_000], 1_330_000],
    [[2_900_000, 100_000_000, 25_000_000], rates(2000), [580_000, 0, 0], 580_000],
    // Half a kobo up, of each base alone.
    [[25, 25, 24], rates(200, 200, 200), [1, 1, 0], 2],
    [[0, 0, 0], rates(2000, 50, 100), [0, 0, 0], 0],
    // More savings were reversed than collected: ₦50.00 are taken back.
    [[2_900_000, -1_000_000, 0], rates(2000, 50), [580_000, -5000, 0], 575_000],
    // A month that takes back more than it pays.
    [[0, -1_000_000, 0], rates(2000, 50), [0, -5000, 0], 0],
  ] as const)('of %j kobo at %j pays %j, in all %d', ([earned, savings, repaid], at, amounts, total) => {
    const statement = payStatement(bases(earned, savings, repaid), at)
    expect(statement.lines.map(({ amount }) => amount)).toEqual(amounts)
    expect(statement.total).toBe(total)
  })

  it('names base and rate of each line', () => {
    expect(payStatement(bases(100, 200, 300), rates(1000, 500, 0)).lines).toEqual([
      { of: 'earned', base: 100, rate: 1000, amount: 10 },
      { of: 'savings', base: 200, rate: 500, amount: 10 },
      { of: 'repayments', base: 300, rate: 0, amount: 0 },
    ])
  })
})

describe('the rates of an agent', () => {
  const terms = [
    { from: '2026-11', agentId: null, rates: rates(2000) },
    { from: '2026-09', agentId: null, rates: rates(1000) },
    { from: '2026-10', agentId: 7, rates: rates(3000) },
    { from: '2026-10', agentId: 7, rates: rates(3500) },
  ]
  it.each([
    [7, '2026-09', rates(1000)],
    [7, '2026-10', rates(3500)],
    [7, '2026-12', rates(3500)],
    [8, '2026-10', rates(1000)],
    [8, '2027-01', rates(2000)],
    [8, '2026-08', undefined],
  ])('%d in %s', (agentId, month, expected) => {
    expect(payRatesOf(terms, agentId, month)).toEqual(expected)
  })
})

it.each([
  [580_000, 580_000, undefined],
  [580_000, 579_999, 'The agent holds ₦5,799.99, less than ₦5,800.00.'],
  [580_000, -1, 'The agent holds ₦0.00, less than ₦5,800.00.'],
])('a set-off of %d kobo with %d held: %s', (total, held, fault) => {
  expect(setOffFault(kobo(total), kobo(held))).toBe(fault)
})

it.each([
  [rates(2000, 50), '20% of commissions and charges, 0.5% of savings collected'],
  [rates(0, 0, 100), '1% of repayments collected'],
  [rates(0), 'Nothing'],
])('%j reads %s', (one, text) => {
  expect(payText(one)).toBe(text)
})
