import { expect, it } from 'vitest'
import { kobo } from '#domain/money/kobo'
import { changeText } from './changeText'

it.each([
  [110_00, 100_00, '₦10.00 (10.0%) more than last week'],
  [90_00, 100_00, '₦10.00 (10.0%) less than last week'],
  [100_00, 0, '₦100.00 more than last week'],
  [100_00, 100_00, 'As much as last week'],
])('%d kobo after %d are %s', (now, before, text) => {
  expect(changeText(kobo(now), kobo(before), 'last week')).toBe(text)
})
