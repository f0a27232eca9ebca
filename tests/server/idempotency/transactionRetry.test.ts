import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterEach, describe, expect, it } from 'vitest'
import { calls } from '#contract/index'
import { adminActivity, agents } from '#server/db/tables/schema'
import { openServer } from '../support/harness'
import { personBody } from '../support/people'
import { sentences } from '../../sentences'

const server = await openServer()
const me = await server.enter('can-create-agent')
const { addAgent } = calls.agents
const query = (statement: string) => server.database.$client.query(statement)

/** Rolls back this many inserts, as a deadlock does. A sequence counts them, for rollbacks do not reset it. */
async function rollBack(times: number, code: string, when: 'at once' | 'at commit') {
  await query('create sequence rolled_back')
  await query(`create function roll_back() returns trigger language plpgsql as $$ begin
    if nextval('rolled_back') <= ${times} then raise exception 'in the way' using errcode = '${code}'; end if;
    return new; end $$`)
  const timing = when === 'at commit' ? 'constraint trigger roll_back after' : 'trigger roll_back before'
  const deferred = when === 'at commit' ? 'deferrable initially deferred' : ''
  await query(`create ${timing} insert on agents ${deferred} for each row execute function roll_back()`)
}
afterEach(async () => {
  await query('drop function if exists roll_back cascade')
  await query('drop sequence if exists rolled_back')
  server.letters.length = 0
})

describe.each([
  ['40001', 'at once'],
  ['40P01', 'at once'],
  ['40001', 'at commit'],
] as const)('a change that PostgreSQL rolls back (%s, %s)', (code, when) => {
  it('is retried and made once', async () => {
    await rollBack(3, code, when)
    const body = personBody()
    const key = randomUUID()
    expect((await server.ask(addAgent, body, { ...me, key })).message).toBe(sentences.agentCreated)
    expect(await server.database.$count(agents, eq(agents.email, body.email))).toBe(1)
    expect(await server.database.$count(adminActivity, eq(adminActivity.reference, key))).toBe(1)
    expect(server.letters).toHaveLength(1)
  })

  it('too often is given up with nothing done, and its key may be sent again', async () => {
    await rollBack(4, code, when)
    const body = personBody()
    const key = randomUUID()
    const before = await server.checksums()
    const reply = await server.ask(addAgent, body, { ...me, key })
    expect(reply).toMatchObject({
      http: 429,
      status: '400',
      message: 'Others are changing the same records. Nothing was done: try again.',
    })
    expect(reply.headers['retry-after']).toBe('1')
    expect(await server.checksums()).toEqual(before)
    expect(server.letters).toHaveLength(0)
    expect((await server.ask(addAgent, body, { ...me, key })).status).toBe('200')
    expect(server.letters).toHaveLength(1)
  })
})
