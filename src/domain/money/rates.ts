import type { BasisPoints } from '#contract/values'

/** More digits than any rate has, so that 1000 percent is read and refused, and never taken for hundredths. */
const percentPattern = /^(\d{1,6})(?:\.(\d{1,2}))?\s*%?$/

/** Hundredths of a percent from a percentage as written: 12.5, '12.50', '5 %'. Undefined for anything else. */
export function basisPointsOf(percent: string | number): BasisPoints | undefined {
  const [, whole, fraction = ''] = percentPattern.exec(String(percent).trim()) ?? []
  return whole === undefined ? undefined : (Number(whole + fraction.padEnd(2, '0')) as BasisPoints)
}

/** The number of percent: 1250 hundredths are 12.5. */
export const percentNumber = (rate: BasisPoints): number => rate / 100

/** As the screen has it: '12.5%'. */
export const formatRate = (rate: BasisPoints): string => `${percentNumber(rate)}%`
