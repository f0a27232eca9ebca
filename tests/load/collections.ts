import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { cpus, tmpdir } from 'node:os'
import path from 'node:path'
import { randomUUID } from 'node:crypto'
import { calls } from '#contract/index'
import { addDays, lagosDay } from '#domain/time/lagos'
import { type Database, openDatabase } from '#server/db/database'
import { verifyLedger } from '#server/ledger/verify'
import { seedBaseData } from '#server/seedBaseData'
import { type Beat, type BeatLoan, lendToBeat, makeBeats } from '../server/support/beats'
import { peopleOf } from '../server/support/people'
import { endAfter, ownPostgres, say } from './ownPostgres'
import { startServer } from './ownServer'
import { processorTime } from './processorTime'

/**
 * `npm run load:collections`: how many lines of collection sheets are recorded in a second, on a PostgreSQL of its own or,
 * as `npm run load:collections:embedded`, on the embedded database. Each agent's sheets are sent one after the other, those
 * of different agents at the same time. Ends after 20 minutes at the latest; verifies the ledger at the end.
 */
const isEmbedded = process.argv.includes('--embedded')
const url = isEmbedded ? undefined : ownPostgres('load:collections')
endAfter(20)
const seconds = Number(process.env.LOAD_SECONDS ?? 10)
const rounds = 3
const agents = 50
const wallets = 300
const borrowers = 75

/** The sheets of one row of the table; `loans` of their lines are loans. */
type Load = { name: string; lines: number; loans: number; isCounted: boolean; senders: number }
const loads: Load[] = [
  { name: '300 lines, one agent', lines: 300, loans: 0, isCounted: true, senders: 1 },
  { name: '300 lines, 8 agents at once', lines: 300, loans: 0, isCounted: true, senders: 8 },
  { name: '40 lines, 50 agents at once', lines: 40, loans: 0, isCounted: true, senders: agents },
  {
    name: '40 lines without a count, 50 agents at once',
    lines: 40,
    loans: 0,
    isCounted: false,
    senders: agents,
  },
  { name: '300 lines with 75 loans, one agent', lines: 300, loans: 75, isCounted: true, senders: 1 },
  { name: '300 lines with 75 loans, 8 agents at once', lines: 300, loans: 75, isCounted: true, senders: 8 },
  {
    name: '40 lines with 10 loans, 50 agents at once',
    lines: 40,
    loans: 10,
    isCounted: true,
    senders: agents,
  },
  { name: '40 loans, 50 agents at once', lines: 40, loans: 40, isCounted: true, senders: agents },
].filter(({ name }) => name.includes(process.env.LOAD_ONLY ?? ''))

const dataDir = isEmbedded ? mkdtempSync(path.join(tmpdir(), 'alajo-load-')) : ''
process.once('exit', () => dataDir && rmSync(dataDir, { recursive: true, force: true }))

async function withDatabase<T>(work: (database: Database) => Promise<T>): Promise<T> {
  const opened = await openDatabase({ url, dataDir })
  try {
    return await work(opened.database)
  } finally {
    await opened.close()
  }
}

const { beats, lent, tokens } = await withDatabase(async (database) => {
  await seedBaseData(database)
  const people = peopleOf(database, () => new Date())
  const admins = []
  for (let at = 0; at < agents; at++) admins.push(await people.enter('can-record-collection'))
  const made = await makeBeats(database, { agents, wallets }, new Date())
  const loans: BeatLoan[][] = []
  for (const beat of made) {
    const some = { ...beat, wallets: beat.wallets.slice(0, borrowers) }
    loans.push(await lendToBeat(database, some, admins[0]?.id ?? 0, new Date()))
  }
  return {
    beats: made,
    lent: loans,
    tokens: admins.map(({ token }) => token),
  }
})
const { server, port } = await startServer({ LOAD_DATA_DIR: dataDir })
// The embedded database belongs to the server alone.
const watched = url ? await openDatabase({ url, dataDir }) : undefined
const processorNow = () => (watched ? processorTime(watched.database, server.pid ?? 0) : ownProcessorTime())

async function ownProcessorTime(): Promise<number> {
  server.send('usage')
  const [{ cpuMs }] = (await once(server, 'message')) as [{ cpuMs: number }]
  return cpuMs
}

const connections = new Agent({ keepAlive: true, maxSockets: agents })
const { path: callPath } = calls.collections.recordSheet

const receiptsOf = new Map<Beat, string[]>()

/** Records one sheet, with the same key for as long as the server is busy, and returns how long it took. */
async function record(
  beat: Beat,
  borrowed: readonly BeatLoan[],
  token: string,
  { lines, loans, isCounted }: Load,
): Promise<number> {
  const chosen = beat.wallets.slice(0, lines - loans)
  const receipts = receiptsOf.get(beat) ?? []
  receiptsOf.set(beat, receipts)
  // One after the other for each day that can be recorded, so that a day has few sheets.
  const daysAgo = receipts.length % 8
  const seen = receipts.filter((_, at) => at % 8 === daysAgo)
  const body = JSON.stringify({
    agent_id: beat.agentId,
    day: addDays(lagosDay(new Date()), -daysAgo),
    lines: [
      ...chosen.map(({ id }, at) => ({ savings_id: id, amount: `${500 + at}.50`, twice: true })),
      // Little, so that the loans outlast the run.
      ...borrowed.slice(0, loans).map(({ id }) => ({ loan_id: id, amount: '1.50', twice: true })),
    ],
    ...(isCounted && { counted: `${500 * lines}.00` }),
    seen,
  })
  const key = randomUUID()
  const start = performance.now()
  for (;;) {
    const { isBusy, text } = await send(body, key, token)
    const { status, message, data } = JSON.parse(text) as {
      status: string
      message: string
      data?: { reference: string }
    }
    if (status === '200' && data) receipts.push(data.reference)
    if (status === '200') return performance.now() - start
    if (!isBusy) throw new Error(`${callPath} answered ${status}: ${message}`)
  }
}

/** A server that has no free connection in time replies that it is busy. */
const send = (body: string, key: string, token: string) =>
  new Promise<{ isBusy: boolean; text: string }>((resolve, reject) => {
    request(
      {
        agent: connections,
        host: '127.0.0.1',
        port,
        path: `/api/admin/${callPath}`,
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(body),
          'idempotency-key': key,
          logintoken: token,
          cookie: 'XSRF-TOKEN=load',
          'x-xsrf-token': 'load',
        },
      },
      (response) => {
        let all = ''
        response.setEncoding('utf8').on('data', (part: string) => {
          all += part
        })
        response
          .once('end', () => resolve({ isBusy: response.statusCode === 503, text: all }))
          .once('error', reject)
      },
    )
      .once('error', reject)
      .end(body)
  })

let recordedLines = 0
async function run(load: Load, forSeconds: number) {
  const times: number[] = []
  const before = await processorNow()
  const start = performance.now()
  const end = start + forSeconds * 1000
  const sendAll = async (beat: Beat, at: number) => {
    while (performance.now() < end) times.push(await record(beat, lent[at] ?? [], tokens[at] ?? '', load))
  }
  await Promise.all(beats.slice(0, load.senders).map(sendAll))
  const tookSeconds = (performance.now() - start) / 1000
  const lines = times.length * load.lines
  recordedLines += lines
  const cpuMs = (await processorNow()) - before
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.ceil(sorted.length * share) - 1] ?? 0
  return { rate: lines / tookSeconds, cpuOfLine: cpuMs / lines, p50: at(0.5), p99: at(0.99) }
}

say(
  `${isEmbedded ? 'Embedded database' : 'PostgreSQL'}, ${cpus().length} processors, ${rounds} rounds of ${seconds} s: each round's figures.\n`,
)
say(
  '| sheets | lines a second | processor, ms a line | p50 of a sheet, ms | p99, ms |\n|---|---|---|---|---|',
)
for (const load of loads) {
  await run(load, 2)
  const results: Awaited<ReturnType<typeof run>>[] = []
  for (let round = 0; round < rounds; round++) results.push(await run(load, seconds))
  const each = (figure: (one: (typeof results)[number]) => string) => results.map(figure).join(', ')
  say(
    `| ${load.name} | ${each(({ rate }) => rate.toFixed(0))} | ${each(({ cpuOfLine }) => cpuOfLine.toFixed(2))} | ${each(({ p50 }) => p50.toFixed(0))} | ${each(({ p99 }) => p99.toFixed(0))} |`,
  )
}
await watched?.close()
connections.destroy()
const ended = once(server, 'exit')
server.disconnect()
await ended

const { faults, movements } = await withDatabase(async (database) => {
  const { rows } = await database.$client.query<{ count: string }>(
    "select count(*) from ledger_entries where kind in ('Savings deposit', 'Loan repayment')",
  )
  return { faults: (await verifyLedger(database)).faults, movements: Number(rows[0]?.count) }
})
say(
  `\n${movements} deposits and repayments stand in the ledger, for ${recordedLines} lines. ${faults.length} faults.`,
)
if (movements !== recordedLines || faults.length > 0) process.exitCode = 1
process.exit()
