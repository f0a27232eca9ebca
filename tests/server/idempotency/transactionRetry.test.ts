import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterEach, describe, expect, it } from 'vitest'
import { calls } from '#contract/index'
import { adminActivity, agents } from '#server/db/schema'
import { openServer } from '../support/harness'
import { personBody } from '../support/people'

const server = await openServer()
const me = await server.enter('can-create-agent')
const { addAgent } = calls.agents
const query = (statement: string) => server.database.$client.query(statement)

/** From here on so many changes are taken back by PostgreSQL, as in a deadlock. A sequence counts on through it all. */
async function takeBack(times: number, code: string, when: 'at once' | 'at commit') {
  await query('create sequence taken_back')
  await query(`create function take_back() returns trigger language plpgsql as $$ begin
    if nextval('taken_back') <= ${times} then raise exception 'in the way' using errcode = '${code}'; end if;
    return new; end $$`)
  const timing = when === 'at commit' ? 'constraint trigger take_back after' : 'trigger take_back before'
  const deferred = when === 'at commit' ? 'deferrable initially deferred' : ''
  await query(`create ${timing} insert on agents ${deferred} for each row execute function take_back()`)
}
afterEach(async () => {
  await query('drop function if exists take_back cascade')
  await query('drop sequence if exists taken_back')
  server.letters.length = 0
})

describe.each([
  ['40001', 'at once'],
  ['40P01', 'at once'],
  ['40001', 'at commit'],
] as const)('a change that PostgreSQL takes back (%s, %s)', (code, when) => {
  it('is made anew, and stands once', async () => {
    await takeBack(3, code, when)
    const body = personBody()
    const key = randomUUID()
    expect((await server.ask(addAgent, body, { ...me, key })).message).toBe('Agent created successfully.')
    expect(await server.database.$count(agents, eq(agents.email, body.email))).toBe(1)
    expect(await server.database.$count(adminActivity, eq(adminActivity.reference, key))).toBe(1)
    expect(server.letters).toHaveLength(1)
  })

  it('again and again is given up: nothing was done, and the same key may try once more', async () => {
    await takeBack(4, code, when)
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
