import { daysAfter, type ModelLoan, type Punished, punish } from './loanModel'

/** A savings wallet with what the end of a month costs and pays. */
export type ModelWallet = {
  id: number
  reference: string
  /** Hundredths of a percent a year. */
  yearly: number
  charge: number
  /** Charges that were not covered. */
  owed: number
}
export type ModelRun = {
  kind: 'penalties' | 'interest' | 'charges'
  day: string
  state: 'done' | 'short'
  posted: number
  amount: number
  skipped: number
}
/** What an account gained at a time; it does not count for interest when it was a deposit that is reversed, or its reversal. */
export type Change = { at: Date; amount: number; counts: boolean }
/** The interest of a wallet for a month: what its run paid, and what reversed deposits took back of it. */
type Interest = {
  run: ModelRun
  wallet: ModelWallet
  paid: number
  corrected: number
  state: 'closed' | 'waiting' | 'reversed'
}

type Books = {
  start: Date
  wallets: readonly ModelWallet[]
  loans: readonly ModelLoan[]
  balance: (account: string) => number
  gain: (account: string, amount: number) => void
  /** All changes of an account, in time. */
  changesOf: (account: string) => readonly Change[]
  addPenalty: (penalty: Punished) => void
}

/** The day in Lagos, which is an hour ahead of UTC all year. */
export const dayOf = (at: Date) => new Date(at.getTime() + 3_600_000).toISOString().slice(0, 10)
const startOf = (day: string) => new Date(Date.parse(day) - 3_600_000)

/** A small model of what the server posts when days and months end. */
export function openRunModel({ start, wallets, loans, balance, gain, changesOf, addPenalty }: Books) {
  const runs: ModelRun[] = []
  /** The day on which a run was tried last. */
  const triedOn = new Map<ModelRun, string>()
  const interests: Interest[] = []
  let next = dayOf(start)
  const openedOn = dayOf(start)

  /** Closes all days that ended five minutes before a time. */
  function close(now: Date) {
    const today = dayOf(now)
    const through = daysAfter(dayOf(new Date(now.getTime() - 300_000)), -1)
    for (const run of runs) if (run.state === 'short' && triedOn.get(run) !== today) pay(run, today)
    for (; next <= through; next = daysAfter(next, 1)) {
      endDay(next)
      if (daysAfter(next, 1).endsWith('-01')) endMonth(next, today)
    }
  }

  function endDay(day: string) {
    const penalties = loans.flatMap((loan) => punish(loan, day))
    const amount = penalties.reduce((sum, { penalty }) => sum + penalty, 0)
    for (const one of penalties) addPenalty(one)
    runs.push({ kind: 'penalties', day, state: 'done', posted: penalties.length, amount, skipped: 0 })
  }

  function endMonth(day: string, today: string) {
    const first = `${day.slice(0, 8)}01`
    const whole = openedOn < first ? wallets : []
    const run: ModelRun = { kind: 'interest', day, state: 'done', posted: 0, amount: 0, skipped: 0 }
    runs.push(run)
    for (const wallet of whole) interests.push({ run, wallet, paid: 0, corrected: 0, state: 'waiting' })
    pay(run, today)

    const charges = whole.filter(({ charge, owed }) => charge + owed > 0).map(takeCharge)
    const taken = charges.filter((amount) => amount > 0)
    runs.push({
      kind: 'charges',
      day,
      state: 'done',
      posted: taken.length,
      amount: taken.reduce((sum, one) => sum + one, 0),
      skipped: whole.filter(({ owed }) => owed > 0).length,
    })
  }

  /** What a wallet earns for the month that ends with a day, also as if a change had not been. */
  function earnedBy({ reference, yearly }: ModelWallet, day: string, without?: Change) {
    const [from, to] = [startOf(`${day.slice(0, 8)}01`), startOf(daysAfter(day, 1))]
    let after = 0
    let lowest: number | undefined
    for (const change of changesOf(reference)) {
      if (change.at >= to) break
      if (change.at >= from) lowest ??= after
      if (change.counts && change !== without) after += change.amount
      if (change.at >= from) lowest = Math.min(lowest ?? after, after)
    }
    return Math.floor((Math.max(0, lowest ?? after) * yearly + 60_000) / 120_000)
  }

  /** Pays interest while the saving wallet of the business covers it; what waits is calculated again. */
  function pay(run: ModelRun, today: string) {
    triedOn.set(run, today)
    run.skipped = 0
    for (const one of interests.filter((one) => one.run === run && one.state === 'waiting')) {
      const earned = earnedBy(one.wallet, run.day)
      if (earned > balance('SW')) {
        run.skipped += 1
        continue
      }
      one.state = 'closed'
      if (earned === 0) continue
      one.paid = earned
      gain('SW', -earned)
      gain(one.wallet.reference, earned)
      run.posted += 1
      run.amount += earned
    }
    run.state = run.skipped > 0 ? 'short' : 'done'
  }

  /** What the reversal of a deposit now changes of the interest of earlier months, by month. */
  function correctionsFor(account: string, deposit: Change, now: Date) {
    const since = dayOf(deposit.at)
    if (since.slice(0, 7) === dayOf(now).slice(0, 7)) return []
    return interests.flatMap((one) => {
      const { wallet, run, paid, corrected, state } = one
      if (wallet.reference !== account || run.day < since || state !== 'closed') return []
      const amount = earnedBy(wallet, run.day, deposit) - paid - corrected
      return amount === 0 ? [] : [{ one, amount }]
    })
  }

  /** The interest that a run paid to a wallet for the month that ends with a day. */
  const interestOf = (account: string, day: string) =>
    interests.find(({ wallet, run }) => wallet.reference === account && run.day === day)

  function takeCharge(wallet: ModelWallet) {
    const due = wallet.charge + wallet.owed
    const taken = Math.min(balance(wallet.reference), due)
    wallet.owed = due - taken
    if (taken > 0) {
      gain(wallet.reference, -taken)
      gain('TW', taken)
    }
    return taken
  }

  return { runs, close, correctionsFor, interestOf }
}
