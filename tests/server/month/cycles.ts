import { dayAfter, share, sum } from './loan'

/*
 * Cycles of savings wallets and their commissions in plain integers of kobo, as docs/use/rules.md says them. It imports nothing of
 * Alajo.
 */

export type Commission = {
  /** An amount of kobo, a contribution, or hundredths of a percent of what was paid in a cycle. */
  of: 'amount' | 'contribution' | 'percent'
  size: number
  /** The days of a cycle from the opening on; null for calendar months. */
  days: number | null
  /** Whether it is taken with each deposit, or once its cycle has ended. */
  isFirst: boolean
}
export type Cycle = {
  from: string
  through: string
  /** What a contribution is in it. */
  fixed: number
  paid: number
  taken: number
}
type Wallet = {
  openedOn: string
  /** Null for a charge a month, which has no cycles of its own. */
  commission: Commission | null
  cycles: Cycle[]
}

/** The first day of a day's month. */
export const firstOf = (day: string) => `${day.slice(0, 8)}01`

/** The first and last day of the cycle of a day; without a commission, of its month. */
export function spanOf({ commission, openedOn }: Pick<Wallet, 'commission' | 'openedOn'>, day: string) {
  const days = commission?.days
  if (!days) {
    const first = firstOf(day)
    return {
      from: first < openedOn ? openedOn : first,
      through: dayAfter(firstOf(dayAfter(first, 31)), -1),
    }
  }
  const since = (Date.parse(day) - Date.parse(openedOn)) / 86_400_000
  const from = dayAfter(openedOn, since - (since % days))
  return { from, through: dayAfter(from, days - 1) }
}

/** What a cycle costs with so much paid in it; never more than that. */
export function dueOf({ commission }: Pick<Wallet, 'commission'>, { fixed, paid }: Cycle) {
  if (!commission) return 0
  const { of, size } = commission
  return Math.min(paid, of === 'contribution' ? fixed : of === 'amount' ? size : share(paid, size))
}

/** What is taken of cycles, the oldest first, as far as a balance covers it. */
export function partsOf(wallet: Wallet, balance: number, isAsked: (cycle: Cycle) => boolean = () => true) {
  let left = balance
  return wallet.cycles
    .toSorted((a, b) => (a.from < b.from ? -1 : 1))
    .filter(isAsked)
    .flatMap((cycle) => {
      const open = dueOf(wallet, cycle) - cycle.taken
      const amount = Math.max(0, Math.min(left, open))
      left -= amount
      return open > 0 ? [{ cycle, amount, open }] : []
    })
}
/** What a transfer, a payout and the closing take first. */
export const owedOf = (wallet: Wallet, balance: number) =>
  sum(partsOf(wallet, balance).map(({ amount }) => amount))

/** What the reversal of a deposit of a cycle gives back. */
export const givenBack = (wallet: Wallet, cycle: Cycle, amount: number) =>
  Math.max(0, cycle.taken - dueOf(wallet, { ...cycle, paid: cycle.paid - amount }))
