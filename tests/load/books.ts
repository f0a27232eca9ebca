import { readFileSync } from 'node:fs'
import path from 'node:path'
import { calls } from '#contract/index'
import { openDatabase } from '#server/db/database'
import { migrationsFolder } from '#server/db/migrationsFolder'
import { peopleOf } from '../server/support/people'
import { askerOf } from './ask'
import { openFullData } from './fullData'
import { percentile, type Step } from './meanwhile'
import { endAfter, ownPostgres, say } from './ownPostgres'
import { startServer } from './ownServer'

/**
 * `npm run load:books`: how long the postings of before take to be counted for the books, and then each report and list of the books.
 * Takes LOAD_DATA and LOAD_SIZE as load:lists does. The data is only plausible: its books do not balance.
 */
const url = ownPostgres('load:books')
endAfter(60)
const aims = { report: 100, list: 300 }
const turns = 15

await (await openFullData(url)).close()
const { database, close } = await openDatabase({ url, dataDir: '' })
const { $client: pool } = database
const { rows: counted } = await pool.query<{ postings: string }>(
  'select count(*) as postings from ledger_postings',
)
await pool.query(`update settings set value = '0' where name = 'books_counted'`)
await pool.query(
  `update settings set value = (select max(id) from ledger_postings) where name = 'books_through'`,
)
await pool.query(`delete from kept_sums where starts_with("of", 'books ')`)
await pool.query(`delete from sum_changes where starts_with("of", 'books ')`)
const client = await pool.connect()
const from = performance.now()
// Without the check that parts are only added.
await client.query(
  'set session_replication_role = replica; delete from book_parts; reset session_replication_role',
)
await client.query(readFileSync(path.join(migrationsFolder, '0122_books_of_all.sql'), 'utf8'))
client.release()
say(`${counted[0]?.postings} postings counted in ${((performance.now() - from) / 1000).toFixed(1)} s`)
await pool.query('vacuum analyze kept_sums')

const me = await peopleOf(database, () => new Date()).enterAs({ role: 'SuperAdmin' })
const { server, port } = await startServer()
const ask = askerOf({ port, token: me.token })
const { getBooks, getTrialBalance, getBalanceSheet, getBookEntries, getJournal } = calls.books
const month = { start_date: '2026-10-01', end_date: '2026-10-31' }
const reports: Record<string, Step> = {
  'a month beside the last': [getBooks, month],
  'a year beside the last': [getBooks, { start_date: '2026-01-01', end_date: '2026-12-31' }],
  'trial balance': [getTrialBalance, { day: '2026-10-31' }],
  'balance sheet with notes': [getBalanceSheet, {}],
}
const lists: Record<string, Step> = Object.fromEntries([
  ...['interest', 'fees', 'loans', 'daily-savings', 'main-wallets', 'agents', 'cash'].map(
    (line): [string, Step] => [`${line} of a month`, [getBookEntries, { page: 1, line, ...month }]],
  ),
  ['interest from the beginning', [getBookEntries, { page: 1, line: 'interest' }] satisfies Step],
  ['journal of a month', [getJournal, { page: 1, ...month }] satisfies Step],
] as [string, Step][])
const missed: string[] = []
say('\n| call, ms | first | median | slowest |\n|---|---|---|---|')
for (const [kind, steps] of [
  ['report', reports],
  ['list', lists],
] as const)
  for (const [name, [call, body]] of Object.entries(steps)) {
    const times: number[] = []
    for (let turn = 0; turn < turns; turn += 1) times.push((await ask(call, body)).ms)
    const median = percentile(times, 50)
    if (median > aims[kind]) missed.push(`${name}: ${median.toFixed(0)} ms, more than ${aims[kind]}`)
    say(
      `| ${name} | ${(times[0] ?? 0).toFixed(0)} | ${median.toFixed(0)} | ${Math.max(...times).toFixed(0)} |`,
    )
  }
server.disconnect()
await close()
for (const one of missed) say(`- ${one}`)
if (missed.length > 0) process.exitCode = 1
