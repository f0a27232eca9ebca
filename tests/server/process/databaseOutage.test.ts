import { randomUUID } from 'node:crypto'
import { afterEach, describe, expect, it } from 'vitest'
import { allCalls, calls } from '#contract/index'
import { openDatabaseProxy } from '../support/databaseProxy'
import { manyCalls, openServer } from '../support/harness'
import { personBody } from '../support/people'
import { samples, sampleOf } from '../support/samples'
import { onPostgres } from '../support/testDatabase'
import { sentences } from '../../sentences'

const env = {
  DATABASE_CONNECTIONS: '8',
  DATABASE_WAIT_SECONDS: '3',
  // A slow machine takes seconds for a statement. On the embedded database this is how long its one connection is waited for, at the start too.
  DATABASE_STATEMENT_SECONDS: onPostgres ? '5' : '30',
  REQUEST_SECONDS: '12',
}
const proxy = await openDatabaseProxy()
const server = await openServer({ env, via: proxy.via, limits: manyCalls })
const health = async (path: string) => {
  const { http, json } = await server.inject({ method: 'GET', url: path })
  return { http, json }
}
/** A probe of a busy machine may be late. */
const becomesReady = () => expect.poll(async () => (await health('/readyz')).http).toBe(200)
afterEach(() => proxy.comeBack())

// One server through its outages, in this order: the last one leaves silent connections behind.
describe('outages', { shuffle: false }, () => {
  describe.runIf(onPostgres)('a database that is gone', () => {
    it('makes every call answer 503 with Retry-After until the database is back', async () => {
      const { token } = await server.enterAs({ role: 'SuperAdmin' })
      proxy.goAway()
      for (const call of allCalls) {
        const reply = await server.ask(call, sampleOf(call), { token })
        expect(reply, call.name).toMatchObject({
          http: 503,
          headers: { 'retry-after': '3' },
          json: { status: '400', message: sentences.noData },
        })
      }
      expect(await health('/readyz')).toEqual({ http: 503, json: { ok: false } })
      expect(await health('/healthz')).toEqual({ http: 200, json: { ok: true } })
      proxy.comeBack()
      expect((await server.ask(calls.agents.getAgentTotal, {}, { token })).http).toBe(200)
      await becomesReady()
    })

    it('between session and change is answered with nothing done', async () => {
      const me = await server.enter('can-create-agent')
      const body = personBody()
      const key = randomUUID()
      await loseConnection('trigger lose before insert on agents')
      const reply = await server.ask(calls.agents.addAgent, body, { ...me, key })
      expect(reply).toMatchObject({ http: 503, headers: { 'retry-after': '3' }, message: nothingDone })
      await query('drop function lose cascade')
      const again = async () => (await server.ask(calls.agents.addAgent, body, { ...me, key })).status
      await expect.poll(again).toBe('200')
    })

    it('at the commit of a change is answered as unconfirmed', async () => {
      const me = await server.enter('can-create-agent')
      const body = personBody()
      const key = randomUUID()
      await loseConnection('constraint trigger lose after insert on agents deferrable initially deferred')
      const reply = await server.ask(calls.agents.addAgent, body, { ...me, key })
      expect(reply).toMatchObject({
        http: 503,
        message: sentences.notConfirmed,
      })
      expect(reply.headers).not.toHaveProperty('retry-after')
      await query('drop function lose cascade')
      const check = { ...me, key, headers: { 'idempotency-check': '1' } }
      expect((await server.ask(calls.agents.addAgent, body, check)).message).toBe(sentences.notDone)
    })
  })

  const nothingDone = 'The server is busy. Nothing was done: try again in a few seconds.'
  const query = (text: string) => server.database.$client.query(text)
  /** Breaks the connection that fires this trigger. */
  const loseConnection = (trigger: string) =>
    query(`
      create function lose() returns trigger language plpgsql as $$
      begin perform pg_terminate_backend(pg_backend_pid()); perform pg_sleep(1); return new; end $$;
      create ${trigger} for each row execute function lose()`)

  describe.runIf(onPostgres)('a database that does not answer', () => {
    it('makes reads and changes answer 503 in time, and does not delay health', async () => {
      const me = await server.enterAs({ role: 'SuperAdmin' })
      proxy.goSilent()
      const [read, change, ready, again, alive] = await Promise.all([
        server.ask(calls.agents.getAgents, { page: 1 }, me),
        server.ask(calls.agents.addAgent, samples.agents.addAgent, me),
        health('/readyz'),
        health('/readyz'),
        health('/healthz'),
      ])
      expect([read.http, change.http]).toEqual([503, 503])
      expect([ready.http, again.http, alive.http]).toEqual([503, 503, 200])
      proxy.comeBack()
      await becomesReady()
      await expect
        .poll(async () => (await server.ask(calls.agents.getAgents, { page: 1 }, me)).http)
        .toBe(200)
    })
  })

  describe.runIf(onPostgres)('connections that never answer again', () => {
    it('are closed after a while and replaced', async () => {
      const me = await server.enterAs({ role: 'SuperAdmin' })
      const read = async () => (await server.ask(calls.agents.getAgents, { page: 1 }, me)).http
      expect(await Promise.all([read(), read(), read()])).toEqual([200, 200, 200])
      proxy.goSilent()
      expect(await Promise.all([read(), read(), read()])).toEqual([503, 503, 503])
      proxy.abandonSilent()
      await expect.poll(() => Promise.all([read(), read(), read()])).toEqual([200, 200, 200])
    })
  })

  describe.runIf(!onPostgres)('the embedded database while its one connection is busy', () => {
    it('delays neither healthz nor the 503 of readyz', async () => {
      let isBusy = true
      // Keeps a processor busy for these seconds.
      const busy = query('select pg_sleep(4)').finally(() => {
        isBusy = false
      })
      expect(await health('/readyz')).toEqual({ http: 503, json: { ok: false } })
      expect(await health('/healthz')).toEqual({ http: 200, json: { ok: true } })
      expect(isBusy).toBe(true)
      await busy
      await becomesReady()
    })
  })
})
