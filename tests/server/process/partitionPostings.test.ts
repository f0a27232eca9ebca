import { readFileSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { describe, expect, it } from 'vitest'
import { mayLag } from '#contract/call'
import { allCalls } from '#contract/index'
import { archiveOf } from '#server/backup/archive'
import { restoreArchive } from '#server/backup/restore'
import { migrate } from '#server/db/upgrade/migrate'
import { mainWalletOf } from '#server/ledger/accounts'
import { verifyLedger } from '#server/ledger/verify'
import { openServer, manyCalls } from '../support/harness'
import { moneyOf } from '../support/money'
import { naira } from '../support/people'
import { sampleOf } from '../support/samples'
import { emptyDatabase, onPostgres, withDatabase } from '../support/testDatabase'

const hourMs = 3_600_000

/** The steps of deploy/partition-postings, on a server that goes on (docs/run/many-servers.md, "Partitions"). */
describe.runIf(onPostgres)('partitions of postings', { shuffle: false }, async () => {
  if (!onPostgres) return
  const server = await openServer({ demo: true, limits: manyCalls, nodes: 1, direct: true })
  const { database } = server
  const money = moneyOf(server)
  const me = await server.enterAs({ role: 'SuperAdmin' })
  const agent = await server.makeAgent()
  const customer = await server.makeCustomer(agent.id)
  const wallet = mainWalletOf(customer.id)

  /** Runs a step on a connection of its own, as psql does. */
  async function take(step: '1-bound' | '2-close', ends?: Date) {
    const client = new pg.Client({ ...database.$client.options })
    await client.connect()
    try {
      const text = readFileSync(`deploy/partition-postings/${step}.sql`, 'utf8')
      await client.query(text.replaceAll(":'ends'", `'${ends?.toISOString()}'`))
    } finally {
      await client.end()
    }
  }
  /** Gives up while others hold locks, and is run again. */
  async function takeAgain(...step: Parameters<typeof take>) {
    for (;;)
      try {
        return await take(...step)
      } catch (error) {
        if ((error as { code?: string }).code !== '55P03') throw error
      }
  }
  const bounds = async () => {
    const { rows } = await database.$client.query<{ name: string; rows: string }>(
      `select tableoid::regclass::text as name, count(*) as rows from ledger_postings group by 1 order by min(made_at)`,
    )
    return rows.map(({ name, rows: count }) => [name, Number(count)])
  }
  const repliesOf = async () => {
    const replies = new Map<string, string>()
    for (const call of allCalls.filter(mayLag))
      replies.set(call.name, (await server.ask(call, sampleOf(call), me)).text)
    return replies
  }
  const refused = (statement: string) =>
    expect(database.$client.query(statement)).rejects.toMatchObject({ code: '23001' })
  const faultless = async () => expect((await verifyLedger(database)).faults).toEqual([])
  const lastId = async () => {
    const { rows } = await database.$client.query<{ id: string }>('select max(id) as id from ledger_postings')
    return Number(rows[0]?.id)
  }
  const nameOf = (ends: Date) =>
    `ledger_postings_to_${new Date(ends.getTime() + hourMs).toISOString().slice(0, 10).replaceAll('-', '_')}`
  const firstEnd = new Date(Date.now() + 2 * hourMs)
  const secondEnd = new Date(Date.now() + 26 * hourMs)

  it('refuses the second step without the first, and an end that is not to come', async () => {
    await expect(take('2-close')).rejects.toThrow('step 1 has not been taken')
    await expect(take('1-bound', new Date())).rejects.toThrow('at least an hour')
  })

  it('makes the table the first partition, and every call replies as before', async () => {
    const [, before] = [await money.pay(wallet, naira(5)), await repliesOf()]
    const { postings } = await verifyLedger(database)
    const id = await lastId()
    await takeAgain('1-bound', firstEnd)
    await takeAgain('2-close')
    expect(await bounds()).toEqual([[nameOf(firstEnd), postings]])
    for (const [name, text] of await repliesOf()) expect(text, name).toBe(before.get(name))
    await faultless()
    await money.pay(wallet, naira(5))
    expect(await lastId()).toBeGreaterThan(id)
    await faultless()
  })

  it('goes on in the newest partition, and closes it while others post', async () => {
    server.clock.pass((firstEnd.getTime() - server.clock.now().getTime()) / 60_000 + 60)
    await money.pay(wallet, naira(7))
    expect((await bounds()).map(([name]) => name)).toEqual([nameOf(firstEnd), 'ledger_postings_newest'])
    let made = 0
    let isDone = false
    const post = async () => {
      while (!isDone) {
        await money.pay(wallet, naira(1))
        made += 1
      }
    }
    const posting = Promise.all([post(), post(), post()])
    await takeAgain('1-bound', secondEnd)
    await takeAgain('2-close')
    isDone = true
    await posting
    expect(made).toBeGreaterThan(0)
    server.clock.pass(26 * 60)
    await money.pay(wallet, naira(9))
    expect((await bounds()).map(([name]) => name)).toEqual([
      nameOf(firstEnd),
      nameOf(secondEnd),
      'ledger_postings_newest',
    ])
    const { balance } = await money.accountOf(wallet)
    expect(balance).toBe(naira(5 + 5 + 7 + made + 9))
    await faultless()
  })

  it('keeps every rule of the ledger, also where a statement names a partition', async () => {
    const partitions = (await bounds()).map(([name]) => name)
    for (const table of ['ledger_postings', ...partitions]) {
      await refused(`update ${table} set amount = amount + 1`)
      await refused(`delete from ${table}`)
      await refused(`truncate ${table}`)
    }
    const columns =
      'entry_id, account_id, seq, amount, balance_after, wallet_code, flow, reference, source, made_at'
    for (const table of partitions)
      await refused(`insert into ${table} (${columns}) select ${columns} from ${table} limit 1`)
    // The chain goes on over the partitions: what an earlier one has is refused by the trigger.
    await expect(
      database.$client.query(`with entry as (
          insert into ledger_entries (reference, kind, made_at) values ('X-TWICE', 'Customer credit', now() + interval '2 days') returning *)
        insert into ledger_postings (${columns})
        select e.id, p.account_id, p.seq, p.amount, p.balance_after, p.wallet_code, p.flow, e.reference, e.kind, e.made_at
        from entry e, ledger_postings p where p.entry_id = (select min(entry_id) from ledger_postings
          where account_id = (select id from ledger_accounts where name = '${wallet}'))`),
    ).rejects.toMatchObject({ code: '23514' })
    await faultless()
  })

  it('takes a migration that builds an index concurrently, and one that drops it', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'alajo-migrations-'))
    const client = await database.$client.connect()
    const indexes = async () => {
      const { rows } = await client.query<{ valid: boolean }>(
        "select indisvalid as valid from pg_index where indexrelid::regclass::text like 'postings_by_reason%'",
      )
      return rows.map(({ valid }) => valid)
    }
    try {
      await mkdir(path.join(folder, 'meta'))
      const write = async (...texts: string[]) => {
        const entries = texts.map((_text, idx) => ({
          idx,
          when: Date.UTC(2100, 0, 1) + idx,
          tag: `m${idx}`,
          breakpoints: true,
        }))
        await writeFile(path.join(folder, 'meta/_journal.json'), JSON.stringify({ entries }))
        for (const [idx, text] of texts.entries()) await writeFile(path.join(folder, `m${idx}.sql`), text)
        await migrate(client, folder, { singleConnection: false })
      }
      const build =
        '-- no transaction\n-- For a search on the reason.\nCREATE INDEX CONCURRENTLY "postings_by_reason" ON "ledger_postings" USING btree ("source","id") WHERE amount > 0;'
      await write(build)
      expect(await indexes()).toEqual([true, true, true, true])
      await write(build, '-- no transaction\ndrop index concurrently if exists "postings_by_reason"')
      expect(await indexes()).toEqual([])
    } finally {
      await client.query('delete from drizzle.__drizzle_migrations where created_at >= $1', [
        Date.UTC(2100, 0, 1),
      ])
      client.release()
      await rm(folder, { recursive: true })
    }
  })

  it('is restored from a backup into one table', async () => {
    const target = await emptyDatabase()
    const { services } = server
    try {
      await restoreArchive(
        archiveOf({ database, files: services.files, config: services.config, now: server.clock.now() }),
        { config: { databaseUrl: target.url, dataDir: target.dataDir }, files: services.files },
      )
      await withDatabase(target, async (restored) => {
        const { postings } = await verifyLedger(database)
        expect(await verifyLedger(restored)).toMatchObject({ postings, faults: [] })
      })
    } finally {
      await target.drop()
    }
  })
})
