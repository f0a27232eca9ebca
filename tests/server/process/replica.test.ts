import pg from 'pg'
import { afterAll, describe, expect, it } from 'vitest'
import { mayLag } from '#contract/call'
import { allCalls, calls } from '#contract/index'
import { makeDemo } from '#server/demo/demo'
import { startPostgres } from '../../../config/postgres.mjs'
import { openDatabaseProxy } from '../support/databaseProxy'
import { manyCalls, openServer } from '../support/harness'
import { personBody } from '../support/people'
import { sampleOf } from '../support/samples'
import { onPostgres } from '../support/testDatabase'

const { addAgent, getAgent, getAgents } = calls.agents

describe.runIf(onPostgres)('a read replica', { shuffle: false }, async () => {
  if (!onPostgres) return
  const primary = await startPostgres()
  const replica = await startPostgres({ replicaOf: primary.url })
  const proxy = await openDatabaseProxy()
  const open = (seconds: number, readUrl: string) =>
    openServer({
      via: async () => primary.url,
      env: {
        DATABASE_URL: primary.url,
        DATABASE_READ_URL: readUrl,
        DATABASE_READ_LAG_SECONDS: String(seconds),
      },
      limits: manyCalls,
      nodes: 1,
    })
  const server = await open(3600, await proxy.via(replica.url))
  await makeDemo(server.database, server.clock.now())
  const strict = await open(2, replica.url)
  afterAll(async () => {
    await replica.stop()
    await primary.stop()
  })
  const me = await server.enterAs({ role: 'SuperAdmin' })
  const other = await server.enterAs({ role: 'SuperAdmin' })

  async function onReplica<T extends pg.QueryResultRow>(statement: string) {
    const client = new pg.Client({ connectionString: replica.url })
    await client.connect()
    try {
      return (await client.query<T>(statement)).rows
    } finally {
      await client.end()
    }
  }
  const pause = () => onReplica('select pg_wal_replay_pause()')
  const resume = () => onReplica('select pg_wal_replay_resume()')
  const states = (from = server) => from.log.flatMap((line) => (line.replica ? [line.replica] : []))
  const list = async (from = server, actor = other) => {
    const reply = await from.ask(getAgents, { page: 1 }, actor)
    const { total } = reply.output().data as { total: number }
    return { total, age: reply.headers.age, isLate: reply.headers.age !== undefined }
  }
  const serving = async (from = server) => {
    await expect.poll(() => from.services.replica?.state()).toBe('serving')
    return from.services.replica
  }
  /** Until the replica has all that is written so far. */
  const caughtUp = async () => {
    const { rows } = await server.database.$client.query('select pg_current_wal_lsn() as position')
    const replayed = `select pg_last_wal_replay_lsn() >= '${rows[0].position}' as done`
    await expect.poll(() => onReplica(replayed)).toEqual([{ done: true }])
  }
  const ready = async (from = server) => (await from.inject({ method: 'GET', url: '/readyz' })).json

  it('answers lists and reports as the database itself does, and nothing else', async () => {
    await serving()
    await caughtUp()
    let late = 0
    for (const call of allCalls.filter(
      ({ kind, access }) => kind === 'read' && access !== 'public' && access !== 'loginToken',
    )) {
      await expect.poll(async () => (await list()).isLate).toBe(true)
      const body = sampleOf(call)
      let reply = await server.ask(call, body, other)
      const isAsDeclared = () =>
        (reply.headers.age !== undefined) === (mayLag(call) && reply.status === '200')
      // On a slow machine the replica may be down for a moment.
      const asked = async () => {
        if (!isAsDeclared()) reply = await server.ask(call, body, other)
        return isAsDeclared()
      }
      await expect.poll(asked, { message: call.name }).toBe(true)
      const { replica: own } = server.services
      server.services.replica = undefined
      const itself = await server.ask(call, body, other)
      server.services.replica = own
      expect(reply.text, call.name).toBe(itself.text)
      expect(itself.headers, call.name).not.toHaveProperty('age')
      if (reply.headers.age !== undefined) late += 1
    }
    expect(late).toBeGreaterThan(30)
  })

  it('answers files as well', async () => {
    await caughtUp()
    const file = () => server.ask(getAgents, { page: 1, download: 'csv' } as never, other)
    await expect.poll(async () => (await file()).headers.age).toBeDefined()
    expect((await file()).text).toContain('@')
  })

  it('does not answer who has changed something that it does not have yet', async () => {
    await serving()
    await caughtUp()
    const { total } = await list(server, other)
    await pause()
    const body = personBody()
    expect((await server.ask(addAgent, body, me)).status).toBe('200')
    expect(await list(server, me)).toMatchObject({ total: total + 1, isLate: false })
    await expect.poll(() => list(server, other)).toMatchObject({ total, isLate: true })
    // On any server: the position is kept with the session.
    await expect.poll(() => strict.services.replica?.state()).toBe('late')
    expect(await list(strict, me)).toMatchObject({ total: total + 1, isLate: false })
    await resume()
    await expect.poll(() => list(server, me)).toMatchObject({ total: total + 1, isLate: true })
  })

  it('has no say in whether a record is there', async () => {
    await serving()
    await pause()
    const agent = await server.makeAgent()
    const statement = await server.ask(getAgent, { id: agent.id }, other)
    expect(statement).toMatchObject({ status: '200' })
    const history = await server.ask(
      calls.customers.getCustomerStatement,
      { customer_id: (await server.makeCustomer(agent.id)).id },
      other,
    )
    expect(history).toMatchObject({ status: '200' })
    expect(history.headers).not.toHaveProperty('age')
    await resume()
  })

  it('that is behind says how far, and is left out beyond the limit', async () => {
    await serving()
    await serving(strict)
    await onReplica(`alter system set recovery_min_apply_delay = '4s'`)
    await onReplica('select pg_reload_conf()')
    const write = setInterval(
      () => void server.database.$client.query('update settings set value = value').catch(() => {}),
      200,
    )
    await expect.poll(async () => Number((await list()).age)).toBeGreaterThanOrEqual(4)
    await expect.poll(() => list(strict)).toMatchObject({ isLate: false })
    // The state follows with the next look at the replica.
    await expect.poll(() => ready(strict)).toEqual({ ok: true, replica: 'late' })
    await expect.poll(() => ready()).toEqual({ ok: true })
    clearInterval(write)
    await onReplica('alter system reset recovery_min_apply_delay')
    await onReplica('select pg_reload_conf()')
    await serving(strict)
    await expect.poll(() => ready(strict)).toEqual({ ok: true })
    const known = states(strict).filter((state) => state !== 'down')
    expect(known.slice(-2)).toEqual(['late', 'serving'])
  })

  it('that does not answer leaves no read waiting', async () => {
    await serving()
    proxy.goSilent()
    expect(await list()).toMatchObject({ isLate: false })
    await expect.poll(() => ready()).toEqual({ ok: true, replica: 'down' })
    expect(states().at(-1)).toBe('down')
    proxy.comeBack()
    await serving()
    await expect.poll(() => list()).toMatchObject({ isLate: true })
  })

  it('that is gone fails no read', async () => {
    await serving()
    proxy.goAway()
    for (let call = 0; call < 20; call += 1) expect(await list()).toMatchObject({ isLate: false })
    await expect.poll(() => ready()).toEqual({ ok: true, replica: 'down' })
    proxy.comeBack()
    await serving()
  })

  it('is not a database of its own', async () => {
    const wrong = await open(3600, primary.url)
    await expect.poll(() => ready(wrong)).toEqual({ ok: true, replica: 'foreign' })
    expect(wrong.services.replica?.state()).toBe('foreign')
    expect(await list(wrong)).toMatchObject({ isLate: false })
  })
})
