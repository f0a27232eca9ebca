import type { Kobo } from '#contract/values'
import { kobo } from '../money/kobo'
import { addDays } from '../time/lagos'
import { type Cycle, cycleOf, type CycleTerms } from './cycles'

/** The last cycle of a wallet that has ended before a day; undefined while the first one runs. */
export function endedCycle(terms: CycleTerms, openedOn: string, day: string): Cycle | undefined {
  const { from, number } = cycleOf(terms, openedOn, day)
  return number === 1 ? undefined : cycleOf(terms, openedOn, addDays(from, -1))
}

/** What a wallet pays out: what it has, less the commission that it owes and what is held of it; nothing below zero. */
export const payableOf = (wallet: { balance: Kobo; owed: Kobo; held: Kobo }): Kobo =>
  kobo(Math.max(0, wallet.balance - wallet.owed - wallet.held))
