import { describe, expect, it } from 'vitest'
import { kobo } from '#domain/money/kobo'
import { weekChange } from './weekChange'

describe('this week against the last', () => {
  it.each([
    [112_00, 100_00, 1, '12% more than last week'],
    [96_00, 100_00, -1, '4% less than last week'],
    [100_00, 100_00, 0, 'As much as last week'],
    [0, 0, 0, 'As much as last week'],
    [5_00, 0, 1, 'None last week'],
    [0, 5_00, -1, '100% less than last week'],
    [100_001, 100_000, 1, 'Less than 1% more than last week'],
    [300_00, 100_00, 1, '200% more than last week'],
  ])('%d kobo after %d', (thisWeek, lastWeek, direction, text) => {
    expect(weekChange(kobo(thisWeek), kobo(lastWeek))).toEqual({ direction, text })
  })
})
