import { expect, it } from 'vitest'
import { monthAfter, monthOf, monthsBefore, monthsFrom, monthText } from './months'

it.each([
  ['2026-01-31', '2026-01-01', '2026-02-01', 'Jan 2026'],
  ['2026-02-01', '2026-02-01', '2026-03-01', 'Feb 2026'],
  ['2026-12-15', '2026-12-01', '2027-01-01', 'Dec 2026'],
])('%s is in the month from %s, before %s: %s', (day, month, next, text) => {
  expect(monthOf(day)).toBe(month)
  expect(monthAfter(month)).toBe(next)
  expect(monthText(month)).toBe(text)
})

it('lists months from one on, and before it', () => {
  expect(monthsFrom('2026-11-01', 3)).toEqual(['2026-11-01', '2026-12-01', '2027-01-01'])
  expect(monthsBefore('2027-01-01', 2)).toEqual(['2026-12-01', '2026-11-01'])
})
