import { expect, it } from 'vitest'
import { sharedPhoneText } from './sharedPhone'

it.each([
  [{ count: 0, names: [] }, undefined],
  [{ count: 1, names: ['Ada Obi'] }, 'Ada Obi has this phone number too.'],
  [{ count: 2, names: ['Ada Obi', 'Bola Ige'] }, 'Ada Obi, Bola Ige have this phone number too.'],
  [{ count: 9, names: ['Ada Obi', 'Bola Ige'] }, 'Ada Obi, Bola Ige and 7 more have this phone number too.'],
  [{ count: 2, names: [] }, 'Another admin has this phone number too.'],
])('names who shares a phone number: %j', (others, text) => {
  expect(sharedPhoneText(others, 'admin')).toBe(text)
})

it('says that a customer of the same name may be the same one', () => {
  const others = { count: 1, names: ['Ada Obi (CU-000012)'] }
  expect(sharedPhoneText({ ...others, same_name: true }, 'customer')).toBe(
    'Ada Obi (CU-000012) has this phone number too. The name is the same as well: this may be the same customer.',
  )
  expect(sharedPhoneText({ ...others, same_name: false }, 'customer')).toBe(
    'Ada Obi (CU-000012) has this phone number too.',
  )
  expect(sharedPhoneText({ count: 1, names: [], same_name: true }, 'customer')).toBe(
    'Another customer has this phone number too. The name is the same as well: this may be the same customer.',
  )
})
