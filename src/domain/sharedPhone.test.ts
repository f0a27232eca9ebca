import { expect, it } from 'vitest'
import { sharedPhoneText } from './sharedPhone'

it.each([
  [{ count: 0, names: [] }, undefined],
  [{ count: 1, names: ['Ada Obi'] }, 'Ada Obi has this phone number too.'],
  [{ count: 2, names: ['Ada Obi', 'Bola Ige'] }, 'Ada Obi, Bola Ige have this phone number too.'],
  [{ count: 2, names: [] }, 'Another admin has this phone number too.'],
])('names who shares a phone number: %j', (others, text) => {
  expect(sharedPhoneText(others)).toBe(text)
})
