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
type Short = { run: ModelRun; triedOn: string; open: { wallet: ModelWallet; earned: number }[] }

type Books = {
  start: Date
  wallets: readonly ModelWallet[]
  loans: readonly ModelLoan[]
  balance: (account: string) => number
  gain: (account: string, amount: number) => void
  /** The balances of an account after each of its movements, in time. */
  balancesOf: (account: string) => readonly { at: Date; after: number }[]
  addPenalty: (penalty: Punished) => void
}

/** The day in Lagos, which is an hour ahead of UTC all year. */
export const dayOf = (at: Date) => new Date(at.getTime() + 3_600_000).toISOString().slice(0, 10)
const startOf = (day: string) => new Date(Date.parse(day) - 3_600_000)

/** A small model of what the server posts when days and months end. */
export function openRunModel({ start, wallets, loans, balance, gain, balancesOf, addPenalty }: Books) {
  const runs: ModelRun[] = []
  let shorts: Short[] = []
  let next = dayOf(start)
  const openedOn = dayOf(start)

  /** Closes all days that ended five minutes before a time. */
  function close(now: Date) {
    const today = dayOf(now)
    const through = daysAfter(dayOf(new Date(now.getTime() - 300_000)), -1)
    for (const short of shorts) if (short.triedOn < today) pay(short, today)
    shorts = shorts.filter(({ open }) => open.length > 0)
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
    const open = whole.flatMap((wallet) => {
      const earned = Math.floor((lowestIn(wallet.reference, first, day) * wallet.yearly + 60_000) / 120_000)
      return earned > 0 ? [{ wallet, earned }] : []
    })
    const short = { run, triedOn: today, open }
    pay(short, today)
    if (short.open.length > 0) shorts.push(short)

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

  function lowestIn(account: string, first: string, last: string) {
    const [from, to] = [startOf(first), startOf(daysAfter(last, 1))]
    const all = balancesOf(account)
    const before = all.findLast(({ at }) => at < from)?.after ?? 0
    return Math.min(before, ...all.filter(({ at }) => at >= from && at < to).map(({ after }) => after))
  }

  /** Pays interest while the saving wallet of the business covers it. */
  function pay(short: Short, today: string) {
    short.triedOn = today
    short.open = short.open.filter(({ wallet, earned }) => {
      if (earned > balance('SW')) return true
      gain('SW', -earned)
      gain(wallet.reference, earned)
      short.run.posted += 1
      short.run.amount += earned
      return false
    })
    short.run.skipped = short.open.length
    short.run.state = short.open.length > 0 ? 'short' : 'done'
  }

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

  return { runs, close }
}
