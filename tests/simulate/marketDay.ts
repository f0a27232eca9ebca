import { setTimeout as wait } from 'node:timers/promises'
import { eq, inArray, sql } from 'drizzle-orm'
import { type Database, openDatabase } from '#server/db/database'
import { fieldLines } from '#server/db/tables/field'
import { accounts, entries } from '#server/db/tables/ledger'
import { agentDevices, agents } from '#server/db/tables/schema'
import { agentCashOf } from '#server/ledger/accounts'
import { seedBaseData } from '#server/seedBaseData'
import { Outbox } from '../../src/fieldClient/outbox'
import { FieldError } from '../../src/fieldClient/request'
import { MemoryStore } from '../../src/fieldClient/store'
import { type Beat, type BeatLoan, lendToBeat, makeBeats } from '../server/support/beats'
import { diceOf } from '../server/support/dice'
import { agentPassword, agentPasswordHash } from '../server/support/fieldClient'
import { peopleOf } from '../server/support/people'
import { chosenPassword, type Collector, koboOf, openCollector } from './collector'
import { faultKinds, faultyFetch } from './faults'
import { openOffice } from './office'
import { type Place, programsOf } from './serverProcess'

export type DaySettings = {
  agents: number
  seconds: number
  /** Of all agents. */
  lines: number
  faults: boolean
  seed: number
}
type Say = (text: string) => void

/**
 * Plays a market day with the reference client against a server of its own and compares both sides at the end: each agent's lines one by
 * one, their sums with the agent's cash account and with the customers' accounts, what the interface says of the day, and the commands
 * verify-ledger and verify-audit. Returns the figures, and what differs.
 */
export async function playMarketDay(place: Place, builtServer: string, settings: DaySettings, say: Say) {
  const programs = programsOf(builtServer, place)
  const figures = new Map<string, number | string>()
  const count = (what: string, times = 1) => figures.set(what, Number(figures.get(what) ?? 0) + times)
  const faults: string[] = []
  const { people, office: tokens, before } = await inBooks(place, (database) => seed(database, settings))
  say(`${settings.agents} agents, seed ${settings.seed}`)

  const server = await programs.startServer()
  const office = openOffice(server.url, tokens)
  let isFaulty = false
  const dice = diceOf(settings.seed)
  const latencies: number[] = []
  const collectors: Collector[] = []
  for (const [at, person] of people.entries()) {
    const own = diceOf(settings.seed * 1000 + at)
    const network = faultyFetch(own, () => isFaulty, count)
    collectors.push(
      await openCollector(
        {
          ...person,
          password: agentPassword,
          aheadMs: aheadOf(at, own.within(-2000, 2000)),
          foreignWallet: people[(at + 1) % people.length]?.beat.wallets[0]?.id ?? 0,
        },
        {
          base: `${server.url}/api/field/v1`,
          dice: own,
          fetch: async (address, options) => {
            const begun = performance.now()
            const reply = await network(address, options)
            if (address.endsWith('/batches')) latencies.push(performance.now() - begun)
            return reply
          },
          faults: () => isFaulty,
          mostWaitMs: Math.max(300, Math.min(15_000, (settings.seconds * 1000) / 20)),
          count,
        },
      ),
    )
  }

  await inParts(collectors, 5, async ({ enrol, plan, client }) => {
    const { device_id } = await patiently(() =>
      enrol({ password: plan.password, new_password: chosenPassword }),
    )
    await office.approve(device_id, plan.beat.agentId)
    await client.refresh()
  })
  say(`${collectors.length} devices were enrolled and approved`)

  isFaulty = settings.faults
  const until = Date.now() + settings.seconds * 1000
  const share = (part: number) => wait(settings.seconds * 1000 * part)
  const each = Math.ceil(settings.lines / settings.agents)
  const events = settings.faults ? shutAndKill() : Promise.resolve()
  await Promise.all([...collectors.map((collector) => collector.work(each, until)), events])

  async function shutAndKill() {
    const [shut, removed, signedOut] = [0, 1, 2].map((at) => collectors[at % collectors.length])
    await share(0.3)
    const ofShut = shut?.client.device?.device_id ?? 0
    await office.disapprove(ofShut)
    count('devices disapproved in the middle, and approved again')
    await share(0.1)
    await office.remove(removed?.client.device?.device_id ?? 0)
    count('devices deleted in the middle, and enrolled with another key')
    await signedOut?.client.signOut().catch(() => {})
    count('devices signed out in the middle')
    await share(0.1)
    await server.kill()
    count('times the server was killed and started again')
    await share(0.1)
    await office.approve(ofShut, shut?.plan.beat.agentId ?? 0)
    await share(0.2)
    await server.kill()
    count('times the server was killed and started again')
  }

  // In the evening the network is back, and the office decides on what waits.
  isFaulty = false
  await wait(settings.faults ? 4500 : 0)
  const finish = async (isDone: (collector: Collector) => boolean, all: boolean) =>
    inParts(collectors, 20, async (collector) => {
      for (let attempt = 1; attempt === 1 || !isDone(collector); attempt += 1) {
        if (attempt > 120)
          throw new Error(
            `${collector.plan.name} could not finish: ${JSON.stringify(await collector.client.turn())}`,
          )
        await approveWaiting(collector)
        await collector.turn(all)
        if (!isDone(collector)) await wait(200)
      }
    })
  async function approveWaiting({ plan }: Collector) {
    const devices = await office.devices(plan.beat.agentId)
    const waiting = devices.find(({ status }) => status === 'Waiting')
    if (waiting) await office.approve(waiting.id, plan.beat.agentId)
  }
  await finish(({ client }) => client.outbox.pending.length === 0, false)
  figures.set('late batches that the office decided on', await office.decideAll())
  await finish(({ client }) => client.outbox.open.every(({ result }) => result?.state === 'invalid'), true)
  say('All outboxes are empty')

  await inParts(collectors, 10, (collector) => askAgain(collector, faults, dice))
  await server.stop()

  await inBooks(place, (database) => compare(database, collectors, before, { figures, count, faults }))
  figures.set('p50, p99 of a request with a batch, ms', percentiles(latencies))
  for (const program of ['verifyLedger', 'verifyAudit'] as const) {
    const { code, text } = await programs.command(program)
    say(text)
    figures.set(program === 'verifyLedger' ? 'verify-ledger' : 'verify-audit', code === 0 ? 'right' : 'WRONG')
    if (code !== 0) faults.push(`${program}: ${text}`)
  }
  return { figures, faults, collectors }
}

const hourMs = 3_600_000
/** One device in ten is an hour ahead, one an hour behind, one 37 seconds ahead. */
const aheadOf = (at: number, otherwise: number) => [hourMs, 0 - hourMs, 37_000][at % 10] ?? otherwise

async function inBooks<T>(place: Place, work: (database: Database) => Promise<T>): Promise<T> {
  const opened = await openDatabase(place)
  try {
    return await work(opened.database)
  } finally {
    await opened.close()
  }
}

async function inParts<T>(all: readonly T[], size: number, work: (one: T) => Promise<unknown>) {
  for (let at = 0; at < all.length; at += size) await Promise.all(all.slice(at, at + size).map(work))
}

/** Many agents behind one address: a busy server says when to come back. */
async function patiently<T>(act: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await act()
    } catch (error) {
      if (!(error instanceof FieldError) || error.code !== 'busy') throw error
      await wait((error.retryAfterSeconds ?? 1) * 1000)
    }
  }
}

type Person = { name: string; email: string; beat: Beat; loans: readonly BeatLoan[] }

async function seed(database: Database, { agents: number }: DaySettings) {
  await seedBaseData(database)
  const now = new Date()
  const opened = new Date(now.getTime() - 60 * 86_400_000)
  const staff = peopleOf(database, () => now)
  const keeper = await staff.enter(
    'can-approve-device',
    'can-set-device',
    'can-disapprove-device',
    'can-delete-device',
    'can-view-agent-device',
  )
  const decider = await staff.enter('can-approve-collection')
  const beats = await makeBeats(database, { agents: number, wallets: 40 }, opened)
  const people: Person[] = []
  for (const beat of beats) {
    const [agent] = await database
      .update(agents)
      .set({ passwordHash: await agentPasswordHash() })
      .where(eq(agents.id, beat.agentId))
      .returning()
    const borrowers = { ...beat, wallets: beat.wallets.slice(0, 8) }
    people.push({
      name: agent?.name ?? '',
      email: agent?.email ?? '',
      beat,
      loans: await lendToBeat(database, borrowers, decider.id, opened),
    })
  }
  return {
    people,
    office: { keeper: keeper.token, decider: decider.token },
    before: await balancesOf(database),
  }
}

async function balancesOf(database: Database) {
  const rows = await database.select({ name: accounts.name, balance: accounts.balance }).from(accounts)
  return new Map(rows.map(({ name, balance }) => [name, Number(balance)]))
}

/** Sends all lines of an agent once more, in another order: each gets its first result. */
async function askAgain(collector: Collector, faults: string[], dice: ReturnType<typeof diceOf>) {
  const { client, plan } = collector
  const done = client.outbox.entries.filter(({ result }) => result?.state !== 'invalid')
  const store = new MemoryStore()
  const places = new Map(done.map(({ line }) => [line.id, dice.within(1, 1_000_000)]))
  await store.put(done.map(({ line }) => ({ line, place: places.get(line.id) ?? 0 })))
  const again = await Outbox.open(store)
  await again.send((lines) => client.post(lines))
  const first = new Map(done.map(({ line, result }) => [line.id, JSON.stringify(result)]))
  for (const { line, result } of again.entries)
    if (JSON.stringify(result) !== first.get(line.id))
      faults.push(`${plan.name}: line ${line.id} was ${first.get(line.id)}, again ${JSON.stringify(result)}`)
  const { day, booked, holds } = await client.day()
  const ofDay = sumOf(done.filter(({ line, result }) => result?.state === 'booked' && line.day === day))
  if (koboOf(booked) !== ofDay)
    faults.push(`${plan.name}: booked today ${booked}, by the device ${ofDay} kobo`)
  const all = sumOf(done.filter(({ result }) => result?.state === 'booked'))
  if (koboOf(holds) !== all) faults.push(`${plan.name}: holds ${holds}, by the device ${all} kobo`)
}

const sumOf = (all: readonly { line: { amount: string } }[]) =>
  all.reduce((sum, { line }) => sum + koboOf(line.amount), 0)

type Report = {
  figures: Map<string, number | string>
  count: (what: string, times?: number) => void
  faults: string[]
}

/** The devices' side against the books. */
async function compare(
  database: Database,
  collectors: readonly Collector[],
  before: ReadonlyMap<string, number>,
  { figures, count, faults }: Report,
) {
  const after = await balancesOf(database)
  const grown = (name: string) => (after.get(name) ?? 0) - (before.get(name) ?? 0)
  let [ofDevices, ofCash, ofCustomers, worstClockMs] = [0, 0, 0, 0]
  figures.set('movements recorded', 0)
  for (const { plan, book, client } of collectors) {
    const { agentId, wallets } = plan.beat
    const kept = new Map(client.outbox.entries.map((entry) => [entry.line.id, entry]))
    const stored = await database
      .select({
        id: fieldLines.lineKey,
        amount: fieldLines.amount,
        state: fieldLines.state,
        recordedAt: fieldLines.recordedAt,
        reference: entries.reference,
        // What the agent took in by it.
        taken:
          sql<number>`(select 0 - sum(p.amount) from ledger_postings p join ledger_accounts a on a.id = p.account_id
          where p.entry_id = ${entries.id} and a.name = ${agentCashOf(agentId)})`.mapWith(Number),
      })
      .from(fieldLines)
      .leftJoin(entries, eq(entries.id, fieldLines.entryId))
      .where(eq(fieldLines.agentId, agentId))
    const lines = new Map(stored.map((row) => [row.id, row]))
    for (const [id, { kobo, at }] of book) {
      count('movements recorded')
      const entry = kept.get(id)
      const row = lines.get(id)
      const { state, reference = null } = entry?.result ?? { state: 'lost' }
      count(`lines ${state}`)
      if (!entry || koboOf(entry.line.amount) !== kobo)
        faults.push(`${plan.name}: the device lost line ${id}`)
      if (state === 'invalid' && !row) continue
      if (!row || row.state !== state || row.amount !== kobo)
        faults.push(`${plan.name}: line ${id} of ${kobo} is ${state}, in the books ${JSON.stringify(row)}`)
      if (state === 'booked' && (row?.reference !== reference || row.taken !== kobo))
        faults.push(`${plan.name}: line ${id} says ${reference}, in the books ${JSON.stringify(row)}`)
      if (row) worstClockMs = Math.max(worstClockMs, Math.abs(row.recordedAt.getTime() - at))
    }
    for (const id of lines.keys()) if (!book.has(id)) faults.push(`${plan.name}: nobody recorded line ${id}`)
    const booked = [...kept.values()].filter(({ result }) => result?.state === 'booked')
    const device = sumOf(booked)
    const cash = 0 - grown(agentCashOf(agentId))
    const grownOf = (all: readonly { reference: string }[]) =>
      all.reduce((sum, { reference }) => sum + grown(reference), 0)
    const customers = grownOf(wallets) - grownOf(plan.loans)
    if (device !== cash || device !== customers)
      faults.push(
        `${plan.name}: ${device} kobo by the device, ${cash} with the agent, ${customers} with customers`,
      )
    const [counted] = await database
      .select({ made: sql<number>`count(*)::int` })
      .from(entries)
      .where(
        sql`${eq(entries.agentId, agentId)} and ${inArray(entries.kind, ['Savings deposit', 'Loan repayment'])}`,
      )
    if (counted?.made !== booked.length)
      faults.push(`${plan.name}: ${counted?.made} movements for ${booked.length} booked lines`)
    ofDevices += device
    ofCash += cash
    ofCustomers += customers
  }
  const clocks = await database.select({ error: agentDevices.clockError }).from(agentDevices)
  const wrong = clocks.filter(({ error }) => Math.abs(error ?? 0) > 3000).length
  figures.set('devices whose clock is an hour wrong, as the server measured', wrong)
  figures.set('times recorded wrong by at most, ms', worstClockMs)
  if (worstClockMs > 60_000) faults.push(`A time was recorded wrong by ${worstClockMs} ms.`)
  figures.set('kobo by the devices', ofDevices)
  figures.set('kobo with the agents, by the ledger', ofCash)
  figures.set('kobo on customers’ accounts, by the ledger', ofCustomers)
  for (const what of faultKinds) if (!figures.has(what)) figures.set(what, 0)
}

function percentiles(values: readonly number[]) {
  const sorted = values.toSorted((a, b) => a - b)
  return [0.5, 0.99].map((part) => Math.round(sorted[Math.ceil(sorted.length * part) - 1] ?? 0)).join(', ')
}
