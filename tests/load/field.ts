import { once } from 'node:events'
import { cpus } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import { eq } from 'drizzle-orm'
import { calls } from '#contract/index'
import type { Read } from '#contract/call'
import { groupedBy } from '#domain/lists/groupedBy'
import { verifyChain } from '#server/audit/auditChain'
import { openDatabase } from '#server/db/database'
import { entries } from '#server/db/tables/ledger'
import { verifyLedger } from '#server/ledger/verify'
import { seedBaseData } from '#server/seedBaseData'
import { FieldClient } from '../../src/fieldClient/fieldClient'
import { makeKeys } from '../../src/fieldClient/keys'
import { MemoryStore } from '../../src/fieldClient/store'
import { makeBeats } from '../server/support/beats'
import { diceOf } from '../server/support/dice'
import { peopleOf } from '../server/support/people'
import { askerOf, type Body } from './ask'
import { percentile } from './meanwhile'
import { endAfter, ownPostgres, say } from './ownPostgres'
import { startServer } from './ownServer'

/**
 * `npm run load:field`: 400 agents who each record 50 movements in ten minutes, in batches of 1 to 10 lines as the reference client sends
 * them, on two servers and a PostgreSQL of their own, while sixteen admins open lists; before and after that the admins alone. LOAD_MINUTES,
 * LOAD_AGENTS and LOAD_LINES (of an agent) make it shorter, LOAD_BATCH sets the most lines of a batch. Verifies both sides at the end.
 */
const url = ownPostgres('load:field')
endAfter(30)
const number = (name: string, otherwise: number) => Number(process.env[name] ?? otherwise)
const minutes = number('LOAD_MINUTES', 10)
const agentCount = number('LOAD_AGENTS', 400)
const linesOfAgent = number('LOAD_LINES', 50)
const mostInBatch = number('LOAD_BATCH', 10)
const idleSeconds = number('LOAD_IDLE_SECONDS', Math.min(60, minutes * 12))
const admins = 16
/** Between two lists of one admin. */
const lookMs = 2000
const wallets = 50

const opened = await openDatabase({ url, dataDir: '' })
const { database } = opened
await seedBaseData(database)
const people = peopleOf(database, () => new Date())
const tokens: string[] = []
for (let at = 0; at < admins; at += 1) tokens.push((await people.enter('can-view-all')).token)
const beats = await makeBeats(
  database,
  { agents: agentCount, wallets },
  new Date(Date.now() - 60 * 86_400_000),
)
const servers = [await startServer(), await startServer()]
const portOf = (at: number) => servers[at % servers.length]?.port ?? 0

type Batch = { at: number; ms: number; lines: number }
const batches: Batch[] = []
/** A device that was enrolled and approved already, whose client times its batches. */
async function openDevice({ agentId }: (typeof beats)[number], at: number) {
  const keys = await makeKeys()
  const { id } = await people.makeDevice(agentId, {
    isApproved: true,
    isPrimary: true,
    publicKey: keys.publicKey,
    signedInAt: new Date(),
  })
  const store = new MemoryStore()
  await store.set('keys', keys)
  await store.set('device', { device_id: id, state: 'approved', is_primary: true })
  return FieldClient.open({
    base: `http://127.0.0.1:${portOf(at)}/api/field/v1`,
    store,
    fetch: async (address, options) => {
      const begun = performance.now()
      const reply = await fetch(address, options)
      const text = await reply.text()
      if (address.endsWith('/batches') && reply.ok)
        batches.push({ at: begun, ms: performance.now() - begun, lines: text.split('"state"').length - 1 })
      return new Response(text, reply)
    },
  })
}
const devices: FieldClient[] = []
for (const [at, beat] of beats.entries()) devices.push(await openDevice(beat, at))

const repeated: string[] = []
/** Batches at random moments of the time. */
async function collect(at: number, until: number) {
  const dice = diceOf(at + 1)
  const client = devices[at]
  const beat = beats[at]
  if (!client || !beat) throw new Error('There is no such agent.')
  const sizes: number[] = []
  for (let left = linesOfAgent; left > 0; left -= sizes.at(-1) ?? 0)
    sizes.push(Math.min(left, dice.within(1, mostInBatch)))
  const from = Date.now()
  const moments = sizes.map(() => dice.within(from, until)).toSorted((a, b) => a - b)
  for (const [turn, moment] of moments.entries()) {
    await wait(Math.max(0, moment - Date.now()))
    for (let line = 0; line < (sizes[turn] ?? 0); line += 1)
      await client.record({
        savings_id: dice.pick(beat.wallets).id,
        amount: `${dice.within(100, 3000)}.00`,
        place: { latitude: 7.3775, longitude: 3.947, accuracy: 12 },
      })
    for (;;) {
      const { stop, retryInMs, error } = await client.turn()
      if (stop) throw new Error(`A device was stopped: ${stop}`)
      if (retryInMs === undefined) break
      repeated.push(error?.message ?? '')
      await wait(retryInMs)
    }
  }
}

const { agents, cash, collections, customers, savings, transactions } = calls
const page = { page: 1 }
const lists: [Read, Body][] = [
  [customers.getCustomers, page],
  [customers.getCustomers, { page: 1, search: 'Saver' }],
  [agents.getAgents, page],
  [savings.savingHistory, page],
  [savings.getSavingPortfolio, page],
  [collections.getCollections, page],
  [collections.getLateBatches, page],
  [cash.getAgentsCash, page],
  [transactions.transactionFlowHistory, { page: 1, transaction_type: 'all' }],
]
/** Sixteen admins who open a list every two seconds, until `until`. */
async function look(until: number): Promise<number[]> {
  const taken: number[] = []
  await Promise.all(
    tokens.map(async (token, at) => {
      const ask = askerOf({ port: portOf(at), token })
      await wait((lookMs / admins) * at)
      for (let turn = at; Date.now() < until; turn += 1) {
        const [call, body] = lists[turn % lists.length] ?? []
        if (!call || !body) throw new Error('There is no such list.')
        const { ms } = await ask(call, body)
        taken.push(ms)
        await wait(Math.max(0, lookMs - ms))
      }
    }),
  )
  return taken
}

say(
  `PostgreSQL, ${servers.length} servers, ${cpus().length} processors; ${agentCount} agents with ${wallets} customers, ${linesOfAgent} lines each in ${minutes} minutes, ${admins} admins.\n`,
)
await look(Date.now() + 10_000)
const before = await look(Date.now() + idleSeconds * 500)
const until = Date.now() + minutes * 60_000
const [under] = await Promise.all([look(until), ...devices.map((_, at) => collect(at, until))])
// On a shared machine the admins alone are measured before and after.
const idle = [...before, ...(await look(Date.now() + idleSeconds * 500))]

const row = (what: string, values: readonly number[]) =>
  say(
    `| ${what} | ${values.length} | ${[50, 99, 100].map((part) => percentile(values, part).toFixed(0)).join(' | ')} |`,
  )
say('| what | number | p50, ms | p99, ms | longest, ms |\n|---|---|---|---|---|')
const ms = (some: readonly Batch[]) => some.map((one) => one.ms)
row('batches', ms(batches))
for (const [least, most] of [
  [1, 3],
  [4, 7],
  [8, 100],
] as const)
  row(`of ${least} to ${most} lines`, ms(batches.filter(({ lines }) => lines >= least && lines <= most)))
// Other work on a shared machine shows in some minutes only.
const first = Math.min(...batches.map(({ at }) => at))
const byMinute = groupedBy(batches, ({ at }) => Math.floor((at - first) / 60_000))
for (const [minute, some] of [...byMinute].toSorted(([one], [other]) => one - other))
  row(`of minute ${minute + 1}`, ms(some))
row('admins’ lists, idle', idle)
row('admins’ lists, under load', under)
say(
  `\np99 of lists: ${(percentile(under, 99) / percentile(idle, 99)).toFixed(2)} of idle. ${repeated.length} turns were repeated${repeated.length > 0 ? `: ${[...new Set(repeated)].join(' · ')}` : ''}.`,
)

const states = devices.flatMap(({ outbox }) => outbox.entries.map(({ result }) => result?.state))
const booked = states.filter((state) => state === 'booked').length
for (const { server } of servers) {
  const ended = once(server, 'exit')
  server.disconnect()
  await ended
}
const movements = await database.$count(entries, eq(entries.kind, 'Savings deposit'))
const { faults } = await verifyLedger(database)
const { intact } = await verifyChain(database)
say(
  `${booked} lines booked of ${states.length}, ${movements} deposits in the ledger, ${faults.length} faults, the log is ${intact ? 'whole' : 'BROKEN'}.`,
)
await opened.close()
process.exit(
  booked === movements && booked === agentCount * linesOfAgent && faults.length === 0 && intact ? 0 : 1,
)
