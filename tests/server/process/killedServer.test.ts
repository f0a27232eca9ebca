import { cpSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { eq, inArray } from 'drizzle-orm'
import { afterAll, expect, it } from 'vitest'
import { type Database, openDatabase } from '#server/db/database'
import { seedBaseData } from '#server/seedBaseData'
import { accounts } from '#server/db/tables/ledger'
import { adminActivity } from '#server/db/tables/schema'
import { agentCashOf, mainWalletOf } from '#server/ledger/accounts'
import { verifyLedger } from '#server/ledger/verify'
import { type Till, type Effect, openTills, post } from '../support/tillClients'
import { makeBeats } from '../support/beats'
import { moneyOf } from '../support/money'
import { naira, peopleOf } from '../support/people'
import { addressOf, startServer } from '../support/processes'
import { report, roundsOf } from '../support/rounds'
import { emptyDatabase } from '../support/testDatabase'

const rounds = roundsOf(1)
const tillCount = 6
const place = await emptyDatabase()
afterAll(() => place.drop())

async function withBooks<T>(look: (database: Database) => Promise<T>, dataDir = place.dataDir): Promise<T> {
  const opened = await openDatabase({ url: place.url, dataDir })
  try {
    return await look(opened.database)
  } finally {
    await opened.close()
  }
}

/** The books as the crash left them; of an embedded database a copy, for the server has to recover its own. */
async function withCrashedBooks(look: (database: Database) => Promise<unknown>) {
  if (place.url) return withBooks(look)
  const copy = await mkdtemp(path.join(tmpdir(), 'alajo-crashed-'))
  try {
    // A killed server leaves its socket, which can't be copied.
    cpSync(place.dataDir, copy, { recursive: true, filter: (name) => !name.endsWith('.sock') })
    await withBooks(look, copy)
  } finally {
    await rm(copy, { recursive: true, force: true, maxRetries: 5 })
  }
}

type Balances = Record<string, { balance: number; held: number }>
async function balancesIn(database: Pick<Database, 'select'>, names: string[]): Promise<Balances> {
  const rows = await database.select().from(accounts).where(inArray(accounts.name, names))
  return Object.fromEntries(rows.map(({ name, balance, held }) => [name, { balance, held }]))
}

const { tills, shared, before } = await withBooks(async (database) => {
  await seedBaseData(database)
  const now = () => new Date()
  const people = peopleOf(database, now)
  const money = moneyOf({ database, clock: { now }, checksums: async () => ({}) })
  const agent = await people.makeAgent()
  const beats = await makeBeats(database, { agents: tillCount, wallets: 20 }, now())
  const made: Till[] = []
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
    made.push({ clerk, manager, customerId: customer.id, saving: reference, beat })
  }
  const { id } = await people.makeCustomer(agent.id)
  const accountsOf = ({ customerId, saving, beat: { agentId, wallets } }: Till) => [
    mainWalletOf(customerId),
    saving,
    agentCashOf(agentId),
    ...wallets.map((wallet) => wallet.reference),
  ]
  const names = [mainWalletOf(id), ...made.flatMap(accountsOf)]
  return { tills: made, shared: id, before: await balancesIn(database, names) }
})

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

it(
  `a server killed under load keeps what it acknowledged and makes repeated changes once, ${rounds} rounds`,
  async () => {
    const {
      acknowledged,
      unanswered: open,
      openGate,
      closeGate,
      until,
      allWait,
      close,
    } = openTills(tills, shared)
    const figures = { rounds, acknowledged: 0, unanswered: 0, landedUnanswered: 0 }

    /** Every change in the books is one that was acknowledged or is still open, each of them there once, and whole. */
    const expectRight = async (database: Database) => {
      await database.transaction(
        async (tx) => {
          const log = await tx
            .select({ key: adminActivity.reference })
            .from(adminActivity)
            .where(eq(adminActivity.status, 'success'))
          const landed = new Set(log.map(({ key }) => key))
          expect(log).toHaveLength(landed.size)
          expect(acknowledged.filter(({ intent }) => !landed.has(intent.key))).toEqual([])
          const unanswered = [...open.values()].filter(({ key }) => landed.has(key))
          expect(landed.size).toBe(acknowledged.length + unanswered.length)
          const effects = [...acknowledged.map(({ intent }) => intent), ...unanswered].map(
            ({ effect }) => effect,
          )
          expect(await balancesIn(tx, Object.keys(before))).toEqual(after(effects))
          figures.landedUnanswered += unanswered.length
        },
        { isolationLevel: 'repeatable read' },
      )
      expect((await verifyLedger(database)).faults).toEqual([])
    }

    const start = async () => {
      const server = startServer({
        DATA_DIR: place.dataDir,
        LOG_LEVEL: 'error',
        ...(place.url && { DATABASE_URL: place.url }),
      })
      const url = await addressOf(server)
      // Repeated changes get their first reply and do nothing.
      for (const { intent, reply } of acknowledged.slice(-tillCount))
        expect((await post(url, intent)).reply).toEqual(reply)
      openGate(url)
      return server
    }

    for (let round = 0; round < rounds; round++) {
      const server = await start()
      const enough = acknowledged.length + 5 + Math.floor(Math.random() * 40)
      await until(() => acknowledged.length >= enough)
      await wait(Math.random() * 25)
      closeGate()
      server.kill('SIGKILL')
      await server.ended
      await until(allWait)
      figures.unanswered += open.size
      await withCrashedBooks(expectRight)
    }

    const server = await start()
    await close()
    server.kill('SIGTERM')
    expect(await server.ended).toBe(0)
    expect(open.size).toBe(0)
    await withBooks(expectRight)
    figures.acknowledged = acknowledged.length
    report('killed under load', figures)
  },
  300_000 + rounds * 120_000,
)
