import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { afterAll, describe, expect, it } from 'vitest'
import type { Named } from '#contract/call'
import { allCalls, calls } from '#contract/index'
import { openDatabase } from '#server/db/database'
import { optionsOf, sessionSettings } from '#server/db/pools'
import { verifyBooks } from '#server/ledger/verify'
import { busiestOf } from '../support/busiest'
import { manyCalls, openServer } from '../support/harness'
import { naira, personBody } from '../support/people'
import { sampleOf } from '../support/samples'
import { onPostgres } from '../support/testDatabase'

/** What an operator, a hoster or another program may have set for the database or the role. */
const hostile = {
  DateStyle: 'German, DMY',
  IntervalStyle: 'iso_8601',
  TimeZone: 'America/St_Johns',
  bytea_output: 'escape',
  extra_float_digits: '-15',
  standard_conforming_strings: 'off',
  array_nulls: 'off',
  transform_null_equals: 'on',
  search_path: 'elsewhere',
  client_encoding: 'LATIN1',
  default_transaction_isolation: 'serializable',
  default_transaction_read_only: 'on',
  default_transaction_deferrable: 'on',
  lock_timeout: '1',
  statement_timeout: '1ms',
  idle_in_transaction_session_timeout: '1ms',
  jit: 'on',
  lc_numeric: 'POSIX',
} as const

describe.runIf(onPostgres)('settings of the database that change how it writes and works', async () => {
  const server = await openServer({ demo: true, limits: manyCalls, nodes: 1 })
  const me = await server.enterAs({ role: 'SuperAdmin' })
  const { DATABASE_URL: url = '', DATA_DIR: dataDir } = server.environment
  // Whoever sets them also has them, so on a connection of known form.
  const admin = new pg.Client({
    connectionString: url,
    options: `${optionsOf(sessionSettings)} -c statement_timeout=0`,
  })
  await admin.connect()
  afterAll(() => admin.end())
  const { customer, agent, run, statement } = await busiestOf(server.database.$client)
  const about = { customer_id: customer, agent_id: agent, run_id: run, statement_id: statement }
  const reads = allCalls.filter(({ kind }) => kind === 'read')

  const asked = async (call: Named, more: object) => {
    const own = Object.fromEntries(Object.entries(about).filter(([name]) => name in call.input.entries))
    const { http, text } = await server.ask(call, { ...sampleOf(call), ...own, ...more } as never, me)
    return [http, text.replaceAll(/"[^"]*token[^"]*":"[^"]*"/g, '')]
  }
  /** Each read as a page and, where it has one, as a file. */
  async function everything() {
    const replies: Record<string, unknown> = {}
    for (const call of reads) {
      replies[call.name] = await asked(call, {})
      if ('download' in call.input.entries)
        replies[`${call.name} as a file`] = await asked(call, { download: 'csv' })
    }
    return replies
  }
  /** New connections begin with the settings of now; those of before have ended, and are not given to a call that would fail. */
  const reconnect = () =>
    admin.query(
      'select pg_terminate_backend(pid, 60000) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    )

  it('change no list, no reply and no file, nor what changes, checks and commands do', async () => {
    const before = await everything()
    const { rows } = await admin.query<{ name: string }>('select current_database() as name')
    for (const [name, value] of Object.entries(hostile))
      await admin.query(
        `alter database "${rows[0]?.name}" set ${name} to ${name === 'DateStyle' ? value : `'${value}'`}`,
      )
    await reconnect()
    const bare = new pg.Client(url)
    // A timeout of a millisecond also ends what no query waits for.
    bare.on('error', () => {})
    await bare.connect()
    const { rows: shown } = await bare.query<{ DateStyle: string }>('show datestyle')
    expect(shown).toEqual([{ DateStyle: 'German, DMY' }])
    await bare.end()

    const after = await everything()
    // The log of what was asked, and a file that has it, grow by being asked.
    const grows = /^(admins\.getAdminActivityLog|customers\.exportCustomer)/
    const changed = Object.keys(before).filter((name) =>
      grows.test(name) ? String(after[name]).startsWith('500') : String(before[name]) !== String(after[name]),
    )
    expect(changed).toEqual([])
    expect((await server.ask(calls.agents.addAgent, personBody(), me)).json).toMatchObject({ status: '200' })
    const credit = { amount: naira(70.5), customer_id: customer }
    expect((await server.ask(calls.customers.creditUser, credit, me)).json).toMatchObject({ status: '200' })
    // As commands and imports open it.
    const opened = await openDatabase({ url, dataDir })
    expect((await verifyBooks(opened.database)).faults).toEqual([])
    await opened.close()
    const withOptions = new URL(url)
    withOptions.searchParams.set('options', '-c DateStyle=German -c search_path=elsewhere')
    const other = await openDatabase({ url: withOptions.href, dataDir })
    expect((await verifyBooks(other.database, { sinceCheckpoint: true })).faults).toEqual([])
    await other.close()
  })
})

it('PgBouncer is configured to set the same, in the tests and in the manual', () => {
  const statements = Object.entries({
    ...sessionSettings,
    lock_timeout: 5000,
    statement_timeout: 30_000,
  }).map(([name, value]) => `set ${name}=${String(value).includes(' ') ? `''${value}''` : value}`)
  for (const file of ['config/pgbouncer.mjs', 'docs/run/configuration.md']) {
    const text = readFileSync(fileURLToPath(new URL(`../../../${file}`, import.meta.url)), 'utf8')
    expect(
      statements.filter((one) => !text.includes(one)),
      file,
    ).toEqual([])
  }
})
