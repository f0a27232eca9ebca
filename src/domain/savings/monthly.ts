import type { BasisPoints, Kobo } from '#contract/values'
import { addKobo, kobo, subtractKobo } from '../money/kobo'

/**
 * The interest of a month: a twelfth of the yearly rate, of the lowest balance of the month; half a kobo rounds up.
 * RangeError for a negative balance.
 */
export function monthlyInterest(lowest: Kobo, yearly: BasisPoints): Kobo {
  if (lowest < 0) throw new RangeError(`No interest is paid on less than nothing: ${lowest}`)
  return kobo(Number((BigInt(lowest) * BigInt(yearly) + 60_000n) / 120_000n))
}

/** A month's charge with what is still owed of earlier ones: what the balance covers, and what is left for the next one. */
export function monthlyCharge(balance: Kobo, { charge, owed }: { charge: Kobo; owed: Kobo }) {
  const due = addKobo(charge, owed)
  const taken = kobo(Math.min(balance, due))
  return { due, taken, open: subtractKobo(due, taken) }
}
