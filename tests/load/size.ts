import { readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { calls } from '#contract/index'
import type { Read } from '#contract/call'
import type { Kobo } from '#contract/values'
import { type Database, databaseOf, openDatabase } from '#server/db/database'
import { createPool, optionsOf, sessionSettings } from '#server/db/pools'
import { cashAccount } from '#server/ledger/accounts'
import { postAll } from '#server/ledger/post'
import { seedBaseData } from '#server/seedBaseData'
import { startPostgres } from '../../config/postgres.mjs'
import { peopleOf } from '../server/support/people'
import { openApp } from './app'
import { askerOf, type Body } from './ask'
import { busyCustomers, makeData, makePostings, type Run } from './data'
import { sayGrowth } from './growth'
import { endAfter, say } from './ownPostgres'
import { makeShape, seconds, type Shape, shapes, takePattern } from './postingShapes'
import { type Cost, explain, type Sent, sentWhile } from './sentSql'

/**
 * `npm run load:size`: by how much each table grows for a line of a sheet; then SIZE million postings (30) as one table, as
 * sixteen partitions by account, and as one a month, with the same indexes and triggers: what posting, pages, vacuum and indexes
 * cost. The one table is also closed as a live one would be (deploy/partition-postings), while others post. On a PostgreSQL of its own with the
 * memory of deploy/compose.yml, on this machine only; needs 800 bytes of disk a posting. SHAPES names some of the shapes. Prints
 * Markdown, ends after an hour at the latest. docs/run/many-servers.md has the figures.
 */
endAfter(60)
const million = 1_000_000
const postings = Number(process.env.SIZE ?? 30) * million
const customers = Math.max(10_000, Math.round(postings / 300))
const chosen = shapes.filter((shape) => (process.env.SHAPES ?? shape).split(',').includes(shape))
const rounds = 3
const entriesAtOnce = 40
const transactions = 100

const { url, stop } = await startPostgres({
  durable: true,
  settings: [
    // Tables and indexes that are made here need no log; what is measured has one. Checkpoints come when they are asked for.
    'wal_level=minimal',
    'max_wal_senders=0',
    'checkpoint_timeout=1h',
    'autovacuum=off',
    'maintenance_work_mem=1GB',
  ],
})

type Column = Shape | 'one table, closed'
const figures = new Map<string, Map<Column, string>>()
function note(column: Column, row: string, value: string) {
  process.stderr.write(`${column}: ${row}: ${value}\n`)
  const ofRow = figures.get(row) ?? new Map<Column, string>()
  ofRow.set(column, value)
  figures.set(row, ofRow)
}

await growth()
const opened = await openDatabase({ url, dataDir: '' })
await seedBaseData(opened.database)
const { token } = await peopleOf(opened.database, () => new Date()).enterAs({ role: 'SuperAdmin' })
await makeData(opened.database, { customers, postings }, ['postings', 'movements', 'others'])
await opened.close()

const client = new pg.Client({ connectionString: url, options: optionsOf(sessionSettings) })
await client.connect()
const run: Run = (text, values = []) => client.query(text, values)
const wallets = (
  await client.query<{ name: string; customerId: number }>(
    `select name, customer_id::int as "customerId" from ledger_accounts where kind = 'savings' order by hashint8(id) limit $1`,
    [entriesAtOnce * transactions],
  )
).rows
const { rows: entries } = await client.query<{ last: string }>('select max(id) as last from ledger_entries')
const lastEntry = Number(entries[0]?.last)
const pattern = await takePattern(run)
for (const shape of chosen) {
  await run('set session_replication_role = replica')
  const { filled, indexed } = await makeShape(run, shape, pattern, () =>
    makePostings(run, customers, lastEntry),
  )
  await run('reset session_replication_role')
  note(shape, 'filling the table, s', filled.toFixed(0))
  note(shape, 'making its keys and indexes, s', indexed.toFixed(0))
  note(shape, 'vacuum, freeze and analyze of all, s', (await vacuum('freeze, analyze')).seconds.toFixed(0))
  await noteSizes(shape)
  await measure(shape, new Date())
  const again = await vacuum('freeze, verbose')
  note(
    shape,
    'vacuum and freeze after these postings: s; pages read',
    `${again.seconds.toFixed(1)}; ${again.pages}`,
  )
  if (shape === 'one table') await closeWhileOthersPost()
}
await client.end()

const columns: Column[] = chosen.flatMap((shape): Column[] =>
  shape === 'one table' ? [shape, 'one table, closed'] : [shape],
)
say(`| ${postings / million} million postings, ${customers} customers | ${columns.join(' | ')} |`)
say(`|---|${columns.map(() => '---|').join('')}`)
for (const [row, values] of figures)
  say(`| ${row} | ${columns.map((column) => values.get(column) ?? '–').join(' | ')} |`)
await stop()
process.exit()

/** On databases of its own, before the data is made. */
async function growth() {
  const maintenance = new pg.Client({ connectionString: url })
  await maintenance.connect()
  const names = ['growth', 'restored']
  const [grown = '', restored = ''] = names.map((name) => {
    const place = new URL(url)
    place.pathname = name
    return place.href
  })
  for (const name of names) await maintenance.query(`create database ${name}`)
  await sayGrowth(grown, restored)
  for (const name of names) await maintenance.query(`drop database ${name} with (force)`)
  await maintenance.end()
}

/** What posting and reading cost in this shape; postings are made at this instant. */
async function measure(column: Column, madeAt: Date) {
  const pool = createPool({ max: 1, connectionString: url, options: optionsOf(sessionSettings) })
  const database = databaseOf(pool)
  const per: Awaited<ReturnType<typeof postRound>>[] = []
  for (let round = 0; round < rounds; round += 1) per.push(await postRound(database, madeAt))
  const each = (figure: (one: (typeof per)[number]) => number, digits = 0) =>
    per.map((one) => figure(one).toFixed(digits)).join(', ')
  note(
    column,
    `postings a second, ${entriesAtOnce} deposits in a transaction, one connection`,
    each(({ rate }) => rate),
  )
  note(
    column,
    'log (WAL) for a posting, bytes',
    each(({ wal }) => wal),
  )
  note(
    column,
    'whole pages in it for a posting',
    each(({ pages }) => pages, 1),
  )
  note(
    column,
    'buffers of the table and its indexes for a posting',
    each(({ buffers }) => buffers, 1),
  )
  note(
    column,
    'of these not in shared buffers',
    each(({ reads }) => reads, 1),
  )
  if (column === 'one table') {
    await pool.query("set wal_compression = 'lz4'")
    note(
      column,
      'log for a posting with wal_compression=lz4',
      (await postRound(database, madeAt)).wal.toFixed(0),
    )
  }
  await pool.end()
  await measurePages(column)
}

async function postRound(database: Database, madeAt: Date) {
  await database.$client.query('checkpoint')
  const before = await counters(database)
  const took = await seconds(async () => {
    for (let turn = 0; turn < transactions; turn += 1)
      await postDeposits(database, wallets.slice(turn * entriesAtOnce, (turn + 1) * entriesAtOnce), madeAt)
  })
  const after = await counters(database)
  const made = transactions * entriesAtOnce * 2
  const perPosting = (counter: keyof typeof before) => (after[counter] - before[counter]) / made
  return {
    rate: made / took,
    wal: perPosting('wal'),
    pages: perPosting('pages'),
    buffers: perPosting('hits') + perPosting('reads'),
    reads: perPosting('reads'),
  }
}

function postDeposits(database: Database, chosenWallets: typeof wallets, madeAt: Date) {
  return database.transaction((tx) =>
    postAll(
      tx,
      chosenWallets.map(({ name, customerId }) => ({
        kind: 'Savings deposit' as const,
        madeAt,
        agentId: 1 + (customerId % 2_000),
        customerId,
        moves: [
          { account: cashAccount, amount: -50_000 as Kobo },
          { account: name, amount: 50_000 as Kobo },
        ],
      })),
    ),
  )
}

async function counters({ $client }: Database) {
  await $client.query('select pg_stat_force_next_flush()')
  const { rows } = await $client.query<Record<'wal' | 'pages' | 'hits' | 'reads', string>>(
    `select pg_current_wal_insert_lsn() - '0/0' as wal, (select wal_fpi from pg_stat_wal) as pages,
       sum(heap_blks_hit + idx_blks_hit) as hits, sum(heap_blks_read + idx_blks_read) as reads
     from pg_statio_user_tables where relname like 'ledger\\_postings%'`,
  )
  const [row] = rows
  return {
    wal: Number(row?.wal),
    pages: Number(row?.pages),
    hits: Number(row?.hits),
    reads: Number(row?.reads),
  }
}

/** The statements on postings that the server sends for each page, on a connection that has planned them before. */
async function measurePages(column: Column) {
  const { app, opened: own } = await openApp({ url, dataDir: '' })
  await app.listen({ host: '127.0.0.1', port: 0 })
  const ask = askerOf({ port: (app.server.address() as AddressInfo).port, token })
  const explaining = new pg.Client({ connectionString: url, options: optionsOf(sessionSettings) })
  await explaining.connect()
  let first: Sent | undefined
  for (const [page, call, body] of await pagesOf()) {
    const sent = await sentWhile(() => ask(call, body))
    const asked = sent.filter(
      ({ text }) => /^\s*(select|with|\()/i.test(text) && /ledger_postings/.test(text),
    )
    first ??= asked[0]
    let cost: Cost = { planningMs: 0, executionMs: 0, buffers: 0 }
    for (const one of asked) {
      const turns = [
        await explain(explaining, one),
        await explain(explaining, one),
        await explain(explaining, one),
      ]
      const least = (figure: keyof Cost) => Math.min(...turns.map((turn) => turn[figure]))
      cost = {
        planningMs: cost.planningMs + least('planningMs'),
        executionMs: cost.executionMs + least('executionMs'),
        buffers: cost.buffers + least('buffers'),
      }
    }
    note(
      column,
      `${page}: statements; planning, execution ms; buffers`,
      `${asked.length}; ${cost.planningMs.toFixed(1)}, ${cost.executionMs.toFixed(1)}; ${cost.buffers}`,
    )
  }
  const { rows } = await explaining.query<{ mb: string }>(
    'select sum(total_bytes) / 1e6 as mb from pg_backend_memory_contexts',
  )
  note(column, 'memory of a connection that planned these, MB', Number(rows[0]?.mb).toFixed(1))
  await explaining.end()
  const fresh = new pg.Client({ connectionString: url, options: optionsOf(sessionSettings) })
  await fresh.connect()
  if (first)
    note(
      column,
      'planning of the first of these on a new connection, ms',
      (await explain(fresh, first)).planningMs.toFixed(1),
    )
  await fresh.end()
  await app.close()
  await own.close()
}

async function pagesOf(): Promise<[string, Read, Body][]> {
  const { rows } = await client.query<{ reference: string; day: string }>(
    `select reference, to_char(made_at, 'YYYY-MM-DD') as day from ledger_entries
     where kind = 'Loan repayment' and id >= $1 order by id limit 1`,
    [Math.round(postings / 293) * 50],
  )
  const [{ reference, day } = { reference: '', day: '' }] = rows
  const { businessHistory, transactionFlowHistory, transactionFlowTotals, userTransactionHistory } =
    calls.transactions
  const [busy = 0] = busyCustomers
  const customer = Math.round(customers / 2) - 7
  const main = { business_id: 1 }
  const all = { transaction_type: 'all' }
  return [
    ['business wallet, first page', businessHistory, { ...main, page: 1 }],
    ['business wallet, page 100', businessHistory, { ...main, page: 100 }],
    ['business wallet, a name', businessHistory, { ...main, page: 1, search: 'Ngozi' }],
    ['all flows, first page', transactionFlowHistory, { ...all, page: 1 }],
    ['all flows, page 100', transactionFlowHistory, { ...all, page: 100 }],
    [
      'all flows, a day of years ago',
      transactionFlowHistory,
      { ...all, page: 1, start_date: day, end_date: day },
    ],
    ['all flows, a whole reference', transactionFlowHistory, { ...all, page: 1, search: reference }],
    [
      "all flows, a reference's day",
      transactionFlowHistory,
      { ...all, page: 1, search: reference.slice(0, 10) },
    ],
    ['sums of a day of years ago', transactionFlowTotals, { ...all, start_date: day, end_date: day }],
    [
      'a customer, first page',
      userTransactionHistory,
      { customer_id: customer, savings_type: 'all', page: 1 },
    ],
    [
      'a customer with 5,000 repayments, first page',
      userTransactionHistory,
      { customer_id: busy, savings_type: 'all', page: 1 },
    ],
    [
      'a customer, statement of three months',
      calls.customers.getCustomerStatement,
      { customer_id: customer },
    ],
    ['customer details', calls.customers.getCustomerPage, { customer_id: customer }],
    ['search of everything, a whole reference', calls.search.searchEverything, { search: reference }],
    ['the close of a day', calls.closing.getDayClose, { day }],
  ]
}

async function noteSizes(column: Column) {
  const { rows } = await client.query<{ name: string; bytes: string }>(
    `with tables as (select 'ledger_postings'::regclass::oid as id union select relid from pg_partition_tree('ledger_postings'))
     select coalesce(substring(name from '^ledger_postings_(?:[0-9]+_)?(.+)$'), 'table') as name, sum(bytes) as bytes
     from (select relname as name, pg_relation_size(oid) as bytes from pg_class join tables on id = oid
       union all
       select relname || '', pg_relation_size(oid) from pg_index join tables on id = indrelid join pg_class on oid = indexrelid) sizes
     group by 1 order by 2 desc`,
  )
  const total = rows.reduce((sum, { bytes }) => sum + Number(bytes), 0)
  note(column, 'size with indexes, GB', (total / 1e9).toFixed(2))
  note(column, 'size with indexes, bytes a posting', (total / postings).toFixed(0))
  if (column === 'one table')
    for (const { name, bytes } of rows)
      note(column, `of these ${name}`, (Number(bytes) / postings).toFixed(1))
}

/** Vacuums the table; with `verbose` it also says how many of its pages were read. */
async function vacuum(options: string) {
  let pages = 0
  const count = ({ message }: { message?: string | undefined }) => {
    pages += Number(/(\d+) scanned/.exec(message ?? '')?.[1] ?? 0)
  }
  client.on('notice', count)
  const took = await seconds(() => run(`vacuum (${options}) ledger_postings`))
  client.off('notice', count)
  return { seconds: took, pages }
}

/** The two steps of deploy/partition-postings on the one table, while two connections post one deposit after the other. */
async function closeWhileOthersPost() {
  const column = 'one table, closed'
  const ends = new Date(Math.ceil(Date.now() / 3_600_000) * 3_600_000 + 2 * 3_600_000)
  const step = (name: string) =>
    readFileSync(`deploy/partition-postings/${name}.sql`, 'utf8').replace(
      ":'ends'",
      `'${ends.toISOString()}'`,
    )
  const pool = createPool({ max: 2, connectionString: url, options: optionsOf(sessionSettings) })
  const others = databaseOf(pool)
  let longest = 0
  let made = 0
  let isDone = false
  const postOn = async (from: number) => {
    for (let at = from; !isDone; at = (at + 2) % wallets.length) {
      const took = await seconds(() => postDeposits(others, wallets.slice(at, at + 1), new Date()))
      longest = Math.max(longest, took)
      made += 1
      await wait(5)
    }
  }
  const posting = Promise.all([postOn(0), postOn(1)])
  const own = new pg.Client({ connectionString: url })
  await own.connect()
  // The first postings plan their statements.
  await wait(2_000)
  longest = 0
  await wait(5_000)
  const idle = longest
  longest = 0
  note(
    column,
    'step 1, s; longest posting of others meanwhile, ms',
    `${(await seconds(() => own.query(step('1-bound')))).toFixed(1)}; ${(longest * 1000).toFixed(0)} (${(idle * 1000).toFixed(0)} before)`,
  )
  longest = 0
  let tries = 0
  const took = await seconds(async () => {
    for (;;) {
      tries += 1
      try {
        return await own.query(step('2-close'))
      } catch (error) {
        await own.query('rollback')
        if (tries === 100) throw error
      }
    }
  })
  note(
    column,
    'step 2, s; tries; longest posting of others meanwhile, ms',
    `${took.toFixed(1)}; ${tries}; ${(longest * 1000).toFixed(0)}`,
  )
  isDone = true
  await posting
  process.stderr.write(`${made} deposits were posted meanwhile.\n`)
  await own.end()
  const later = new Date(ends.getTime() + 3_600_000)
  const { rate } = await postRound(others, later)
  note(column, 'postings a second into the empty partition', rate.toFixed(0))
  await run('analyze ledger_postings')
  await pool.end()
  await measure(column, later)
}
