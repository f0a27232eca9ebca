import { expect, it } from 'vitest'
import type { BasisPoints } from '#contract/values'
import { penaltyText } from './penalty'

it.each([
  [0, 7, 'None'],
  [500, 0, '5% of what is open, from the day after the due date'],
  [500, 1, '5% of what is open, after 1 day of grace'],
  [125, 14, '1.25% of what is open, after 14 days of grace'],
])('describes a penalty of %i hundredths of a percent after %i days', (rate, days, text) => {
  expect(penaltyText(rate as BasisPoints, days)).toBe(text)
})
