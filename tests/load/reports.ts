import { readFileSync } from 'node:fs'
import { sql } from 'drizzle-orm'
import type { Read } from '#contract/call'
import { calls } from '#contract/index'
import { toWire } from '#domain/wire'
import { openDatabase } from '#server/db/database'
import { layFoundation } from '#server/db/foundation'
import { postings } from '#server/db/ledgerTables'
import { peopleOf } from '../server/people'
import { makeTenMillion, rareName } from './tenMillion'
import { endAfter, ownPostgres, say } from './ownPostgres'
import { startServer } from './ownServer'

/**
 * `npm run load:reports`: the reports over ten million postings, on a PostgreSQL of its own: some minutes and 6 GB of
 * disk. Talks to this machine alone, and ends after half an hour whatever happens.
 */
const url = ownPostgres('load:reports')
endAfter(30)
const times = 7

const opened = await openDatabase({ url, dataDir: '' })
const { database } = opened
await layFoundation(database)
const { rows: some } = await database.execute(sql`select from ${postings} limit 1`)
if (some.length === 0) await makeTenMillion(database)
const me = await peopleOf(database, () => new Date()).enter('can-view-all', 'can-download-csv-file')

const { server, port } = await startServer()

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

/**
 * Asked one after the other: what somebody waits, the reply's way through the server included. The first time, when
 * nothing is remembered of it, and the middle of all.
 */
async function time(call: Read, body: Body): Promise<string> {
  const taken: number[] = []
  let found = ''
  for (let turn = 0; turn < times; turn += 1) {
    const { ms, message } = await ask(call, body)
    taken.push(ms)
    found = message.replace(/ records? found\./, '').replace('More than ', '> ')
  }
  const [first = 0] = taken
  const half = taken.toSorted((a, b) => a - b)[times >> 1] ?? 0
  const told = [first, half].map((ms) => (ms > 100 ? `**${ms.toFixed(0)}**` : ms.toFixed(0)))
  return `${told.join(', ')} (${found})`
}

const day = { start_date: '2026-03-10', end_date: '2026-03-10' }
const month = { start_date: '2026-03-01', end_date: '2026-03-31' }
const years = { start_date: '2021-01-01', end_date: '2026-12-31' }
const longAgo = { start_date: '2022-03-01', end_date: '2022-03-31' }
const cases: Record<string, Body> = {
  'no filter': {},
  'page 50': { page: 50 },
  'a day': day,
  'a month': month,
  'a month of long ago': longAgo,
  'six years': years,
}
/** A kind on a day, in a month and a year of long ago, ever; a number; names of one, few, many, very many; phones; nothing. */
const searches = [
  'LR-260310-',
  'LD-2203',
  'SC-22',
  'SD-',
  'LR-',
  '0004711',
  `${rareName.firstName} ${rareName.lastName}`,
]
for (const search of [...searches, 'Ngozi', 'Ade', 'Ng', '0803', '08012345', 'Nobody at all'])
  cases[`'${search}'`] = { search }
cases["'Ade', page 50"] = { search: 'Ade', page: 50 }
cases["'Ade', a month"] = { search: 'Ade', ...month }

const { businessHistory, transactionFlowHistory, userTransactionHistory } = calls.transactions
const { loanHistory, loanHistoryRepayment, loanDisbursementHistory } = calls.loans
const reports: [string, Read, Body][] = [
  ['main business', businessHistory, { business_id: 1 }],
  ['profit', businessHistory, { business_id: 2 }],
  ['transaction', businessHistory, { business_id: 3 }],
  ['payable', transactionFlowHistory, { transaction_type: 'payable' }],
  ['receivable', transactionFlowHistory, { transaction_type: 'receivable' }],
  ['all flows', transactionFlowHistory, { transaction_type: 'all' }],
  ['a customer', userTransactionHistory, { customer_id: 4711, savings_type: 'all' }],
  ['loan history', loanHistory, {}],
  ['repayments', loanHistoryRepayment, {}],
  ['disbursements', loanDisbursementHistory, {}],
]

await Promise.all(Array.from({ length: 15 }, () => ask(loanHistory, { page: 1 })))
say(
  `| ms, first and half (rows found) | ${reports.map(([name]) => name).join(' | ')} |\n|---|${reports.map(() => '---|').join('')}`,
)
for (const [what, body] of Object.entries(cases)) {
  const cells: string[] = []
  for (const [name, call, type] of reports)
    cells.push(
      name === 'main business' && body === years ? '–' : await time(call, { page: 1, ...type, ...body }),
    )
  say(`| ${what} | ${cells.join(' | ')} |`)
}
await timeFile()
server.disconnect()
await opened.close()

/** A file as long as they come, and what the server needs for it beside what it has anyway. */
async function timeFile() {
  const memory = () =>
    Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8'))?.[1]) / 1024
  const body = { page: 1, business_id: 1, search: 'LR-', download: 'csv' }
  for (let turn = 0; turn < 3; turn += 1) {
    const before = memory()
    const start = performance.now()
    const reply = await fetch(`http://127.0.0.1:${port}/api/admin/${businessHistory.path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', logintoken: me.token },
      body: JSON.stringify(body),
    })
    let [bytes, most, first, lines] = [0, before, 0, 0]
    for await (const part of reply.body ?? []) {
      first ||= performance.now() - start
      bytes += part.length
      lines += part.filter((byte: number) => byte === 10).length
      most = Math.max(most, memory())
    }
    say(
      `\nFile of ${lines - 1} rows, ${(bytes / 1e6).toFixed(1)} MB: first bytes after ${first.toFixed(0)} ms, all after ${(performance.now() - start).toFixed(0)} ms; the server's memory from ${before.toFixed(0)} to ${most.toFixed(0)} MB.`,
    )
  }
}
