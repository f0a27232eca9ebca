import { describe, expect, it } from 'vitest'
import { periods, periodText } from './weekdays'

describe('the period of a market day', () => {
  it('names each day of the week, from Monday', () => {
    expect(periods.map(periodText)).toEqual([
      '1 Monday',
      '2 Tuesday',
      '3 Wednesday',
      '4 Thursday',
      '5 Friday',
      '6 Saturday',
      '7 Sunday',
    ])
  })

  it.each([0, 8, 1.5])('leaves %d as it is: no day has that number', (period) => {
    expect(periodText(period)).toBe(String(period))
  })
})
