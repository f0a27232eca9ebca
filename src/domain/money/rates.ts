import type { BasisPoints, Kobo } from '#contract/values'
import { minus } from './kobo'

/** Accepts more digits than any rate has, so that 1000 percent is parsed and then rejected. */
const percentPattern = /^(\d{1,6})(?:\.(\d{1,2}))?\s*%?$/

/** Hundredths of a percent from a percentage as written: 12.5, '12.50', '5 %'. Undefined for anything else. */
export function basisPointsOf(percent: string | number): BasisPoints | undefined {
  const [, whole, fraction = ''] = percentPattern.exec(String(percent).trim()) ?? []
  return whole === undefined ? undefined : (Number(whole + fraction.padEnd(2, '0')) as BasisPoints)
}

/** The percentage as a number: 1250 hundredths are 12.5. */
export const percentNumber = (rate: BasisPoints): number => rate / 100

/** For the screen: '12.5%'. */
export const formatRate = (rate: BasisPoints): string => `${percentNumber(rate)}%`

/** A part of a whole in tenths of a percent. */
const tenthsOf = (part: Kobo, whole: Kobo): bigint =>
  whole <= 0 ? 0n : (BigInt(part) * 2000n + BigInt(whole)) / (BigInt(whole) * 2n)

/** A part of a whole for the screen, to a tenth of a percent: '4.6%'; a dash where there is no whole. */
export function shareText(part: Kobo, whole: Kobo): string {
  if (whole <= 0) return '–'
  const tenths = tenthsOf(part, whole)
  return `${tenths / 10n}.${tenths % 10n}%`
}

type Share = readonly [part: Kobo, whole: Kobo]

/** The difference of two shares as shown, in percentage points: '+0.4', '−0.2', '0.0'. */
export function shareChange(now: Share, before: Share): string {
  const change = tenthsOf(...now) - tenthsOf(...before)
  const size = change < 0n ? -change : change
  return `${change > 0n ? '+' : change < 0n ? minus : ''}${size / 10n}.${size % 10n}`
}
