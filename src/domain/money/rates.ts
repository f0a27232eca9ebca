import type { BasisPoints } from '#contract/values'

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
