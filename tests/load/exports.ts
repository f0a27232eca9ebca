import { once } from 'node:events'
import { request } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { brotliDecompressSync } from 'node:zlib'
import type { Read } from '#contract/call'
import { calls } from '#contract/index'
import { exportCap } from '#contract/values'
import { openDatabase } from '#server/db/database'
import { seedBaseData } from '#server/seedBaseData'
import { peopleOf } from '../server/support/people'
import { makeData } from './data'
import { endAfter, ownPostgres, say } from './ownPostgres'
import { startServer } from './ownServer'

/**
 * `npm run load:exports`: files of 20,000 rows, and the latency of other calls meanwhile, on a PostgreSQL of its own.
 * Connects to this machine only, and ends after ten minutes at the latest.
 */
const url = ownPostgres('load:exports')
endAfter(10)
const turns = 7
const seconds = 15
const pauseMs = 20

const opened = await openDatabase({ url, dataDir: '' })
await seedBaseData(opened.database)
await makeData(opened.database, { customers: 100_000, postings: 500_000 })
const people = peopleOf(opened.database, () => new Date())
const accountant = await people.enter('can-view-all', 'can-download-csv-file')
const others = await people.enter('can-view-all')

const { server, port } = await startServer()

type Usage = { cpuMs: number; busyMs: number; memoryMB: number }
async function usage(): Promise<Usage> {
  server.send('usage')
  const [now] = (await once(server, 'message')) as [Usage]
  return now
}

/** A call as a browser makes it; the reply stays compressed. */
async function ask(call: Read, body: object, token: string) {
  const start = performance.now()
  const form = call.encoding === 'form'
  const parts: Buffer[] = []
  let firstMs = 0
  await new Promise<void>((resolve, reject) => {
    request(
      {
        host: '127.0.0.1',
        port,
        path: `/api/admin/${call.path}`,
        method: 'POST',
        headers: {
          'content-type': form ? 'application/x-www-form-urlencoded' : 'application/json',
          'accept-encoding': 'gzip, deflate, br',
          logintoken: token,
          cookie: 'XSRF-TOKEN=load',
          'x-xsrf-token': 'load',
        },
      },
      (response) => {
        response.on('data', (part: Buffer) => {
          firstMs ||= performance.now() - start
          parts.push(part)
        })
        response.once('end', resolve).once('error', reject)
      },
    )
      .once('error', reject)
      .end(form ? new URLSearchParams(body as Record<string, string>).toString() : JSON.stringify(body))
  })
  return { firstMs, allMs: performance.now() - start, bytes: Buffer.concat(parts) }
}

const sorted = (times: readonly number[]) => times.toSorted((a, b) => a - b)
const median = (times: readonly number[]) => sorted(times)[times.length >> 1] ?? 0
const p99 = (times: readonly number[]) => sorted(times)[Math.ceil(times.length * 0.99) - 1] ?? 0

const files: [string, Read, object][] = [
  ['main business', calls.transactions.businessHistory, { business_id: 1 }],
  ['all flows', calls.transactions.transactionFlowHistory, { transaction_type: 'all' }],
  ['customers', calls.customers.getCustomers, {}],
  ['loan portfolio', calls.loans.loanPortfolio, {}],
  ['loan history', calls.loans.loanHistory, {}],
]
const bodyOf = (body: object) => ({ page: 1, ...body, download: 'csv' })

say(
  `| ${exportCap} rows of | first byte, ms | all, ms | its thread busy, ms | processor, all threads, ms | MB, as sent | memory, MB |\n|---|---|---|---|---|---|---|`,
)
for (const [name, call, body] of files) {
  const taken: (Record<'firstMs' | 'allMs' | 'busy' | 'cpu' | 'memory', number> & {
    text: string
    bytes: Buffer
  })[] = []
  for (let turn = 0; turn <= turns; turn += 1) {
    const before = await usage()
    const { bytes, ...times } = await ask(call, bodyOf(body), accountant.token)
    const after = await usage()
    const text = brotliDecompressSync(bytes).toString()
    const rows = text.split('\r\n').length - 2
    if (rows !== exportCap) throw new Error(`${name} has ${rows} rows.`)
    const file = { busy: after.busyMs - before.busyMs, cpu: after.cpuMs - before.cpuMs, text, bytes }
    // The first round warms up.
    if (turn > 0) taken.push({ ...times, ...file, memory: after.memoryMB })
  }
  const mid = (figure: (one: (typeof taken)[number]) => number) => median(taken.map(figure)).toFixed(0)
  const size = (taken[0]?.text.length ?? 0) / 1e6
  const sent = (taken[0]?.bytes.length ?? 0) / 1e6
  const memory = taken.map((one) => one.memory)
  say(
    `| ${name} | ${mid((one) => one.firstMs)} | ${mid((one) => one.allMs)} | ${mid((one) => one.busy)} | ${mid((one) => one.cpu)} | ${size.toFixed(1)}, ${sent.toFixed(2)} | ${Math.min(...memory).toFixed(0)} to ${Math.max(...memory).toFixed(0)} |`,
  )
}

/** The latencies of consecutive calls of a list, with a pause between them. */
async function latencies(until: () => boolean) {
  const times: number[] = []
  while (!until()) {
    times.push((await ask(calls.customers.getCustomers, { page: 1 }, others.token)).allMs)
    await wait(pauseMs)
  }
  return times
}

for (const call of [calls.customers.getCustomers]) await ask(call, { page: 1 }, others.token)
const ends = performance.now() + seconds * 1000
const idle = await latencies(() => performance.now() > ends)
let made = 0
const stops = performance.now() + seconds * 1000
const exporting = (async () => {
  while (performance.now() < stops) {
    const [, call, body] = files[made % files.length] as (typeof files)[number]
    await ask(call, bodyOf(body), accountant.token)
    made += 1
  }
})()
const meanwhile = await latencies(() => performance.now() > stops)
await exporting
say('\n| others’ list | half, ms | p99, ms |\n|---|---|---|')
say(`| nobody exports | ${median(idle).toFixed(1)} | ${p99(idle).toFixed(1)} |`)
say(`| one file after the other (${made}) | ${median(meanwhile).toFixed(1)} | ${p99(meanwhile).toFixed(1)} |`)
say(`\n${(p99(meanwhile) / p99(idle)).toFixed(1)} times idle.`)
server.disconnect()
await opened.close()
