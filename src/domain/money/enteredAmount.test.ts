import { expect, it } from 'vitest'
import { amountFault, groupedAmount } from './enteredAmount'
import { formatNaira, koboOf } from './kobo'

const formula = 'Write the amount itself, not a formula.'
const hidden = 'It has characters that are not shown: type the amount.'
const digits = 'Write the amount in digits 0 to 9.'
const decimals = 'An amount has two decimals at most.'
const comma = 'Write kobo after a point, such as 1,000.50.'

it.each<[string, string | undefined]>([
  ['90,071,992,547,409.92', 'It is larger than any amount here.'],
  ['=2500', formula],
  ['2500=', formula],
  ['=1+1', formula],
  ['1+1', formula],
  ['3000-500', formula],
  ['(2500)', formula],
  ['1e3', 'Write the amount in full, not as 1e3.'],
  ['1.5E+3', 'Write the amount in full, not as 1e3.'],
  ['1.000,50', comma],
  ['2500,5', comma],
  ['1,00', comma],
  ['₦1.000,50', comma],
  ['1.000', decimals],
  ['1,000.505', decimals],
  ['1.000.50', undefined],
  ['1..5', undefined],
  ['1 000', undefined],
  ['2500 naira', undefined],
  ['₦', undefined],
  ['２５００', digits],
  ['٢٥٠٠', digits],
  ['2500²', digits],
  ['25\u200B00', hidden],
  ['\u200E2500', hidden],
  ['2500\u00AD', hidden],
  ['2500\n600', hidden],
  ['2500\t600', hidden],
])('%j is no amount, for the reason: %s', (text, fault) => {
  expect(koboOf(text)).toBeUndefined()
  expect(amountFault(text)).toBe(fault)
})

it.each([
  ['1,000.00', '₦1,000.00'],
  ['₦1,000', '₦1,000.00'],
  ['1000.5', '₦1,000.50'],
  ['-5', '−₦5.00'],
  [' 2500 ', '₦2,500.00'],
  ['\uFEFF2500\u00A0', '₦2,500.00'],
])('%j is exactly %s', (text, amount) => {
  const read = koboOf(text)
  expect(read === undefined ? '' : formatNaira(read)).toBe(amount)
  expect(amountFault(text)).toBeUndefined()
})

it.each([
  ['1500000', '1,500,000'],
  ['1500.5', '1,500.50'],
  ['₦2,500.00', '2,500.00'],
  ['-1234', '\u22121,234'],
  ['about 5', 'about 5'],
  ['', ''],
])('%j is shown as %s once the field is left', (text, grouped) => expect(groupedAmount(text)).toBe(grouped))
