import { eq, inArray } from 'drizzle-orm'
import { expect } from 'vitest'
import { type Database, openDatabase } from '#server/db/database'
import { accounts } from '#server/db/tables/ledger'
import { adminActivity } from '#server/db/tables/schema'
import { agentCashOf, mainWalletOf } from '#server/ledger/accounts'
import { verifyLedger } from '#server/ledger/verify'
import { seedBaseData } from '#server/seedBaseData'
import { makeBeats } from './beats'
import { avoidLagosMidnight } from './midnight'
import { moneyOf } from './money'
import { naira, peopleOf } from './people'
import type { TestDatabase } from './testDatabase'
import type { Acknowledged, Effect, Intent, Till } from './tillClients'

type Balances = Record<string, { balance: number; held: number }>

/** Tills with their customers and agents in an empty database, and what its books must be after what the tills did. */
export async function openTillBooks(place: TestDatabase, tillCount: number) {
  async function withBooks<T>(
    check: (database: Database) => Promise<T>,
    dataDir = place.dataDir,
  ): Promise<T> {
    const opened = await openDatabase({ url: place.url, dataDir })
    try {
      return await check(opened.database)
    } finally {
      await opened.close()
    }
  }

  await avoidLagosMidnight()
  const { tills, shared, before } = await withBooks((database) => makeTills(database, tillCount))

  /** The balances that these effects lead to, from those of the start. */
  function after(effects: Effect[]): Balances {
    const balances = structuredClone(before)
    for (const [name, { balance = 0, held = 0 }] of effects.flatMap((effect) => Object.entries(effect))) {
      const one = balances[name]
      if (!one) throw new Error(`no account ${name}`)
      one.balance += balance
      one.held += held
    }
    return balances
  }

  /**
   * Every change in the books is one that was acknowledged or is still open, each of them there once, and whole. Returns how many of
   * the open ones are there.
   */
  async function expectRight(
    database: Database,
    acknowledged: readonly Acknowledged[],
    open: Iterable<Intent>,
  ) {
    const landedOpen = await database.transaction(
      async (tx) => {
        const log = await tx
          .select({ key: adminActivity.reference })
          .from(adminActivity)
          .where(eq(adminActivity.status, 'success'))
        const landed = new Set(log.map(({ key }) => key))
        expect(log).toHaveLength(landed.size)
        expect(acknowledged.filter(({ intent }) => !landed.has(intent.key))).toEqual([])
        const unanswered = [...open].filter(({ key }) => landed.has(key))
        expect(landed.size).toBe(acknowledged.length + unanswered.length)
        const effects = [...acknowledged.map(({ intent }) => intent), ...unanswered].map(
          ({ effect }) => effect,
        )
        expect(await balancesIn(tx, Object.keys(before))).toEqual(after(effects))
        return unanswered.length
      },
      { isolationLevel: 'repeatable read' },
    )
    expect((await verifyLedger(database)).faults).toEqual([])
    return landedOpen
  }

  return { tills, shared, withBooks, expectRight }
}

async function balancesIn(database: Pick<Database, 'select'>, names: string[]): Promise<Balances> {
  const rows = await database.select().from(accounts).where(inArray(accounts.name, names))
  return Object.fromEntries(rows.map(({ name, balance, held }) => [name, { balance, held }]))
}

async function makeTills(database: Database, tillCount: number) {
  await seedBaseData(database)
  const now = () => new Date()
  const people = peopleOf(database, now)
  const money = moneyOf({ database, clock: { now }, checksums: async () => ({}) })
  const agent = await people.makeAgent()
  const beats = await makeBeats(database, { agents: tillCount, wallets: 20 }, now())
  const tills: Till[] = []
  for (const beat of beats) {
    const clerk = await people.enter(
      'can-credit-customer',
      'can-create-withdrawal',
      'can-view-withdrawal',
      'can-record-collection',
    )
    const manager = await people.enter('can-approve-withdrawal')
    const customer = await people.makeCustomer(agent.id)
    const { reference } = await money.makeSaving(customer)
    await money.pay(reference, naira(10_000_000))
    tills.push({ clerk, manager, customerId: customer.id, saving: reference, beat })
  }
  const { id } = await people.makeCustomer(agent.id)
  const accountsOf = ({ customerId, saving, beat: { agentId, wallets } }: Till) => [
    mainWalletOf(customerId),
    saving,
    agentCashOf(agentId),
    ...wallets.map((wallet) => wallet.reference),
  ]
  const names = [mainWalletOf(id), ...tills.flatMap(accountsOf)]
  return { tills, shared: id, before: await balancesIn(database, names) }
}
