import { asc, desc, max } from 'drizzle-orm'
import { expect } from 'vitest'
import { collections } from '#server/db/tables/collections'
import { cashDifferences, remittances } from '#server/db/tables/cash'
import { accounts, entries } from '#server/db/tables/ledger'
import { fundRequests, withdrawals } from '#server/db/tables/money'
import { reversals } from '#server/db/tables/reversals'
import { mainWalletOf } from '#server/ledger/accounts'
import type { TestServer } from '../support/harness'
import { moneyOf } from '../support/money'
import { naira } from '../support/people'

export const flags = ['MBW', 'PW', 'TW', 'SW'] as const
export type Flag = (typeof flags)[number]

type FundRequest = { id: number; flag: Flag; gain: number; by: number; first: number; state: number }
type Difference = { id: number; agent: number; amount: number; by: number; first: number; state: number }
type Withdrawal = { id: number; wallet: string; amount: number; by: number; state: string }
type Reversal = { id: number; movement: string; by: number; state: string }
type Remittance = { agent: number; expected: number; counted: number; by: number }
type Sheet = { agent: number; lines: number; collected: number; total: number; counted: number | null }
/** What can be reversed: the gains of wallets, who recorded it, and the agent whose cash it is. */
type Movement = {
  reference: string
  gains: Record<string, number>
  by: number
  agent?: number
  isReversed: boolean
}

export type MoneyModel = Awaited<ReturnType<typeof openMoneyModel>>
export type Admin = MoneyModel['admins'][number]

/** Admins, agents and savers on an empty database, and a small model of their money. */
export async function openMoneyModel(server: TestServer) {
  const { database } = server
  const money = moneyOf(server)
  const enter = () =>
    server.enter(
      'can-credit-customer',
      'can-create-withdrawal',
      'can-approve-withdrawal',
      'can-create-request',
      'can-do-first-approval',
      'can-do-second-approval',
      'can-record-collection',
      'can-record-remittance',
      'can-request-reversal',
      'can-approve-reversal',
    )
  const admins = [await enter(), await enter(), await enter()] as const

  /** A saver with three savings wallets, and the agent who collects for them. */
  async function openSaver() {
    const agent = await server.makeAgent()
    const customer = await server.makeCustomer(agent.id)
    const openSaving = async () => {
      const { id, reference } = await money.makeSaving(customer)
      await money.pay(reference, naira(1250))
      return { id, reference }
    }
    const savings = [await openSaving(), await openSaving(), await openSaving()] as const
    return { id: customer.id, agent: agent.id, wallet: mainWalletOf(customer.id), savings }
  }
  const savers = [await openSaver(), await openSaver()] as const

  const balances: Record<string, number> = Object.fromEntries([
    ...flags.map((flag) => [flag, 0]),
    ...savers.flatMap(({ wallet, savings }) => [
      [wallet, 0],
      ...savings.map(({ reference }) => [reference, naira(1250)]),
    ]),
  ])
  /** What pending withdrawals hold. */
  const holds: Record<string, number> = {}
  /** What each agent holds; below zero if more was handed in than collected. */
  const cash: Record<number, number> = Object.fromEntries(savers.map(({ agent }) => [agent, 0]))
  const documents = {
    requests: [] as FundRequest[],
    withdrawals: [] as Withdrawal[],
    differences: [] as Difference[],
    reversals: [] as Reversal[],
  }
  const movements: Movement[] = []
  const handedIn: Remittance[] = []
  const sheets: Sheet[] = []

  const balance = (name: string) => balances[name] ?? 0
  const gain = (name: string, amount: number) => {
    balances[name] = balance(name) + amount
  }
  const hold = (wallet: string, amount: number) => {
    holds[wallet] = (holds[wallet] ?? 0) + amount
  }
  const held = (agent: number) => cash[agent] ?? 0
  const collect = (agent: number, amount: number) => {
    cash[agent] = held(agent) + amount
  }
  /** Adds what can be reversed. */
  function move(reference: string, gains: Record<string, number>, by: number, agent?: number) {
    for (const [account, amount] of Object.entries(gains)) gain(account, amount)
    movements.push({ reference, gains, by, isReversed: false, ...(agent !== undefined && { agent }) })
  }
  function handIn(agent: number, counted: number, by: number) {
    handedIn.push({ agent, expected: held(agent), counted, by })
    collect(agent, 0 - counted)
  }

  const tables = { requests: fundRequests, withdrawals, differences: cashDifferences, reversals }
  async function lastId(kind: keyof typeof tables): Promise<number> {
    const { id } = tables[kind]
    const [row] = await database.select({ id: max(id) }).from(tables[kind])
    return row?.id ?? 0
  }
  /** The reference of the entry that was just posted. */
  async function lastReference(): Promise<string> {
    const [entry] = await database
      .select({ reference: entries.reference })
      .from(entries)
      .orderBy(desc(entries.id))
      .limit(1)
    return entry?.reference ?? ''
  }

  /** Compares balances, holds, the agents' cash and all documents with the database. */
  async function expectAsModelled() {
    const rows = await database.select().from(accounts)
    expect(rows.reduce((sum, row) => sum + row.balance, 0)).toBe(0)
    const named = rows.filter(({ name }) => Object.hasOwn(balances, name))
    expect(Object.fromEntries(named.map((row) => [row.name, row.balance]))).toEqual(balances)
    for (const row of rows) expect(row.held).toBe(holds[row.name] ?? 0)
    const purses = rows.filter(({ agentId }) => agentId !== null)
    expect(Object.fromEntries(purses.map((row) => [row.agentId, 0 - row.balance]))).toEqual(cash)

    const stored = {
      requests: await database
        .select({ id: fundRequests.id, state: fundRequests.initialStatus })
        .from(fundRequests),
      withdrawals: await database.select({ id: withdrawals.id, state: withdrawals.status }).from(withdrawals),
      differences: await database
        .select({ id: cashDifferences.id, state: cashDifferences.state })
        .from(cashDifferences),
      reversals: await database.select({ id: reversals.id, state: reversals.status }).from(reversals),
    }
    const statesOf = (all: readonly { id: number; state: number | string }[]) =>
      Object.fromEntries(all.map(({ id, state }) => [id, state]))
    for (const kind of documentKinds) expect(statesOf(stored[kind])).toEqual(statesOf(documents[kind]))

    const { agentId: agent, counted, expected, adminId: by } = remittances
    const received = database.select({ agent, expected, counted, by }).from(remittances)
    expect(await received.orderBy(asc(remittances.id))).toEqual(handedIn)
    const recorded = database
      .select({
        agent: collections.agentId,
        lines: collections.lines,
        collected: collections.collectedLines,
        total: collections.total,
        counted: collections.counted,
      })
      .from(collections)
    expect(await recorded.orderBy(asc(collections.id))).toEqual(sheets)
  }

  return {
    admins,
    savers,
    documents,
    movements,
    sheets,
    now: () => server.clock.now(),
    balance,
    gain,
    hold,
    /** What a wallet has beyond its pending withdrawals. */
    spendable: (wallet: string) => balance(wallet) - (holds[wallet] ?? 0),
    held,
    collect,
    move,
    handIn,
    lastId,
    lastReference,
    expectAsModelled,
  }
}

export const documentKinds = ['requests', 'withdrawals', 'differences', 'reversals'] as const
