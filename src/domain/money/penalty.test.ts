import { expect, it } from 'vitest'
import type { BasisPoints } from '#contract/values'
import { kobo } from './kobo'
import { penaltyAt, penaltyLeft, penaltyText } from './penalty'

it.each([
  [0, 7, 'None'],
  [500, 0, '5% of what is open, from the day after the due date'],
  [500, 1, '5% of what is open, after 1 day of grace'],
  [125, 14, '1.25% of what is open, after 14 days of grace'],
])('describes a penalty of %i hundredths of a percent after %i days', (rate, days, text) => {
  expect(penaltyText(rate as BasisPoints, days)).toBe(text)
})

it.each([
  // 5% of ₦10,000.00, and of what is open once ₦4,000.00 are paid.
  [1_000_000, 500, 50_000],
  [600_000, 500, 30_000],
  [0, 500, 0],
  // Half a kobo up: 1.25% of 40 and of 39 kobo.
  [40, 125, 1],
  [39, 125, 0],
])('%i kobo open at %i hundredths of a percent cost %i', (open, rate, penalty) => {
  expect(penaltyAt(kobo(open), rate as BasisPoints)).toBe(penalty)
})

it.each([
  // ₦500.00 were posted for ₦10,000.00; of these ₦4,000.00 had been paid in time, or all.
  ['rate', 50_000, 600_000, 30_000],
  ['rate', 50_000, 0, 0],
  // It never grows: the rate was of less.
  ['rate', 50_000, 2_000_000, 50_000],
  ['daily', 20_000, 1, 20_000],
  ['daily', 20_000, 0, 0],
] as const)(
  'of a penalty by %s of %i kobo, with %i open on its day, %i stays',
  (kind, posted, open, left) => {
    expect(penaltyLeft(kind, 500 as BasisPoints, { posted: kobo(posted), open: kobo(open) })).toBe(left)
  },
)
