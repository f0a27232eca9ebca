import { describe, expect, it } from 'vitest'
import { nextWeekday, periods, periodText, weekdaysText } from './weekdays'

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

describe('the next market day', () => {
  it.each([
    [1, '2026-11-23'],
    [3, '2026-11-25'],
    [4, '2026-11-19'],
    [7, '2026-11-22'],
  ])('with period %d is after Wednesday, 18 November 2026: %s', (period, day) => {
    expect(nextWeekday(period, '2026-11-18')).toBe(day)
  })
})

it.each([
  [[7], 'Sundays'],
  [[7, 6], 'Saturdays and Sundays'],
  [[1, 3, 5], 'Mondays, Wednesdays and Fridays'],
])('the weekdays %j are %s', (weekdays, text) => {
  expect(weekdaysText(weekdays)).toBe(text)
})
