import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { afterAll, describe, expect, it } from 'vitest'
import { calls } from '#contract/index'
import { CsvRows } from '#server/wire/csvRows'
import { openPools, unlimitedPool } from '#server/db/pools'
import { idempotencyKeys } from '#server/db/tables/schema'
import type { Context } from '#server/handler'
import { agentHandlers } from '#server/modules/agents/handlers'
import { troubleReply } from '#server/errors/refusals'
import { sentences } from '../../sentences'
import { manyCalls, openServer } from '../support/harness'
import { password, personBody } from '../support/people'
import { onPostgres } from '../support/testDatabase'

let databaseUrl = ''
const server = await openServer({
  env: { DATABASE_LOCK_SECONDS: '1', DATABASE_STATEMENT_SECONDS: '2', DATABASE_WAIT_SECONDS: '2' },
  limits: manyCalls,
  direct: true,
  via: async (url) => (databaseUrl = url),
})
/** Without the limits above, which every pool of the server has: a statement of a test may take longer on a slow machine. */
const unlimited = unlimitedPool(databaseUrl, { max: 4 })
afterAll(() => unlimited.end())
const query = (text: string, values: unknown[] = []) => unlimited.query(text, values)
const { addAgent, getAgents, reactivateAgent } = calls.agents
const nothingDone = 'The server is busy. Nothing was done: try again in a few seconds.'

const get = async (url: string) => (await server.inject({ method: 'GET', url })).http
/** A probe of a busy machine may be late. */
const isReady = async () => {
  await expect.poll(() => get('/readyz')).toBe(200)
  return 200
}

describe.runIf(onPostgres)('a locked row that many changes wait for', () => {
  it('does not block sign-in, reads and health; the changes answer busy with nothing done', async () => {
    const me = await server.enterAs({ role: 'SuperAdmin' })
    const { email } = await server.makeAdmin()
    const agent = await server.makeAgent({ status: 'SUSPENDED' })
    const keeper = await unlimited.connect()
    await keeper.query('begin')
    await keeper.query('select 1 from agents where id = $1 for update', [agent.id])
    const keys = Array.from({ length: 40 }, () => randomUUID())
    const send = (key: string) => server.ask(reactivateAgent, { agent_id: agent.id }, { ...me, key })
    const sent = Promise.all(keys.map(send))
    await sleep(200)

    const meanwhile = await Promise.all([
      server.stepOne(email, password).then(({ http }) => http),
      server.ask(getAgents, { page: 1 }, me).then(({ http }) => http),
      isReady(),
      get('/healthz'),
    ])
    expect(meanwhile).toEqual([200, 200, 200, 200])

    for (const reply of await sent)
      expect(reply).toMatchObject({ http: 503, message: nothingDone, headers: { 'retry-after': '3' } })
    await keeper.query('rollback')
    keeper.release()
    expect(await server.database.$count(idempotencyKeys, eq(idempotencyKeys.adminId, me.id))).toBe(0)
    expect((await send(keys[0] ?? '')).status).toBe('200')
  })
})

describe.runIf(onPostgres)('a statement that takes too long', () => {
  it('in a change is rolled back and answered busy', async () => {
    const me = await server.enter('can-create-agent')
    await query(`
      create function linger() returns trigger language plpgsql as $$
      begin perform pg_sleep(3600); return new; end $$;
      create trigger linger before insert on agents for each row execute function linger()`)
    const body = personBody()
    const reply = await server.ask(addAgent, body, me)
    await query('drop function linger cascade')
    expect(reply).toMatchObject({ http: 503, message: nothingDone })
    const { rows } = await query('select 1 from agents where email = $1', [body.email.toLowerCase()])
    expect(rows).toEqual([])
  })

  it('in a read is answered busy', async () => {
    const me = await server.enter('can-view-agent')
    const keeper = await unlimited.connect()
    await keeper.query('begin; lock table agents in access exclusive mode')
    const reply = await server.ask(getAgents, { page: 1 }, me)
    await keeper.query('rollback')
    keeper.release()
    expect(reply).toMatchObject({ http: 503, message: sentences.busy })
  })
})

describe.runIf(onPostgres)('a file over a slow link', () => {
  it('is not subject to the limits of statements and idle transactions', async () => {
    const { rows } = await query(`
      with made as (insert into agents (name, first_name, last_name, email, phone_number, password_hash)
        select 'Slow Link', 'Slow', 'Link', 'slow' || n || '@alajo.test', '0809' || lpad(n::text, 7, '0'), ''
          from generate_series(1, 2500) n returning 1) select count(*)::int as made from made`)
    expect(rows).toEqual([{ made: 2500 }])
    const context = { services: server.services, now: server.clock.now(), queries: server.database }
    const input = { page: 1, perPage: 100, download: 'csv' } as const
    const file = await agentHandlers.getAgents(input, context as unknown as Context)
    if (!(file instanceof CsvRows)) throw new Error('It returned no file.')
    let lines = 0
    for await (const part of file.lines()) {
      lines += part.trimEnd().split('\r\n').length
      // Longer than the limits of statements and of idle transactions.
      await sleep(2500)
    }
    expect(lines).toBeGreaterThanOrEqual(2500)
  })
})

describe.runIf(onPostgres)('a PostgreSQL without a free connection', () => {
  it('is waited for, and then answered busy', async () => {
    const role = `few_${randomUUID().slice(0, 8)}`
    await query(`create role ${role} login connection limit 1`)
    const url = new URL(databaseUrl)
    url.username = role
    const poolsOf = (waitMs: number) =>
      openPools(url.href, { connections: 12, waitMs, lockMs: 60_000, statementMs: 60_000 })
    const [pools, patient] = [poolsOf(1500), poolsOf(60_000)]
    afterAll(async () => {
      await Promise.all([pools, patient].flatMap(Object.values<pg.Pool>).map((pool) => pool.end()))
      await query(`drop role ${role}`)
    })
    const first = await patient.reads.connect()
    const since = performance.now()
    const refused = await pools.changes.connect().catch((error: unknown) => error)
    expect(performance.now() - since).toBeGreaterThan(1000)
    expect(troubleReply(refused)).toMatchObject({ code: 'busy', retryAfterSeconds: 3 })
    const second = patient.changes.query('select 1')
    await sleep(300)
    first.release(true)
    expect((await second).rowCount).toBe(1)
  })

  it('limits its pools to DATABASE_CONNECTIONS in all', () => {
    for (const connections of [8, 12, 24, 100]) {
      const pools = openPools(databaseUrl, { connections, waitMs: 1, lockMs: 1, statementMs: 1 })
      const most = Object.values(pools).map(({ options }) => options.max)
      expect(most.reduce((sum, max) => sum + max, 0)).toBe(connections)
      expect(Math.min(...most)).toBeGreaterThanOrEqual(2)
    }
  })
})
