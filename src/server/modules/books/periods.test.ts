import { describe, expect, it } from 'vitest'
import { periodBefore } from './periods'

describe('the period before', () => {
  it.each([
    ['a month', '2026-03-01', '2026-03-31', '2026-02-01', '2026-02-28'],
    ['a quarter', '2026-04-01', '2026-06-30', '2026-01-01', '2026-03-31'],
    ['a year after a leap year', '2025-01-01', '2025-12-31', '2024-01-01', '2024-12-31'],
    ['a leap year', '2028-01-01', '2028-12-31', '2027-01-01', '2027-12-31'],
    ['a week over the end of a year', '2026-12-28', '2027-01-03', '2026-12-21', '2026-12-27'],
    ['a day', '2027-01-01', '2027-01-01', '2026-12-31', '2026-12-31'],
    ['the first half of a month', '2026-03-01', '2026-03-15', '2026-02-14', '2026-02-28'],
  ])('of %s', (_what, from, through, first, last) => {
    expect(periodBefore({ from, through })).toEqual({ from: first, through: last })
  })
})
