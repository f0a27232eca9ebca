import type { BasisPoints, Kobo } from '#contract/values'
import { formatNaira, kobo, percentOf, subtractKobo } from './kobo'

/** The savings, in kobo, that are held as security of a loan: a part of its amount, half a kobo up. */
export const securityOf = (amount: Kobo, security: BasisPoints): Kobo => percentOf(amount, security)

/** What can leave a wallet, in kobo: its balance less what is held; never below 0. */
export const freeBalance = (balance: Kobo, held: Kobo): Kobo => kobo(Math.max(0, balance - held))

/** Why a wallet can't be the security of a loan, by what is not held of it yet; undefined if it can. */
export const securityFault = (free: Kobo, security: Kobo): string | undefined =>
  free < security
    ? `The security is ${formatNaira(security)}; the wallet has ${formatNaira(free)} that is not held.`
    : undefined

/** What a set-off pays, in kobo: what is held, at most what is owed; what is then left of both. */
export function setOff(held: Kobo, owed: Kobo): { paid: Kobo; released: Kobo; owed: Kobo } {
  const paid = kobo(Math.min(held, owed))
  return { paid, released: subtractKobo(held, paid), owed: subtractKobo(owed, paid) }
}
