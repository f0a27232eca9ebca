import type { Kobo } from '#contract/values'
import { type ReducingTerms, wholeOf } from './reducing'

/** A loan as its customer sees it: the instalments in their order, one a period, and what comes in hand after all fees. */
export type LoanFlow = {
  /** In kobo: the amount, less the fees that are kept back and those that were paid in advance. */
  received: Kobo
  instalments: readonly Kobo[]
  period: ReducingTerms['period']
}

/** Above this no rate is looked for, in hundredths of a percent. */
const mostRate = 100_000_000

/**
 * The annual percentage rate in hundredths of a percent, to the next one: the yearly rate at which a loan by reducing balance of
 * `received` has just these instalments. A period's rate is a 12th, a 52nd or a 365th of it, so that a reducing loan without
 * fees has the rate of its terms; days by which a holiday moves an instalment don't count. Found by bisection in exact integers.
 * Undefined where nothing is received, or the rate would be above 1,000,000 %.
 */
export function aprOf(flow: LoanFlow): number | undefined {
  if (flow.received <= 0) return undefined
  if (isAbove(flow, 2 * mostRate + 1)) return undefined
  // In half steps, of which the odd ones are where a rate begins to be the nearer one.
  let [low, high] = [0, mostRate]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (isAbove(flow, 2 * middle - 1)) low = middle
    else high = middle - 1
  }
  return low
}

/** The rate for people: '26.82% a year'; a dash where there is none. */
export const aprText = (rate: number | undefined): string =>
  rate === undefined ? '–' : `${rate / 100}% a year`

/**
 * Whether the instalments pay a rate or more, given in half hundredths of a percent: at that rate they pay off all that was
 * received. What is open after each is kept multiplied by the whole of a rate, which makes it an integer.
 */
function isAbove({ received, instalments, period }: LoanFlow, halves: number): boolean {
  const whole = 2n * wholeOf(period)
  const grown = whole + BigInt(halves)
  let [open, scale] = [BigInt(received), 1n]
  for (const instalment of instalments) {
    scale *= whole
    open = open * grown - BigInt(instalment) * scale
  }
  return open <= 0n
}
