import type { BasisPoints, Kobo } from '#contract/values'
import { kobo } from '../money/kobo'

/**
 * The interest of a month: a twelfth of the yearly rate, of the lowest balance of the month; half a kobo rounds up.
 * RangeError for a negative balance.
 */
export function monthlyInterest(lowest: Kobo, yearly: BasisPoints): Kobo {
  if (lowest < 0) throw new RangeError(`No interest is paid on less than nothing: ${lowest}`)
  return kobo(Number((BigInt(lowest) * BigInt(yearly) + 60_000n) / 120_000n))
}

/** What of a month's charge a balance covers; the rest is taken with the next one. */
export const coveredCharge = (balance: Kobo, charge: Kobo): Kobo => kobo(Math.min(balance, charge))
