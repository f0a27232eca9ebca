import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterEach, describe, expect, it } from 'vitest'
import { calls } from '#contract/index'
import { permissionCatalogue } from '#contract/permissionCatalogue'
import { agents } from '#server/db/tables/schema'
import { openServer } from '../support/harness'
import { personBody as person } from '../support/people'
import { onPostgres } from '../support/testDatabase'
import { sentences } from '../../sentences'

const server = await openServer()
const { addAgent, resetAgentPassword, getAgents } = calls.agents
const me = await server.enter(...permissionCatalogue)

const query = (statement: string) => server.database.$client.query(statement)
/** Makes the database fail at this event with a message that quotes the row. */
const sabotage = async (event: string, table: string) => {
  await query(`
    create or replace function sabotage() returns trigger language plpgsql as $$
    begin raise exception 'no room for %', to_json(new); end $$;
    create trigger sabotage before ${event} on ${table} for each row execute function sabotage()`)
}
afterEach(() => query('drop function if exists sabotage cascade'))

/** Expects a line with the error and then the line of the request, both with the reply's id and without what was sent. */
function expectFaultLogged({ headers }: { headers: object }, ...secrets: string[]) {
  const id = (headers as Record<string, unknown>)['x-request-id']
  expect(server.log.map(({ reqId }) => reqId)).toEqual([id, id])
  expect(id).toMatch(/^[0-9a-f]{10}$/)
  expect(server.log.map(({ msg, level }) => [msg, level])).toEqual([
    ['fault', 50],
    ['call', 30],
  ])
  for (const secret of [...secrets, me.token, me.email, 'no room', 'insert into', 'select "'])
    expect(JSON.stringify(server.log)).not.toContain(secret)
}

describe('a server error', () => {
  it.each([
    ['insert', 'agents'],
    ['insert', 'admin_activity'],
    ['insert', 'idempotency_keys'],
  ])(
    'at an %s into %s stores, mails and reveals nothing, and the call can be repeated',
    async (event, table) => {
      const key = randomUUID()
      const body = person()
      server.letters.length = 0
      server.log.length = 0
      await sabotage(event, table)
      const before = await server.checksums()
      const reply = await server.ask(addAgent, body, { ...me, key })
      expect(reply).toMatchObject({ http: 500, json: { status: '400', message: 'An error occurred' } })
      expect(Object.keys(reply.json)).toHaveLength(2)
      expect(await server.checksums()).toEqual(before)
      expect(server.letters).toHaveLength(0)
      expectFaultLogged(reply, body.email, body.name, body.phone_number, key)
      expect(server.log[0]).toMatchObject({ call: 'agents.addAgent', error: { code: 'P0001' } })

      await query('drop function sabotage cascade')
      expect((await server.ask(addAgent, body, { ...me, key })).status).toBe('200')
      expect(server.letters).toHaveLength(1)
    },
  )

  it('of a rule that has no words of its own: a second record of its kind is refused, any other is an error', async () => {
    await query(`create unique index without_words on agents (lga) where state = 'Ekiti';
      alter table agents add constraint nameless check (lga <> 'Oye')`)
    const add = (lga: string) => server.ask(addAgent, { ...person(), state: 'Ekiti', lga }, me)
    const [first, second, third] = [await add('Ikole'), await add('Ikole'), await add('Oye')]
    await query('drop index without_words; alter table agents drop constraint nameless')
    expect(first.status).toBe('200')
    expect(second).toMatchObject({
      http: 200,
      json: { status: '400', message: 'This record already exists.' },
    })
    expect(third).toMatchObject({ http: 500, json: { status: '400', message: 'An error occurred' } })
  })

  it('in a password reset keeps the old password and sends no new one', async () => {
    const { id } = await server.makeAgent({ passwordHash: 'the old one' })
    server.letters.length = 0
    await sabotage('insert', 'admin_activity')
    expect((await server.ask(resetAgentPassword, { agent_id: id }, me)).http).toBe(500)
    const [agent] = await server.database.select().from(agents).where(eq(agents.id, id))
    expect(agent?.passwordHash).toBe('the old one')
    expect(server.letters).toHaveLength(0)
  })

  it.runIf(onPostgres)(
    'of a file whose connection is lost leaves no connection taken, nor a place for a download',
    async () => {
      await query(`alter function next_lines rename to next_lines_before;
      create function next_lines(file refcursor, how_many int) returns text language plpgsql as $$
      begin perform pg_terminate_backend(pg_backend_pid()); return ''; end $$`)
      const file = () => server.ask(getAgents, { page: 1, download: 'csv' }, me)
      const message = sentences.noData
      const replies = []
      // More rounds than connections for files.
      for (let round = 0; round < 12; round++) replies.push(await file())
      await query('drop function next_lines; alter function next_lines_before rename to next_lines')
      for (const reply of replies)
        expect(reply).toMatchObject({ http: 503, json: { status: '400', message } })
      expect((await file()).http).toBe(200)
    },
  )

  it.each([undefined, 'csv'] as const)('in a read (download: %s) affects no later read', async (download) => {
    await query('alter table agents rename to agents_elsewhere')
    server.log.length = 0
    const search = 'zq9search'
    const reply = await server.ask(getAgents, { page: 1, search, download }, me)
    await query('alter table agents_elsewhere rename to agents')
    expect(reply).toMatchObject({ http: 500, json: { status: '400', message: 'An error occurred' } })
    expectFaultLogged(reply, search)
    for (let round = 0; round < 20; round++)
      expect((await server.ask(getAgents, { page: 1, search, download }, me)).http).toBe(200)
  })
})
