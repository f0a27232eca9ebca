import fc from 'fast-check'
import { it } from 'vitest'
import type { BasisPoints, Kobo } from '#contract/values'
import { addKobo, kobo, subtractKobo } from '../money/kobo'
import type { Calendar } from '../time/calendar'
import { cardOf, expectedOn, spanOf } from './card'
import {
  type CommissionPart,
  cyclesToTake,
  excessCommission,
  hasCommission,
  openCommission,
  type PaidCycle,
  sumOfParts,
  takeCommission,
  type WalletTerms,
} from './commission'
import { cycleOf } from './cycles'
import type { DepositPlan } from './due'

/*
 * Random months of a savings wallet, with deposits that are recorded late, reversals, payouts, closings, changes of the contribution
 * and of the calendar, lived twice: by the rules of this folder, and by a model of plain integers that shares no code with them. Its
 * days are numbers, 0 for 1 October 2027, a Friday; it walks from day to day and takes contributions one by one. ROUNDS sets the number
 * of histories (`npm run test:soak -- trade 10000`), SEED where they start.
 */
const numRuns = Number(process.env.ROUNDS ?? 200)
const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 1_000_000_000))

const timeLimit = 30_000 + numRuns * 100

/** A leap year is among the months. */
const months = [
  '2027-10 31',
  '2027-11 30',
  '2027-12 31',
  '2028-01 31',
  '2028-02 29',
  '2028-03 31',
  '2028-04 30',
]
const dates = months.flatMap((month) => {
  const [name, length] = month.split(' ')
  return Array.from({ length: Number(length) }, (_, at) => `${name}-${String(at + 1).padStart(2, '0')}`)
})
/** The last day of a history; closed weekdays and holidays go on for some days after it. */
const lastDay = 150

type Setup = {
  kind: 'none' | 'amount' | 'contribution' | 'percent'
  charge: number
  percent: number
  cycle: 'month' | 'days'
  cycleDays: number
  taken: 'first' | 'end'
  contribution: number
  rhythm: 'daily' | 'weekly' | 'monthly'
  market: { weekday: number; every: number; first: number } | null
  opened: number
  closed: { from: number; weekdays: number[] }[]
  holidays: number[]
}
type Act = {
  do: 'deposit' | 'late' | 'reverse' | 'payOut' | 'setOff' | 'close' | 'change' | 'holiday'
  /** Days that pass before it. */
  wait: number
  amount: number
  pick: number
}

const setups: fc.Arbitrary<Setup> = fc.record({
  kind: fc.constantFrom('none', 'amount', 'contribution', 'contribution', 'percent', 'percent'),
  charge: fc.integer({ min: 0, max: 90_000 }),
  percent: fc.oneof(fc.constantFrom(1000, 5000), fc.integer({ min: 0, max: 10_000 })),
  cycle: fc.constantFrom('month', 'days'),
  cycleDays: fc.oneof(fc.constant(31), fc.integer({ min: 1, max: 45 })),
  taken: fc.constantFrom('first', 'end'),
  contribution: fc.integer({ min: 1, max: 50_000 }),
  rhythm: fc.constantFrom('daily', 'weekly', 'monthly'),
  market: fc.option(
    fc.record({
      weekday: fc.integer({ min: 1, max: 7 }),
      every: fc.constantFrom(0, 0, 4, 5, 8),
      first: fc.integer({ min: 0, max: 60 }),
    }),
    { freq: 3 },
  ),
  // Also the last days of a month of 31 and of one of 30 days.
  opened: fc.oneof(fc.constantFrom(30, 60, 91), fc.integer({ min: 1, max: 90 })),
  closed: fc.array(
    fc.record({
      from: fc.integer({ min: 0, max: 100 }),
      weekdays: fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { maxLength: 3 }),
    }),
    { maxLength: 3 },
  ),
  holidays: fc.array(fc.integer({ min: 0, max: lastDay }), { maxLength: 8 }),
})
const acts: fc.Arbitrary<Act[]> = fc.array(
  fc.record({
    do: fc.constantFrom(
      ...(['deposit', 'deposit', 'deposit', 'deposit', 'late', 'late', 'reverse', 'reverse'] as const),
      ...(['payOut', 'setOff', 'close', 'change', 'holiday'] as const),
    ),
    wait: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 9 })),
    amount: fc.oneof(fc.integer({ min: 1, max: 200_000 }), fc.integer({ min: 1, max: 100 })),
    pick: fc.nat(1000),
  }),
  { minLength: 5, maxLength: 40, size: 'max' },
)

/** The model: it keeps deposits and what was taken, and computes all else again at each question. */
function modelOf(setup: Setup) {
  const deposits: { day: number; amount: number; stands: boolean }[] = []
  const takenOf: Record<number, number> = {}
  const contributions: { from: number; amount: number }[] = [{ from: 1, amount: setup.contribution }]
  const holidays = [...setup.holidays]
  let paidOut = 0
  let isOpen = true

  const weekday = (day: number) => ((day + 4) % 7) + 1
  const dateOf = (day: number) => Number(dates[day]?.slice(8))
  const isLastOfMonth = (day: number) => dateOf(day + 1) === 1
  function cycleAt(day: number) {
    let [number, from] = [1, setup.opened]
    for (let at = setup.opened + 1; at <= day; at += 1)
      if (setup.cycle === 'month' ? dateOf(at) === 1 : at - from === setup.cycleDays) {
        number += 1
        from = at
      }
    let through = from
    while (setup.cycle === 'month' ? !isLastOfMonth(through) : through - from + 1 < setup.cycleDays)
      through += 1
    return { number, from, through }
  }
  const contributionOf = (number: number) => {
    let found = 0
    for (const { from, amount } of contributions) if (from <= number) found = amount
    return found
  }
  const paidOf = (number: number) => {
    let sum = 0
    for (const { day, amount, stands } of deposits)
      if (stands && cycleAt(day).number === number) sum += amount
    return sum
  }
  function dueOf(number: number) {
    const paid = paidOf(number)
    if (setup.kind === 'amount' && setup.cycle === 'month' && setup.taken === 'end') return 0
    if (setup.kind === 'amount') return paid < setup.charge ? paid : setup.charge
    if (setup.kind === 'contribution') return paid < contributionOf(number) ? paid : contributionOf(number)
    if (setup.kind === 'none') return 0
    const tenThousandths = paid * setup.percent
    return (tenThousandths - (tenThousandths % 10_000)) / 10_000 + (tenThousandths % 10_000 >= 5000 ? 1 : 0)
  }
  const numbers = () => [...new Set(deposits.map(({ day }) => cycleAt(day).number))].toSorted((a, b) => a - b)
  const balance = () => {
    let sum = 0
    for (const { amount, stands } of deposits) if (stands) sum += amount
    for (const amount of Object.values(takenOf)) sum -= amount
    return sum - paidOut
  }
  /** Takes what some cycles owe, the oldest first. */
  function take(isDueOf: (number: number) => boolean) {
    for (const number of numbers()) {
      const owed = isDueOf(number) ? dueOf(number) - (takenOf[number] ?? 0) : 0
      const part = owed > balance() ? balance() : owed
      if (part > 0) takenOf[number] = (takenOf[number] ?? 0) + part
    }
  }
  const hasEndedBy = (number: number, day: number) =>
    deposits.some((one) => cycleAt(one.day).number === number && cycleAt(one.day).through <= day)
  const takeAt = (ended: number) => take((number) => setup.taken === 'first' || hasEndedBy(number, ended))
  const isClosed = (day: number) => {
    let [weekdays, since]: [number[], number] = [[], -1]
    for (const change of setup.closed)
      if (change.from <= day && change.from >= since) {
        weekdays = change.weekdays
        since = change.from
      }
    return weekdays.includes(weekday(day)) || holidays.includes(day)
  }
  function isWanted(day: number) {
    const { market, rhythm, opened } = setup
    if (day < opened) return false
    if (market && market.every > 0) return day >= market.first && (day - market.first) % market.every === 0
    if (market) return weekday(day) === market.weekday
    if (rhythm === 'daily') return true
    if (rhythm === 'weekly') return (day - opened) % 7 === 0
    return dateOf(day) === dateOf(opened) || (isLastOfMonth(day) && dateOf(opened) > dateOf(day))
  }

  return {
    contribution: (day: number) => contributionOf(cycleAt(day).number),
    deposit(amount: number, day: number, today: number) {
      if (!isOpen || day < setup.opened) return false
      deposits.push({ day, amount, stands: true })
      takeAt(today - 1)
      return true
    },
    reverse(at: number) {
      const deposit = deposits[at]
      if (!isOpen || !deposit?.stands) return false
      deposit.stands = false
      const { number } = cycleAt(deposit.day)
      const before = takenOf[number] ?? 0
      if (before > dueOf(number)) takenOf[number] = dueOf(number)
      if (balance() >= 0) return true
      deposit.stands = true
      takenOf[number] = before
      return false
    },
    payOut(amount: number) {
      if (!isOpen) return false
      const before = { ...takenOf }
      take(() => true)
      if (amount <= balance()) {
        paidOut += amount
        return true
      }
      for (const number of Object.keys(takenOf)) takenOf[Number(number)] = before[Number(number)] ?? 0
      return false
    },
    close() {
      if (!isOpen) return false
      take(() => true)
      paidOut += balance()
      isOpen = false
      return true
    },
    /** What leaves a wallet without a payout pays no commission: a later deposit does. */
    setOff(amount: number) {
      if (!isOpen) return false
      paidOut += amount < balance() ? amount : balance()
      return true
    },
    change: (amount: number, today: number) =>
      contributions.push({ from: cycleAt(today).number + 1, amount }) > 0,
    holiday: (day: number) => holidays.push(day) > 0,
    endDay(day: number) {
      if (isOpen) takeAt(day)
    },
    deposits: () => deposits.length,
    books: () => ({
      balance: balance(),
      paidOut,
      cycles: numbers().map((number) => ({ number, paid: paidOf(number), taken: takenOf[number] ?? 0 })),
    }),
    card(today: number) {
      const { number, from, through } = cycleAt(today)
      const each = contributionOf(number)
      let [count, wanted] = [0, 0]
      for (let day = from; day <= through; day += 1) {
        if (isWanted(day)) count += 1
        if (day <= today && isWanted(day) && !isClosed(day)) wanted += 1
      }
      if (count === 0) count = 1
      const boxes: string[] = []
      const payments: string[] = []
      let [pot, paid, before] = [0, 0, 0]
      for (let day = from; day <= through; day += 1)
        for (const [at, one] of deposits.entries())
          if (one.stands && one.day === day) {
            const first = boxes.length + 1
            pot += one.amount
            paid += one.amount
            if (day < today) before += one.amount
            while (pot >= each && boxes.length < count) {
              const isCommission = boxes.length === 0 && setup.kind === 'contribution'
              boxes.push(`${isCommission ? 'commission' : day === today ? 'today' : 'paid'} ${at}`)
              pot -= each
            }
            payments.push(`${at}: ${first}-${boxes.length}, ${pot}`)
          }
      const filled = boxes.length
      const behind = filled < wanted ? wanted - filled : 0
      const isMonthly = setup.kind === 'amount' && setup.cycle === 'month' && setup.taken === 'end'
      const countsBoxes = setup.kind !== 'none' && !isMonthly
      while (boxes.length < count) boxes.push(boxes.length < wanted ? 'behind' : 'to come')
      return {
        cycle: `${number}: ${dates[from]} ${dates[through]}`,
        boxes,
        payments,
        figures: [filled, pot, behind, paid],
        expected: !countsBoxes || wanted * each > before - (before % each) ? each : 0,
      }
    },
  }
}

/** The same wallet by the rules of this folder, as a server keeps it: a row for each cycle, and a balance. */
function walletOf(setup: Setup) {
  const dayOf = (day: number) => dates[day] ?? ''
  const calendar = {
    closed: setup.closed.map(({ from, weekdays }) => ({ from: dayOf(from), weekdays })),
    holidays: setup.holidays.map((day) => ({ day: dayOf(day) })),
  } satisfies Calendar
  const { market } = setup
  const plan: DepositPlan = {
    depositType: setup.rhythm,
    marketPeriod: market?.weekday ?? null,
    marketEvery: market?.every ? { days: market.every, firstDay: dayOf(market.first) } : null,
    openedOn: dayOf(setup.opened),
  }
  const terms: WalletTerms = {
    commissionKind: setup.kind,
    charge: kobo(setup.charge),
    commissionBasisPoints: setup.percent as BasisPoints,
    cycleKind: setup.cycle,
    cycleDays: setup.cycleDays,
    taken: setup.taken,
    fixedAmount: kobo(setup.contribution),
  }
  const changes: { from: number; amount: Kobo }[] = []
  const deposits: { at: number; day: string; amount: Kobo; stands: boolean; cycle: number }[] = []
  const rows = new Map<number, PaidCycle>()
  let balance = kobo(0)
  let paidOut = kobo(0)
  let isOpen = true

  const cycleAt = (day: number) => cycleOf(terms, plan.openedOn, dayOf(day))
  const contributionOf = (number: number) =>
    changes.findLast(({ from }) => from <= number)?.amount ?? terms.fixedAmount
  const cycles = () => [...rows.values()]
  /** Moves commission of cycles: out of the wallet, or with a sign of -1 back into it. */
  function move(parts: readonly CommissionPart[], sign: 1 | -1) {
    for (const { number, amount } of parts) {
      const row = rows.get(number)
      if (row) rows.set(number, { ...row, taken: kobo(row.taken + sign * amount) })
    }
    balance = kobo(balance - sign * sumOfParts(parts))
  }
  const take = (some: readonly PaidCycle[]) => {
    if (hasCommission(terms)) move(takeCommission(openCommission(terms, some), balance), 1)
  }
  const pay = (number: number, amount: Kobo) => {
    const row = rows.get(number)
    if (row) rows.set(number, { ...row, paid: addKobo(row.paid, amount) })
  }

  return {
    deposit(amount: number, day: number, today: number) {
      if (!isOpen || day < setup.opened) return false
      const cycle = cycleAt(day)
      if (!rows.has(cycle.number))
        rows.set(cycle.number, {
          ...cycle,
          paid: kobo(0),
          taken: kobo(0),
          fixedAmount: contributionOf(cycle.number),
        })
      deposits.push({
        at: deposits.length,
        day: dayOf(day),
        amount: kobo(amount),
        stands: true,
        cycle: cycle.number,
      })
      pay(cycle.number, kobo(amount))
      balance = addKobo(balance, kobo(amount))
      take(cyclesToTake(terms, cycles(), dayOf(today - 1)))
      return true
    },
    reverse(at: number) {
      const deposit = deposits[at]
      const before = deposit && rows.get(deposit.cycle)
      if (!isOpen || !deposit?.stands || !before) return false
      const after = { ...before, paid: subtractKobo(before.paid, deposit.amount) }
      const excess = hasCommission(terms) ? excessCommission(terms, [after]) : []
      if (balance + sumOfParts(excess) < deposit.amount) return false
      rows.set(after.number, after)
      move(excess, -1)
      balance = subtractKobo(balance, deposit.amount)
      deposit.stands = false
      return true
    },
    payOut(amount: number) {
      const owed = hasCommission(terms) ? sumOfParts(openCommission(terms, cycles())) : 0
      if (!isOpen || amount > Math.max(0, balance - owed)) return false
      take(cycles())
      balance = subtractKobo(balance, kobo(amount))
      paidOut = addKobo(paidOut, kobo(amount))
      return true
    },
    close() {
      if (!isOpen) return false
      take(cycles())
      paidOut = addKobo(paidOut, balance)
      balance = kobo(0)
      isOpen = false
      return true
    },
    setOff(amount: number) {
      if (!isOpen) return false
      const part = kobo(Math.min(amount, balance))
      balance = subtractKobo(balance, part)
      paidOut = addKobo(paidOut, part)
      return true
    },
    change: (amount: number, today: number) =>
      changes.push({ from: cycleAt(today).number + 1, amount: kobo(amount) }) > 0,
    holiday: (day: number) => calendar.holidays.push({ day: dayOf(day) }) > 0,
    endDay(day: number) {
      if (isOpen) take(cyclesToTake(terms, cycles(), dayOf(day)))
    },
    books: () => ({
      balance,
      paidOut,
      cycles: cycles()
        .toSorted((one, other) => one.number - other.number)
        .map(({ number, paid, taken }) => ({ number, paid, taken })),
    }),
    card(today: number) {
      const cycle = cycleAt(today)
      const span = spanOf(plan, cycle, contributionOf(cycle.number), dayOf(today), calendar)
      const payments = deposits.filter((one) => one.stands && one.cycle === cycle.number)
      const card = cardOf(terms, span, payments, dayOf(today))
      const before = payments.filter(({ day }) => day < dayOf(today))
      return {
        cycle: `${cycle.number}: ${cycle.from} ${cycle.through}`,
        boxes: card.boxes.map(({ state, payment }) => (payment ? `${state} ${payment.at}` : state)),
        payments: card.payments.map(
          ({ payment, from, to, carried }) => `${payment.at}: ${from}-${to}, ${carried}`,
        ),
        figures: [card.filled, card.carried, card.behind, card.paid],
        expected: expectedOn(terms, span, kobo(before.reduce((sum, { amount }) => sum + amount, 0))),
      }
    },
  }
}

/** Throws with both sides: an assertion library's comparison would take most of the time of so many. */
function same(what: string, model: unknown, rules: unknown) {
  const [expected, found] = [JSON.stringify(model), JSON.stringify(rules)]
  if (expected !== found) throw new Error(`${what}\nmodel: ${expected}\nrules: ${found}`)
}

it(
  'months of a wallet are those of plain integers, to the kobo',
  () => {
    fc.assert(
      fc.property(setups, acts, (setup, history) => {
        const [model, wallet] = [modelOf(setup), walletOf(setup)]
        let today = setup.opened
        for (const act of history) {
          for (let left = act.wait; left > 0 && today < lastDay; left -= 1) {
            model.endDay(today)
            wallet.endDay(today)
            today += 1
          }
          const { amount, pick } = act
          // Most deposits are whole contributions.
          const paid = pick % 3 === 0 ? amount : model.contribution(today) * ((pick % 5) + 1)
          const counted = today - (pick % 8)
          const at = pick % Math.max(1, model.deposits())
          const ask = (side: typeof model | typeof wallet) =>
            ({
              deposit: () => side.deposit(paid, today, today),
              late: () => side.deposit(paid, counted, today),
              reverse: () => side.reverse(at),
              payOut: () => side.payOut(amount),
              setOff: () => side.setOff(amount),
              close: () => pick % 4 === 0 && side.close(),
              change: () => side.change(amount, today),
              holiday: () => side.holiday(today + 1 + (pick % 10)),
            })[act.do]()
          const trail = `${act.do} on ${dates[today]}: ${paid} of ${dates[counted]}, ${amount}, deposit ${at}`
          same(trail, [ask(model), model.books()], [ask(wallet), wallet.books()])
          same(`the card after ${trail}`, model.card(today), wallet.card(today))
        }
        model.endDay(today)
        wallet.endDay(today)
        same('the last day', model.books(), wallet.books())
      }),
      // The limit ends the search for a smaller history once one has failed.
      { numRuns, seed, interruptAfterTimeLimit: timeLimit, markInterruptAsFailure: true },
    )
  },
  2 * timeLimit,
)
