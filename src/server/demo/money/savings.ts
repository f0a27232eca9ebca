import type { BasisPoints, Kobo } from '#contract/values'
import { addKobo, kobo, subtractKobo } from '#domain/money/kobo'
import { commissionDue, hasCommission, type WalletTerms } from '#domain/savings/commission'
import { cycleOf } from '#domain/savings/cycles'
import { endedCycle } from '#domain/savings/payout'
import { isDue } from '#domain/savings/due'
import { monthlyInterest } from '#domain/savings/monthly'
import { addDays, lagosDay } from '#domain/time/lagos'
import { nextWeekday } from '#domain/time/weekdays'
import { documentPrefixes, savingsCodes } from '../../db/tables/ledgerKinds'
import { savingRow, savingsEntry, savingsHistoryRow } from '../../ledger/savings'
import type { Transaction } from '../../db/database'
import { chargeItem } from '../../runs/savingsMonth'
import { insertAll } from '../books'
import type { DemoBusiness, DemoCustomer } from '../business'
import { dice as oddsOf, oldest, sooner, workingDay } from '../demoPeople'
import { savings, savingsCycles, savingsHistory, savingTypes } from '../../db/tables/money'

type Saving = ReturnType<typeof savingRow> &
  WalletTerms & { id: number; charge: Kobo; chargeOwed: Kobo; createdAt: Date }
/** A savings wallet with what decides on which days it is due. */
export type DemoWallet = {
  plan: Saving
  customer: DemoCustomer
  marketPeriod: number | null
  openedOn: string
}
type HistoryRow = typeof savingsHistory.$inferInsert
type Cycle = typeof savingsCycles.$inferInsert & { id: number; paid: Kobo; taken: Kobo; due: Kobo }
/** What the run of a month's charges did with a wallet. */
export type DemoCharge = ReturnType<typeof chargeItem> & { entryId: number | null; createdAt: Date }

/** A charge a month. */
const monthly = {
  commissionKind: 'amount',
  commissionBasisPoints: 0,
  cycleKind: 'month',
  cycleDays: 31,
  taken: 'end',
  planEnd: 'carry-on',
} as const
const types = [
  {
    ...monthly,
    id: 1,
    name: 'Daily Thrift',
    category: 'daily',
    often: 8,
    interestBasisPoints: 0,
    charge: kobo(10_000),
  },
  {
    ...monthly,
    id: 2,
    name: 'Daily Target',
    category: 'daily',
    often: 3,
    interestBasisPoints: 400,
    charge: kobo(0),
  },
  {
    ...monthly,
    id: 3,
    name: 'Market Day Saving',
    category: 'market',
    often: 4,
    interestBasisPoints: 500,
    charge: kobo(5000),
  },
  {
    ...monthly,
    id: 4,
    name: 'Microsoft Saving',
    category: 'microsoft',
    often: 2,
    interestBasisPoints: 600,
    charge: kobo(0),
  },
] as const
/** Keeps one contribution of each 31 days, the first. */
const thriftCard = {
  ...monthly,
  id: 5,
  name: 'Thrift Card',
  category: 'daily',
  often: 0,
  interestBasisPoints: 0,
  charge: kobo(0),
  commissionKind: 'contribution',
  cycleKind: 'days',
  taken: 'first',
} as const
const lots = types.flatMap((type) => Array.from({ length: type.often }, () => type))
/**
 * So many days ago each card was opened, and in how many days of a hundred its customer paid, so that there are cards in each
 * state on any day: at the beginning, in the middle and at the end of a cycle, behind, level and ahead.
 */
const cards = [32, 35, 38, 41, 44, 46, 48, 50, 52, 54, 56, 58, 60, 61, 62, 76].map((days, at) => ({
  days,
  often: [75, 95, 60, 85][at % 4] ?? 75,
}))

/** Generates savings wallets and their movements. */
export function inventSavings(business: DemoBusiness) {
  const { at, ageOf, books, customers, staff, dice, clock, now } = business
  const month = lastMonth(lagosDay(now))
  /** The lowest balance since the start of that month, by plan. */
  const lowest = new Map<number, Kobo>()
  const plans: Saving[] = []
  const wallets: DemoWallet[] = []
  const history: HistoryRow[] = []
  const charges: DemoCharge[] = []
  const cycles: Cycle[] = []

  for (const customer of customers) {
    if (!customer.isActive || customer.age < 20) continue
    const howMany = dice.chance(0.42) ? (dice.chance(0.15) ? 2 : 1) : 0
    for (let n = 0; n < howMany; n++) openPlan(customer, customer.age * (1 - 0.3 * dice.random() - 0.001))
  }

  function openPlan(customer: DemoCustomer, age: number) {
    const type = dice.pick(lots)
    const amount = () => dice.pick([20_000, 50_000, 50_000, 100_000, 100_000, 200_000, 500_000])
    open(customer, age, { type, amount, duration: () => dice.pick([90, 180, 365, 365]), fill })
  }

  type Plan = {
    type: (typeof lots)[number] | typeof thriftCard
    amount: () => number
    duration: () => number
    fill: (plan: Saving, customer: DemoCustomer, age: number) => void
  }
  function open(customer: DemoCustomer, age: number, { type, amount, duration, fill: fillIt }: Plan) {
    const places = business.markets.filter(
      ({ lga, state }) => lga === customer.lga && state === customer.state,
    )
    const market = type.category === 'market' ? places[0] : undefined
    at(age, (createdAt) => {
      const reference = books.newReference(documentPrefixes.saving, createdAt)
      const plan: Saving = {
        ...savingRow({
          reference,
          customerId: customer.id,
          accountId: books.open('savings', savingsCodes[type.category], reference, customer.id, createdAt),
          agentId: customer.agentId,
          type,
          market,
          fixedAmount: kobo(amount()),
          depositType:
            type.category === 'daily' ? 'daily' : type.category === 'market' ? 'weekly' : 'monthly',
          duration: duration(),
          openedAt: createdAt,
        }),
        commissionBasisPoints: type.commissionBasisPoints as BasisPoints,
        id: plans.length + 1,
        chargeOwed: kobo(0),
        // As of now, not of the opening.
        marketDay: market ? nextWeekday(market.period, lagosDay(now)) : null,
      }
      plans.push(plan)
      wallets.push({ plan, customer, marketPeriod: market?.period ?? null, openedOn: lagosDay(createdAt) })
      fillIt(plan, customer, age)
    })
  }

  // With dice of their own, so that the rest of the demo does not depend on them.
  const own = oddsOf(2048)
  const today = lagosDay(now)
  const savers = customers.filter(({ isActive, age }) => isActive && age > 160 * workingDay)
  for (const [nth, customer] of savers.slice(-cards.length).entries()) {
    const { days, often } = cards[nth] ?? { days: 45, often: 75 }
    open(customer, ageOf(addDays(today, -days), 1), {
      type: thriftCard,
      amount: () => own.pick([20_000, 50_000, 50_000, 100_000]),
      duration: () => 365,
      fill: fillCard(days, often / 100),
    })
  }

  /** A contribution on so many of the days, sometimes several at once. */
  function fillCard(cardDays: number, often: number): Plan['fill'] {
    return (plan, customer) => {
      for (let days = cardDays - 1; days > 0; days--)
        if (own.chance(often))
          at(ageOf(addDays(today, -days), own.between(10, 400)), (madeAt) => {
            const contributions = own.chance(0.12) ? own.between(2, 5) : 1
            move(plan, customer, 'deposit', kobo(plan.fixedAmount * contributions), madeAt)
          })
    }
  }

  /** Counts a deposit in its cycle. */
  function countIn(plan: Saving, amount: Kobo, madeAt: Date): Cycle {
    const { number, from, through } = cycleOf(plan, lagosDay(plan.createdAt), lagosDay(madeAt))
    const known = cycles.find((one) => one.savingsId === plan.id && one.number === number)
    const nothing = kobo(0)
    const cycle: Cycle = known ?? {
      id: cycles.length + 1,
      savingsId: plan.id,
      number,
      fromDay: from,
      throughDay: through,
      fixedAmount: plan.fixedAmount,
      paid: nothing,
      due: nothing,
      taken: nothing,
      paidBefore: nothing,
      takenBefore: nothing,
      createdAt: madeAt,
    }
    if (!known) cycles.push(cycle)
    cycle.paid = addKobo(cycle.paid, amount)
    cycle.due = commissionDue(plan, cycle.paid)
    return cycle
  }

  /** Deposits, more often recent ones; one in thirty is rejected. */
  function fill(plan: Saving, customer: DemoCustomer, age: number) {
    const deposit = (when: number) =>
      at(when, (madeAt) => {
        const amount = kobo(plan.fixedAmount * dice.between(1, 6))
        if (dice.chance(0.03)) reject(plan, customer, amount, madeAt)
        else move(plan, customer, 'deposit', amount, madeAt)
      })
    const howMany = dice.between(1, 5)
    for (let n = 0; n < howMany; n++) deposit(1 + (age - 1) * sooner(dice.random()) * 0.99)
    // Deposits in the first minutes of today, so that this week has some on a Monday too.
    if (plan.id <= 4) for (const minute of [1.1, 2.2, 3.3]) deposit(minute + plan.id / 10)

    if (age > ageOf(month.first, 0)) endMonth(plan, customer)
    if (dice.chance(0.18))
      at(age * dice.random() * 0.7, (madeAt) => move(plan, customer, 'withdrawal', plan.fixedAmount, madeAt))
  }

  /** Interest and charge of the last month, early on the day after it. */
  function endMonth(plan: Saving, customer: DemoCustomer) {
    const balance = () => kobo(books.balanceOf(plan.reference))
    at(ageOf(month.first, 0), () => lowest.set(plan.id, balance()))
    at(ageOf(month.next, 1), (madeAt) => {
      const rate = plan.interestBasisPoints as BasisPoints
      const interest = monthlyInterest(lowest.get(plan.id) ?? kobo(0), rate)
      if (interest > 0) move(plan, customer, 'interest', interest, madeAt)
      if (plan.charge === 0) return
      const item = chargeItem(plan, balance())
      const entry = item.amount > 0 ? move(plan, customer, 'charge', item.amount, madeAt) : undefined
      plan.chargeOwed = item.open
      charges.push({ ...item, entryId: entry?.entryId ?? null, createdAt: madeAt })
    })
  }

  function move(
    plan: Saving,
    customer: DemoCustomer,
    kind: HistoryRow['kind'],
    amount: Kobo,
    madeAt: Date,
    adminId: number | null = null,
    ofCycle?: Cycle,
  ) {
    const cycle = kind === 'deposit' && hasCommission(plan) ? countIn(plan, amount, madeAt) : ofCycle
    const movement = {
      kind,
      amount,
      madeAt,
      customerId: customer.id,
      wallet: plan.reference,
      agentId: kind === 'deposit' ? customer.assignedAgentId : null,
      adminId,
      cycleId: cycle?.id ?? null,
    }
    const entry = books.enter(savingsEntry(movement))
    const posting = entry?.rows.at(-1)
    if (!entry || !posting) return undefined
    const before = kobo(posting.balanceAfter - posting.amount)
    const row = savingsHistoryRow(plan.id, movement, { ...entry, before, after: posting.balanceAfter })
    history.push({ ...row, id: history.length + 1, notes: null, printed: true })
    lowest.set(plan.id, kobo(Math.min(lowest.get(plan.id) ?? 0, posting.balanceAfter)))
    if (kind === 'deposit' && cycle && cycle.taken < cycle.due) {
      const open = subtractKobo(cycle.due, cycle.taken)
      cycle.taken = cycle.due
      move(plan, customer, 'commission', open, madeAt, adminId, cycle)
    }
    return entry
  }

  function reject(plan: Saving, customer: DemoCustomer, amount: Kobo, madeAt: Date) {
    const before = kobo(books.balanceOf(plan.reference))
    history.push({
      id: history.length + 1,
      savingsId: plan.id,
      kind: 'deposit',
      amount,
      agentId: customer.assignedAgentId,
      adminId: null,
      entryId: null,
      reference: books.newReference(documentPrefixes.savingHistory, madeAt),
      amountBefore: before,
      amountAfter: before,
      status: 'rejected',
      notes: null,
      printed: false,
      createdAt: madeAt,
    })
  }

  const write = async (tx: Transaction) => {
    const createdAt = clock(oldest)
    const rows = [...types, thriftCard].map(({ often: _often, ...type }) => ({ ...type, createdAt }))
    await insertAll(tx, savingTypes, rows)
    await insertAll(tx, savings, plans)
    await insertAll(tx, savingsCycles, cycles)
    await insertAll(tx, savingsHistory, history)
  }
  /** The wallets from which an agent collects on a day. */
  const due = (agentId: number, day: string) =>
    wallets.filter(
      ({ plan, customer, ...wallet }) =>
        customer.assignedAgentId === agentId && isDue({ depositType: plan.depositType, ...wallet }, day),
    )
  /** A deposit of a collection sheet. */
  const collect = ({ plan, customer }: DemoWallet, amount: Kobo, madeAt: Date) =>
    move(plan, customer, 'deposit', amount, madeAt, staff.admin)
  /** The first wallet of a customer. */
  const walletOf = (customer: number) => plans.find(({ customerId }) => customerId === customer)?.id
  /** The thrift cards with money whose cycle that ended before a day brought something. */
  const endedCards = (day: string) =>
    wallets.flatMap((wallet) => {
      const { plan, openedOn } = wallet
      const ended = plan.savingTypeId === thriftCard.id ? endedCycle(plan, openedOn, day) : undefined
      const cycle = cycles.find((one) => one.savingsId === plan.id && one.number === ended?.number)
      const balance = kobo(books.balanceOf(plan.reference))
      return cycle && balance > 0 ? [{ wallet, cycle, balance }] : []
    })
  /** A payout of savings into the main wallet. */
  const payOut = ({ plan, customer }: DemoWallet, amount: Kobo, madeAt: Date, adminId: number) =>
    move(plan, customer, 'withdrawal', amount, madeAt, adminId)
  return { write, openPlan, walletOf, due, collect, charges, endedCards, payOut }
}

/** The first day of the last month that ended before yesterday, and that of the month after it. */
function lastMonth(today: string) {
  const next = `${addDays(today, -2).slice(0, 8)}01`
  return { first: `${addDays(next, -1).slice(0, 8)}01`, next }
}
