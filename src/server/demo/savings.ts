import type { BasisPoints, Kobo } from '#contract/values'
import { kobo, negateKobo, percentOf } from '#domain/money/kobo'
import { lagosDay } from '#domain/time/lagos'
import { cashAccount, mainWalletOf } from '../ledger/accounts'
import { documentPrefixes, savingsCodes } from '../db/ledgerKinds'
import type { Transaction } from '../db/database'
import { insertAll } from './books'
import type { DemoBusiness, DemoCustomer } from './business'
import { oldest, sooner, workingDay } from './people'
import { savings, savingsHistory, savingTypes } from '../db/moneyTables'

type Saving = typeof savings.$inferInsert & { id: number }
type History = typeof savingsHistory.$inferInsert
const dayMs = 86_400_000

const types = [
  { id: 1, name: 'Daily Thrift', category: 'daily', often: 8, interest: 0, charge: 10_000 },
  { id: 2, name: 'Daily Target', category: 'daily', often: 3, interest: 400, charge: 0 },
  { id: 3, name: 'Market Day Saving', category: 'market', often: 4, interest: 500, charge: 5000 },
  { id: 4, name: 'Microsoft Saving', category: 'microsoft', often: 2, interest: 600, charge: 0 },
] as const
const lots = types.flatMap((type) => Array.from({ length: type.often }, () => type))

/** Generates savings wallets and their movements. */
export function inventSavings(business: DemoBusiness) {
  const { at, books, customers, staff, dice, clock, now } = business
  const plans: Saving[] = []
  const history: History[] = []

  for (const customer of customers) {
    if (!customer.isActive || customer.age < 20) continue
    const howMany = dice.chance(0.42) ? (dice.chance(0.15) ? 2 : 1) : 0
    for (let n = 0; n < howMany; n++) openPlan(customer, customer.age * (1 - 0.3 * dice.random() - 0.001))
  }

  function openPlan(customer: DemoCustomer, age: number) {
    const type = dice.pick(lots)
    const places = business.markets.filter(
      ({ lga, state }) => lga === customer.lga && state === customer.state,
    )
    const market = type.category === 'market' ? places[0] : undefined
    at(age, (createdAt) => {
      const reference = books.newReference(documentPrefixes.saving, createdAt)
      const duration = dice.pick([90, 180, 365, 365])
      const plan: Saving = {
        id: plans.length + 1,
        reference,
        customerId: customer.id,
        savingTypeId: type.id,
        accountId: books.open('savings', savingsCodes[type.category], reference, customer.id, createdAt),
        marketId: market?.id ?? null,
        agentId: customer.agentId,
        fixedAmount: kobo(dice.pick([20_000, 50_000, 50_000, 100_000, 100_000, 200_000, 500_000])),
        interestBasisPoints: type.interest,
        penaltyBasisPoints: 0,
        charge: kobo(type.charge),
        status: 'active',
        depositType: type.category === 'daily' ? 'daily' : type.category === 'market' ? 'weekly' : 'monthly',
        marketDay: market ? nextDay(market.period) : null,
        duration,
        dueDate: lagosDay(new Date(createdAt.getTime() + duration * dayMs)),
        createdAt,
      }
      plans.push(plan)
      fill(plan, customer, age, type)
    })
  }

  /** Deposits, more often recent ones; one in thirty is rejected. */
  function fill(plan: Saving, customer: DemoCustomer, age: number, type: (typeof types)[number]) {
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

    const later = age * dice.random()
    if (type.charge > 0 && dice.chance(0.5))
      at(later, (madeAt) => move(plan, customer, 'charge', plan.charge as Kobo, madeAt))
    if (type.interest > 0 && age > 60 * workingDay)
      at(later * 0.9, (madeAt) => {
        const interest = percentOf(kobo(books.balanceOf(plan.reference)), (type.interest / 4) as BasisPoints)
        if (interest > 0) move(plan, customer, 'interest', interest, madeAt)
      })
    if (dice.chance(0.18))
      at(later * 0.7, (madeAt) => move(plan, customer, 'withdrawal', plan.fixedAmount, madeAt))
  }

  function move(plan: Saving, customer: DemoCustomer, kind: History['kind'], amount: Kobo, madeAt: Date) {
    const out = negateKobo(amount)
    const collected = kind === 'deposit'
    const wallet = { account: plan.reference, amount: collected || kind === 'interest' ? amount : out }
    const { source, other } = {
      deposit: { source: 'Savings deposit', other: { account: cashAccount, amount: out } },
      interest: { source: 'Savings interest', other: { account: 'SW', amount: out } },
      charge: { source: 'Savings charge', other: { account: 'TW', amount } },
      withdrawal: { source: 'Savings to main wallet', other: { account: mainWalletOf(customer.id), amount } },
    }[kind] as { source: 'Savings deposit'; other: { account: string; amount: Kobo } }
    const agentId = collected ? customer.assignedAgentId : null
    const adminId = kind === 'withdrawal' ? staff.admin : null
    const entry = books.enter({
      kind: source,
      madeAt,
      agentId,
      adminId,
      customerId: customer.id,
      moves: [other, wallet],
    })
    const after = entry?.rows[1]?.balanceAfter
    if (!entry || after === undefined) return
    const before = kobo(after - wallet.amount)
    const { entryId, reference } = entry
    note(plan, {
      kind,
      amount,
      before,
      after,
      status: 'approved',
      agentId,
      adminId,
      entryId,
      reference,
      madeAt,
    })
  }

  function reject(plan: Saving, customer: DemoCustomer, amount: Kobo, madeAt: Date) {
    const before = kobo(books.balanceOf(plan.reference))
    const reference = books.newReference(documentPrefixes.savingHistory, madeAt)
    const agentId = customer.assignedAgentId
    const facts = { agentId, adminId: null, entryId: null, reference, madeAt }
    note(plan, { kind: 'deposit', amount, before, after: before, status: 'rejected', ...facts })
  }

  type Note = Pick<
    History,
    'kind' | 'amount' | 'status' | 'agentId' | 'adminId' | 'entryId' | 'reference'
  > & {
    before: Kobo
    after: Kobo
    madeAt: Date
  }
  function note(plan: Saving, { before, after, madeAt, ...facts }: Note) {
    const balances = { amountBefore: before, amountAfter: after }
    const rest = { notes: null, printed: facts.status === 'approved', createdAt: madeAt }
    history.push({ id: history.length + 1, savingsId: plan.id, ...facts, ...balances, ...rest })
  }

  /** The next market day, from tomorrow. */
  function nextDay(period: number) {
    const today = new Date(`${lagosDay(now)}T00:00:00Z`)
    const ahead = ((period - today.getUTCDay() + 6) % 7) + 1
    return new Date(today.getTime() + ahead * dayMs).toISOString().slice(0, 10)
  }

  return async (tx: Transaction) => {
    const createdAt = clock(oldest)
    await insertAll(
      tx,
      savingTypes,
      types.map(({ id, name, category }) => ({ id, name, category, createdAt })),
    )
    await insertAll(tx, savings, plans)
    await insertAll(tx, savingsHistory, history)
  }
}
