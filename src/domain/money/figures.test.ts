import { describe, expect, it } from 'vitest'
import { pluralize, formatCount, groupThousands } from './figures'

describe('figures', () => {
  it.each([
    ['0', '0'],
    ['999', '999'],
    ['1000', '1,000'],
    ['1234567', '1,234,567'],
  ])('%s is grouped as %s', (digits, shown) => {
    expect(groupThousands(digits)).toBe(shown)
    expect(formatCount(Number(digits))).toBe(shown)
  })

  it.each([
    [0, 'customer', '0 customers'],
    [1, 'customer', '1 customer'],
    [3180, 'customer', '3,180 customers'],
    [1, 'activity', '1 activity'],
    [2, 'activity', '2 activities'],
    [2, 'market day', '2 market days'],
  ])('%i of %s is %s', (count, noun, text) => expect(pluralize(count, noun)).toBe(text))
})
