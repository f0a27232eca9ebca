import { expect, it } from 'vitest'
import { amountInWords } from './amountWords'
import { kobo } from './kobo'

it.each([
  [99_999_999, undefined],
  [100_000_000, 'One million naira'],
  [150_000_050, 'One million five hundred thousand naira fifty kobo'],
  [1_000_001_900, 'Ten million and nineteen naira'],
  [
    12_345_678_901,
    'One hundred and twenty-three million four hundred and fifty-six thousand seven hundred and eighty-nine naira one kobo',
  ],
  [100_000_000_000, 'One billion naira'],
  [2_000_010_000_000, 'Twenty billion one hundred thousand naira'],
  [
    Number.MAX_SAFE_INTEGER,
    'Ninety trillion seventy-one billion nine hundred and ninety-two million five hundred and forty-seven thousand four hundred and nine naira ninety-one kobo',
  ],
])('%i kobo are said as %s', (amount, words) => {
  expect(amountInWords(kobo(amount))).toBe(words)
})
