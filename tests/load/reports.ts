import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { sql } from 'drizzle-orm'
import type { Read } from '#contract/call'
import { calls } from '#contract/index'
import { toWire } from '#domain/wire'
import { openDatabase } from '#server/db/database'
import { layFoundation } from '#server/db/foundation'
import { postings } from '#server/db/ledgerTables'
import { peopleOf } from '../server/people'
import { makeTenMillion, rareName } from './tenMillion'

/**
 * `npm run load:reports`: the reports over ten million postings, on a PostgreSQL of its own: some minutes and 6 GB of
 * disk. Talks to this machine alone, and ends after half an hour whatever happens.
 */
const url = process.env.TEST_DATABASE_URL ?? ''
if (!url || new URL(url).hostname !== '127.0.0.1') throw new Error('Run it with: npm run load:reports')
setTimeout(() => {
  process.stderr.write('Half an hour is over.\n')
  process.exit(1)
}, 1_800_000).unref()
const say = (text: string) => process.stdout.write(`${text}\n`)
const times = Number(process.env.TIMES ?? 9)

const opened = await openDatabase({ url, dataDir: '' })
const { database } = opened
await layFoundation(database)
const { rows: some } = await database.execute(sql`select from ${postings} limit 1`)
if (some.length === 0) await makeTenMillion(database)
const me = await peopleOf(database, () => new Date()).enter('can-view-all')

const server = fork(fileURLToPath(new URL('server.ts', import.meta.url)))
const [port] = (await once(server, 'message')) as [number]

type Body = Record<string, unknown>
async function ask(call: Read, body: Body) {
  const form = call.encoding === 'form'
  const plain = toWire(call.input, body) as Record<string, string>
  const start = performance.now()
  const reply = await fetch(`http://127.0.0.1:${port}/api/admin/${call.path}`, {
    method: 'POST',
    headers: {
      'content-type': form ? 'application/x-www-form-urlencoded' : 'application/json',
      logintoken: me.token,
    },
    body: form ? new URLSearchParams(plain).toString() : JSON.stringify(plain),
  })
  const { status, message } = (await reply.json()) as { status: string; message: string }
  if (status !== '200') throw new Error(`${call.path} answered ${status}: ${message}`)
  return { ms: performance.now() - start, message }
}

/** Asked one after the other: what somebody waits, the reply's way through the server included. */
async function time(what: string, call: Read, body: Body) {
  const taken: number[] = []
  let found = ''
  for (let turn = 0; turn < times; turn += 1) {
    const { ms, message } = await ask(call, body)
    taken.push(ms)
    found = message
  }
  const [first = 0] = taken
  const sorted = taken.toSorted((a, b) => a - b)
  const half = sorted[times >> 1] ?? 0
  say(
    `| ${what} | ${found.replace(/ records? found\./, '')} | ${half.toFixed(0)} | ${first.toFixed(0)} | ${half > 100 ? 'over' : ''} |`,
  )
}

const day = { start_date: '2026-03-10', end_date: '2026-03-10' }
const month = { start_date: '2026-03-01', end_date: '2026-03-31' }
const years = { start_date: '2021-01-01', end_date: '2026-12-31' }
const longAgo = { start_date: '2022-03-01', end_date: '2022-03-31' }
/** Of one entry of each kind, of a kind, of a kind in a month of long ago; by names; by a phone. */
const searches = [
  'LR-260310-',
  'LD-2203',
  'SD-',
  'LR-',
  'SC-22',
  '004711',
  `${rareName.firstName} ${rareName.lastName}`,
  'Ngozi Oka',
  'Ngozi',
  'Ade',
  'Ng',
  '0803',
  '08012345',
  'Nobody at all',
]

async function timeReport(name: string, call: Read, type: Body, { longRange = true } = {}) {
  const cases: [string, Body][] = [
    ['no filter', {}],
    ['no filter, page 50', { page: 50 }],
    ['a day', day],
    ['a month', month],
    ['a month, page 50', { ...month, page: 50 }],
    ['a month of long ago', longAgo],
    ...(longRange ? ([['six years', years]] as [string, Body][]) : []),
    ...searches.map((search): [string, Body] => [`'${search}'`, { search }]),
    ["'Ade', page 50", { search: 'Ade', page: 50 }],
    ["'Ade', a month", { search: 'Ade', ...month }],
    ["'Ngozi Oka', a month", { search: 'Ngozi Oka', ...month }],
    ["'004711', a month", { search: '004711', ...month }],
  ]
  say(`\n| ${name} | found | ms, half | ms, first time | |\n|---|---|---|---|---|`)
  for (const [what, body] of cases) await time(what, call, { page: 1, ...type, ...body })
}

await Promise.all(Array.from({ length: 15 }, () => ask(calls.loans.loanHistory, { page: 1 })))
const only = process.env.REPORT
const wanted = (name: string) => !only || name.includes(only)
const { businessHistory, transactionFlowHistory, userTransactionHistory } = calls.transactions
for (const [business_id, name] of [
  [1, 'main business'],
  [2, 'profit'],
  [3, 'transaction'],
] as const)
  if (wanted(name)) await timeReport(name, businessHistory, { business_id }, { longRange: business_id !== 1 })
for (const transaction_type of ['payable', 'receivable', 'all'])
  if (wanted(`flow, ${transaction_type}`))
    await timeReport(`flow, ${transaction_type}`, transactionFlowHistory, { transaction_type })
for (const savings_type of ['daily', 'all'])
  if (wanted(`customer, ${savings_type}`))
    await timeReport(`customer, ${savings_type}`, userTransactionHistory, { customer_id: 4711, savings_type })
if (wanted('loan history')) await timeReport('loan history', calls.loans.loanHistory, {})
if (wanted('repayments')) await timeReport('repayments', calls.loans.loanHistoryRepayment, {})
if (wanted('disbursements')) await timeReport('disbursements', calls.loans.loanDisbursementHistory, {})
server.disconnect()
await opened.close()
