import { formatNaira, koboOf } from './kobo'

const faults: readonly (readonly [RegExp, string])[] = [
  [
    /\p{Cf}|\p{Cc}|\p{Variation_Selector}|\u034f|\u3164/u,
    'It has characters that are not shown: type the amount.',
  ],
  [/[=()*/]|\d[+\u2212-]/, 'Write the amount itself, not a formula.'],
  [/(?!\d)[\p{N}]/u, 'Write the amount in digits 0 to 9.'],
  [/\de[+-]?\d/i, 'Write the amount in full, not as 1e3.'],
  [/^\D*(?:\d+|\d{1,3}(?:\.\d{3})+),\d{1,2}$/, 'Write kobo after a point, such as 1,000.50.'],
  [/^\D*[\d,]+\.\d{3,}$/, 'An amount has two decimals at most.'],
  [/^\D*(?:\d,?){14,}(?:\.\d{1,2})?$/, 'It is larger than any amount here.'],
]

/** Why a text is no amount, where more can be said of it than that; undefined also for an amount. */
export const amountFault = (text: string): string | undefined =>
  koboOf(text) === undefined ? faults.find(([pattern]) => pattern.test(text.trim()))?.[1] : undefined

/** An entered amount with its digits in groups, without kobo where none were written: '1500000' as '1,500,000'. Other texts stay. */
export function groupedAmount(text: string): string {
  const amount = koboOf(text)
  if (amount === undefined) return text
  const grouped = formatNaira(amount).replace('₦', '')
  return text.includes('.') ? grouped : grouped.replace(/\.00$/, '')
}
