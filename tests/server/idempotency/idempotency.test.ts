import { createHash, randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { calls } from '#contract/index'
import { permissionCatalogue } from '#contract/permissionCatalogue'
import { adminActivity, agents, idempotencyKeys } from '#server/db/tables/schema'
import { openServer } from '../support/harness'
import { password, personBody as person } from '../support/people'
import { onPostgres } from '../support/testDatabase'
import { sentences } from '../../sentences'

const server = await openServer()
const { addAgent, deleteAgent, reactivateAgent } = calls.agents
const me = await server.enter(...permissionCatalogue)

const agentsCalled = (email: string) => server.database.$count(agents, eq(agents.email, email))
const activityOf = (key: string) =>
  server.database.select().from(adminActivity).where(eq(adminActivity.reference, key))

describe('a change repeated with its key', () => {
  it('is made once and gets the same reply', async () => {
    const key = randomUUID()
    const body = person()
    server.letters.length = 0
    const first = await server.ask(addAgent, body, { ...me, key })
    const again = await server.ask(addAgent, body, { ...me, key })
    expect(first.json).toEqual({ status: '200', message: sentences.agentCreated })
    expect(again.text).toBe(first.text)
    expect(await agentsCalled(body.email)).toBe(1)
    expect(server.letters).toHaveLength(1)
    expect(await activityOf(key)).toHaveLength(1)
  })

  it('matches the key ignoring case', async () => {
    const key = randomUUID()
    const body = person()
    await server.ask(addAgent, body, { ...me, key })
    expect((await server.ask(addAgent, body, { ...me, key: key.toUpperCase() })).status).toBe('200')
    expect(await agentsCalled(body.email)).toBe(1)
  })

  it('gets the first reply even with reordered or unknown fields', async () => {
    const key = randomUUID()
    const { name, ...rest } = person()
    await server.ask(addAgent, { name, ...rest }, { ...me, key })
    const turned = JSON.stringify({ unknown: 1, ...rest, name })
    expect((await server.post('addagent', turned, { ...me, key })).status).toBe('200')
  })

  it('gets the first reply in a later session of the same admin', async () => {
    const key = randomUUID()
    const body = person()
    await server.ask(addAgent, body, { ...me, key })
    const token = await server.openSession(me.id)
    const again = await server.ask(addAgent, body, { token, key })
    expect(again.json).toEqual({ status: '200', message: sentences.agentCreated })
  })

  it('is refused with another body', async () => {
    const key = randomUUID()
    await server.ask(addAgent, person(), { ...me, key })
    const other = person()
    const reply = await server.ask(addAgent, other, { ...me, key })
    const message = sentences.keyUsed
    expect(reply).toMatchObject({ http: 200, json: { status: '400', message } })
    expect(await agentsCalled(other.email)).toBe(0)
    expect(await activityOf(key)).toHaveLength(1)
  })

  it('is refused for another call with the same body', async () => {
    const key = randomUUID()
    const { id } = await server.makeAgent({ status: 'SUSPENDED' })
    await server.ask(reactivateAgent, { agent_id: id }, { ...me, key })
    const reply = await server.ask(deleteAgent, { agent_id: id }, { ...me, key })
    expect(reply.status).toBe('400')
    const [agent] = await server.database.select().from(agents).where(eq(agents.id, id))
    expect(agent?.status).toBe('ACTIVE')
  })

  it('is another change when another admin sends it', async () => {
    const key = randomUUID()
    const other = await server.enter('can-create-agent')
    const [mine, theirs] = [person(), person()]
    expect((await server.ask(addAgent, mine, { ...me, key })).status).toBe('200')
    expect((await server.ask(addAgent, theirs, { ...other, key })).status).toBe('200')
    expect(await agentsCalled(theirs.email)).toBe(1)
  })

  it('is refused again when it was refused, even if it would succeed now', async () => {
    const key = randomUUID()
    const { id } = await server.makeAgent()
    const { id: customerId } = await server.makeCustomer(id)
    const first = await server.ask(deleteAgent, { agent_id: id }, { ...me, key })
    expect(first.message).toBe('This agent still has 1 customer. Reassign them first.')
    await server.database.$client.query('delete from customers where id = $1', [customerId])
    expect((await server.ask(deleteAgent, { agent_id: id }, { ...me, key })).text).toBe(first.text)
    expect((await server.ask(deleteAgent, { agent_id: id }, me)).status).toBe('200')
  })

  it('needs the permission again', async () => {
    const key = randomUUID()
    const clerk = await server.enter('can-create-agent')
    const body = person()
    await server.ask(addAgent, body, { ...clerk, key })
    await server.revokeAll(clerk.id)
    expect((await server.ask(addAgent, body, { ...clerk, key })).http).toBe(403)
  })
})

describe('simultaneous copies of one change', () => {
  it('make one change', async () => {
    const key = randomUUID()
    const body = person()
    const replies = await Promise.all(
      Array.from({ length: 4 }, () => server.ask(addAgent, body, { ...me, key })),
    )
    for (const { http } of replies) expect([200, 409]).toContain(http)
    expect(replies.some(({ http }) => http === 200)).toBe(true)
    expect(await agentsCalled(body.email)).toBe(1)
    expect(await activityOf(key)).toHaveLength(1)
  })

  const reason = onPostgres
    ? ''
    : ' (not on the embedded database: one connection makes one wait for the other)'
  it.skipIf(!onPostgres)(`report to the second that the first is under way${reason}`, async () => {
    const key = randomUUID()
    const { id } = await server.makeAgent({ status: 'SUSPENDED' })
    const blocker = await server.database.$client.connect()
    await blocker.query('begin')
    await blocker.query('select 1 from agents where id = $1 for update', [id])
    const first = server.ask(reactivateAgent, { agent_id: id }, { ...me, key })
    const waiting = async () => {
      const { rows } = await server.database.$client.query(
        `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
      return rows.length
    }
    await expect.poll(waiting).toBe(1)
    const second = await server.ask(reactivateAgent, { agent_id: id }, { ...me, key })
    const message = 'This change is still being made. Check again in a moment.'
    expect(second).toMatchObject({ http: 409, json: { status: '400', message } })
    await blocker.query('rollback')
    blocker.release()
    expect((await first).status).toBe('200')
    expect((await server.ask(reactivateAgent, { agent_id: id }, { ...me, key })).text).toBe(
      (await first).text,
    )
  })
})

it('stores no fast hash of a password', async () => {
  const admin = await server.enter()
  const body = { oldPassword: password, newPassword: 'Thursday is market day' }
  const key = randomUUID()
  const first = await server.ask(calls.session.changePassword, body, { ...admin, key })
  expect(first.status).toBe('200')
  const stored = JSON.stringify(await server.database.select().from(idempotencyKeys))
  for (const algorithm of ['sha256', 'sha512', 'sha1', 'md5'])
    for (const text of [
      JSON.stringify(['session.changePassword', body]),
      JSON.stringify(body),
      body.newPassword,
    ])
      for (const form of ['base64url', 'base64', 'hex'] as const)
        expect(stored).not.toContain(createHash(algorithm).update(text).digest(form))
  expect((await server.ask(calls.session.changePassword, body, { ...admin, key })).text).toBe(first.text)
  const other = { ...body, newPassword: 'Wednesday is market day' }
  expect((await server.ask(calls.session.changePassword, other, { ...admin, key })).status).toBe('400')
})

describe('a check of a change', () => {
  const check = { 'idempotency-check': '1' }

  it('returns the reply of a made change and makes nothing', async () => {
    const key = randomUUID()
    const body = person()
    const first = await server.ask(addAgent, body, { ...me, key })
    expect((await server.ask(addAgent, body, { ...me, key, headers: check })).text).toBe(first.text)
    expect(await agentsCalled(body.email)).toBe(1)
    expect(await activityOf(key)).toHaveLength(1)
  })

  it('cancels a change that never arrived', async () => {
    const key = randomUUID()
    const body = person()
    const never = { status: '400', message: sentences.notDone }
    expect((await server.ask(addAgent, body, { ...me, key, headers: check })).json).toEqual(never)
    expect((await server.ask(addAgent, body, { ...me, key })).json).toEqual(never)
    expect(await agentsCalled(body.email)).toBe(0)
    expect(await activityOf(key)).toHaveLength(0)
    expect((await server.ask(addAgent, body, { ...me, key: randomUUID() })).status).toBe('200')
  })

  it('returns the refusal of a refused change', async () => {
    const key = randomUUID()
    const first = await server.ask(deleteAgent, { agent_id: 1_000_000 }, { ...me, key })
    expect(first.status).toBe('400')
    const check2 = await server.ask(deleteAgent, { agent_id: 1_000_000 }, { ...me, key, headers: check })
    expect(check2.text).toBe(first.text)
  })
})
