import type { BasisPoints, Kobo } from '#contract/values'
import { kobo, percentOf, subtractKobo, sumKobo } from '../money/kobo'
import type { Cycle, CycleTerms } from './cycles'

/** What the business keeps of a cycle of a wallet, and when. */
export type CommissionTerms = CycleTerms & {
  /** Nothing, the amount `charge`, one contribution, or `commissionBasisPoints` of what was paid in the cycle. */
  commissionKind: 'none' | 'amount' | 'contribution' | 'percent'
  charge: Kobo
  commissionBasisPoints: BasisPoints
  /** Whether it is taken as soon as the wallet covers it, or once the cycle has ended. */
  taken: 'first' | 'end'
}

/** The terms of a wallet: its contribution is `fixedAmount`. */
export type WalletTerms = CommissionTerms & { fixedAmount: Kobo }

/** A cycle with what was paid on its days, less what was reversed of that, and the commission taken for it. */
export type PaidCycle = Cycle & {
  paid: Kobo
  taken: Kobo
  /** What reversals gave back of its commission for good: so much less is due. */
  waived?: Kobo | undefined
  /** The contribution of the cycle, where it is not that of the terms. */
  fixedAmount?: Kobo | undefined
}

/** An amount of commission of a cycle. */
export type CommissionPart = { number: number; amount: Kobo }

/**
 * Whether the terms are a charge a month, which the run of a month's charges takes, also for a month without a deposit; all
 * others go by cycles.
 */
export const isMonthlyCharge = ({ commissionKind, cycleKind, taken }: CommissionTerms): boolean =>
  commissionKind === 'amount' && cycleKind === 'month' && taken === 'end'

/** Whether a commission is taken by cycles. */
export const hasCommission = (terms: CommissionTerms): boolean =>
  terms.commissionKind !== 'none' && !isMonthlyCharge(terms)

/**
 * The commission of a cycle in which so much was paid: nothing of a cycle without a deposit, never more than was paid, half a
 * kobo of a percentage up. RangeError for less than nothing paid.
 */
export const commissionDue = (terms: WalletTerms, paid: Kobo): Kobo =>
  paid === 0 ? kobo(0) : kobo(Math.min(paid, cycleCost(terms, paid)))

/**
 * What a cycle costs a wallet, for lists: the amount, the contribution, or the percentage of what was paid in it so far.
 * RangeError for less than nothing paid.
 */
export function cycleCost(terms: WalletTerms, paid: Kobo): Kobo {
  if (paid < 0) throw new RangeError(`A cycle has no deposits of less than nothing: ${paid}`)
  return {
    none: () => kobo(0),
    amount: () => terms.charge,
    contribution: () => terms.fixedAmount,
    percent: () => percentOf(paid, terms.commissionBasisPoints),
  }[terms.commissionKind]()
}

/** The commission of each cycle that is due and not taken, oldest first. */
export const openCommission = (terms: WalletTerms, cycles: readonly PaidCycle[]): CommissionPart[] =>
  partsOf(cycles, (cycle) => dueOf(terms, cycle) - cycle.taken)

/** The commission of each cycle that is more than its due once a deposit was reversed, and is given back; oldest first. */
export const excessCommission = (terms: WalletTerms, cycles: readonly PaidCycle[]): CommissionPart[] =>
  partsOf(cycles, (cycle) => cycle.taken - dueOf(terms, cycle))

/**
 * The cycles whose commission is taken without the wallet being paid out, once a day has ended: all of them, or those that
 * ended with it. With a deposit it is the day before that has ended. A payout and a closing take that of every cycle.
 */
export const cyclesToTake = <One extends Cycle>(
  { taken }: Pick<CommissionTerms, 'taken'>,
  cycles: readonly One[],
  ended: string,
): One[] => cycles.filter(({ through }) => taken === 'first' || through <= ended)

/** Takes what is open, oldest first, as far as the balance covers it. RangeError for a balance below nothing. */
export function takeCommission(open: readonly CommissionPart[], balance: Kobo): CommissionPart[] {
  if (balance < 0) throw new RangeError(`Nothing is taken of less than nothing: ${balance}`)
  let left = balance
  return open.flatMap(({ number, amount }) => {
    const part = kobo(Math.min(left, amount))
    left = subtractKobo(left, part)
    return part > 0 ? [{ number, amount: part }] : []
  })
}

/** The total of parts in kobo. */
export const sumOfParts = (parts: readonly CommissionPart[]): Kobo =>
  sumKobo(parts.map(({ amount }) => amount))

/** The commission of a cycle, less what was waived. */
export const dueOf = (
  terms: WalletTerms,
  {
    paid,
    waived = kobo(0),
    fixedAmount = terms.fixedAmount,
  }: Pick<PaidCycle, 'paid' | 'waived' | 'fixedAmount'>,
): Kobo => kobo(Math.max(0, commissionDue({ ...terms, fixedAmount }, paid) - waived))

const partsOf = (cycles: readonly PaidCycle[], amountOf: (cycle: PaidCycle) => number): CommissionPart[] =>
  cycles
    .toSorted((one, other) => one.number - other.number)
    .map((cycle) => ({ number: cycle.number, amount: kobo(amountOf(cycle)) }))
    .filter(({ amount }) => amount > 0)
