import type { BasisPoints, Kobo } from '#contract/values'
import { groupThousands } from './figures'

/** Whole kobo from a number. RangeError unless it is a safe integer: past that, sums would lose kobo. */
export function kobo(n: number): Kobo {
  if (!Number.isSafeInteger(n)) throw new RangeError(`Not a safe whole number of kobo: ${n}`)
  return (n + 0) as Kobo // turns -0 into 0
}

/** Sum in kobo. RangeError when it is not a safe integer. */
export const addKobo = (a: Kobo, b: Kobo): Kobo => kobo(a + b)

/** Difference in kobo. RangeError when it is not a safe integer. */
export const subtractKobo = (a: Kobo, b: Kobo): Kobo => kobo(a - b)

/** The opposite amount: the debit of a credit. */
export const negateKobo = (a: Kobo): Kobo => kobo(0 - a)

/** Total in kobo, 0 for none, whatever the order. RangeError when the total is not a safe integer. */
export function sumKobo(amounts: Iterable<Kobo>): Kobo {
  let total = 0n // big, so that a partial sum may pass the limit which the total keeps
  for (const amount of amounts) total += BigInt(amount)
  return kobo(Number(total))
}

/** A rate of an amount in whole kobo; half a kobo rounds up. RangeError for a negative amount. */
export function percentOf(amount: Kobo, rate: BasisPoints): Kobo {
  if (amount < 0) throw new RangeError(`No rate is taken of less than nothing: ${amount}`)
  return kobo(Number((BigInt(amount) * BigInt(rate) + 5_000n) / 10_000n))
}

/** Naira in wire form: '1500.00', '-0.05'. */
export function nairaOf(amount: Kobo): string {
  const { sign, whole, fraction } = digitsOf(amount)
  return `${sign}${whole}.${fraction}`
}

/** Naira for the screen: '₦1,234,567.50', '−₦5.00' with the minus sign U+2212. */
export function formatNaira(amount: Kobo): string {
  const { sign, whole, fraction } = digitsOf(amount)
  return `${sign && minus}₦${groupThousands(whole)}.${fraction}`
}

/** For a narrow place, without the decimals of a whole amount: '₦71,200', '−₦900.50'. */
export const wholeNaira = (amount: Kobo): string => formatNaira(amount).replace(/\.00$/, '')

/** The sign of an amount below zero, as wide as a plus; everywhere before the ₦. */
export const minus = '\u2212'

const nairaPattern = /^([-\u2212]?)₦?(\d+|\d{1,3}(?:,\d{3})+)(?:\.(\d{1,2}))?$/

/**
 * Kobo from naira as written by a person, the wire or `formatNaira`: '1500', '1,500.5', ' −₦5.00 '.
 * Undefined for anything else, for a third decimal and past the safe integers: nothing is rounded.
 */
export function koboOf(naira: string | number): Kobo | undefined {
  const [, sign, whole, fraction = ''] = nairaPattern.exec(String(naira).trim()) ?? []
  if (whole === undefined) return undefined
  const size = Number(`${whole.replaceAll(',', '')}${fraction.padEnd(2, '0')}`)
  return Number.isSafeInteger(size) ? kobo(sign ? -size : size) : undefined
}

/** Splits the digits as text: dividing by 100 would use a float. */
function digitsOf(amount: Kobo) {
  const digits = String(Math.abs(amount)).padStart(3, '0')
  return { sign: amount < 0 ? '-' : '', whole: digits.slice(0, -2), fraction: digits.slice(-2) }
}
