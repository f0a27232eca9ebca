import { describe, expect, it } from 'vitest'
import type { BasisPoints } from '#contract/values'
import { agentPay, type Brought, type PayRates, payRatesOf } from './agentPay'
import { kobo } from './kobo'

const naira = (amount: number) => kobo(Math.round(amount * 100))
const rates = (commissions: number, savings: number, repayments: number): PayRates => ({
  commissions: (commissions * 100) as BasisPoints,
  savings: (savings * 100) as BasisPoints,
  repayments: (repayments * 100) as BasisPoints,
})
const brought = (commissions: number, savings: number, repayments: number): Brought => ({
  commissions: naira(commissions),
  savings: naira(savings),
  repayments: naira(repayments),
})

describe('what an agent gets for a month', () => {
  it.each([
    // 30 customers of ₦500 a day: a third of 30 first contributions.
    ['a share of commissions', brought(15_000, 465_000, 0), rates(33.33, 0, 0), [4999.5, 0, 0], 4999.5],
    [
      '1 % of savings and 2 % of repayments',
      brought(0, 465_000, 80_000),
      rates(0, 1, 2),
      [0, 4650, 1600],
      6250,
    ],
    ['all of it', brought(1200, 100, 50), rates(100, 100, 100), [1200, 100, 50], 1350],
    ['nothing, without rates', brought(1200, 100, 50), rates(0, 0, 0), [0, 0, 0], 0],
    ['half a kobo up', brought(0, 0.5, 0), rates(0, 1, 0), [0, 0.01, 0], 0.01],
    ['less than half a kobo down', brought(0, 0.49, 0), rates(0, 1, 0), [0, 0, 0], 0],
    [
      'less, where more was reversed than came',
      brought(-500, -4500.5, 2000),
      rates(50, 1, 1),
      [-250, -45.01, 20],
      -275.01,
    ],
  ])('%s', (_name, came, shares, amounts, total) => {
    const [commissions = 0, savings = 0, repayments = 0] = amounts
    expect(agentPay(came, shares)).toEqual({
      amounts: brought(commissions, savings, repayments),
      total: naira(total),
    })
  })
})

describe('the rates of a month', () => {
  const terms = [
    { agentId: null, fromMonth: '2026-03-01', rates: rates(10, 0, 0) },
    { agentId: 7, fromMonth: '2026-05-01', rates: rates(20, 0, 0) },
    { agentId: null, fromMonth: '2026-06-01', rates: rates(30, 0, 0) },
    { agentId: 7, fromMonth: '2026-08-01', rates: null },
    { agentId: null, fromMonth: '2026-06-01', rates: rates(31, 0, 0) },
  ]
  it.each([
    [7, '2026-02-01', undefined],
    [7, '2026-04-01', 10],
    [7, '2026-05-01', 20],
    [7, '2026-07-01', 20],
    [7, '2026-08-01', 31],
    [8, '2026-05-01', 10],
    [8, '2026-06-01', 31],
  ])('of agent %i in %s', (agentId, month, commissions) => {
    const expected = commissions === undefined ? undefined : rates(commissions, 0, 0)
    expect(payRatesOf(terms, agentId, month)).toEqual(expected)
  })
})
