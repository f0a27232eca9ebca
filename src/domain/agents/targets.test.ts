import { expect, it } from 'vitest'
import { kobo } from '../money/kobo'
import { targetProgress } from './targets'

const of = (savings: number, repaid: number, customers: number) => ({
  savings: kobo(savings),
  repaid: kobo(repaid),
  customers,
})

it('a target against what came', () => {
  // ₦1,000,000.00 of savings, ₦500,000.00 repaid and eight new customers.
  expect(targetProgress(of(100_000_000, 50_000_000, 8), of(87_500_000, 60_000_000, 7))).toEqual({
    savings: { target: 100_000_000, came: 87_500_000, missing: 12_500_000, share: '87.5%' },
    repaid: { target: 50_000_000, came: 60_000_000, missing: 0, share: '120.0%' },
    customers: { target: 8, came: 7, missing: 1, share: '87.5%' },
  })
})

it('nothing is missing without a target, and more reversed than collected is a share of nothing', () => {
  const { savings, repaid, customers } = targetProgress(of(0, 100, 0), of(500, -100, 2))
  expect(savings).toEqual({ target: 0, came: 500, missing: 0, share: '–' })
  expect(repaid).toEqual({ target: 100, came: -100, missing: 200, share: '0.0%' })
  expect(customers).toEqual({ target: 0, came: 2, missing: 0, share: '–' })
})
