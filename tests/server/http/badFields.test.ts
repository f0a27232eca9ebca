import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Named } from '#contract/call'
import { requiredFields } from '#contract/call'
import { allCalls, calls } from '#contract/index'
import type { Schema } from '#contract/values'
import { type Answer, manyCalls, openServer } from '../support/harness'
import { password } from '../support/people'
import { sampleOf } from '../support/samples'
import { expectCleanReply, expectCleanRejection, expectUnchanged } from '../support/rejections'
import { sentences } from '../../sentences'

const server = await openServer({ limits: manyCalls })
const me = await server.enterAs({ role: 'SuperAdmin' })
const { getAgents, agentHistory, addAgent, updateAgent, deleteAgent, getAgent } = calls.agents

/** A text that occurs in no reply of the server's own. */
const marker = 'zq9mark'

/** Sends a call with a changed body. */
async function askBadly(
  call: Named,
  change: Record<string, unknown>,
  { leaveOut, token = me.token }: { leaveOut?: string; token?: string } = {},
): Promise<Answer> {
  const body: Record<string, unknown> = { ...sampleOf(call), ...change }
  if (leaveOut) delete body[leaveOut]
  return expectCleanReply(server, () => server.ask(call, body as never, { token }), marker)
}

async function loginToken() {
  const { email } = await server.makeAdmin()
  return (await server.stepOne(email, password)).output().data.rec.login_token
}

const callsWithFields = allCalls.filter((call) => Object.keys(call.input.entries).length > 0)

/** The message of a field that has its own: 'Please enter a valid amount.' */
function ownMessage(schema: Schema, value: unknown) {
  const message = v.safeParse(schema, value, { abortPipeEarly: true }).issues?.[0].message
  return message && !/^(Invalid|Expected)/.test(message) ? message : undefined
}

/** Fields that share a schema share its code: every wrong value is sent to the first of them, and one, in turns, to the others. */
const seenSchemas = new Set<Schema>()
let turn = 0
function inTurns<T>(schema: Schema, values: T[]): T[] {
  if (seenSchemas.has(schema)) return values.slice(turn % values.length).slice(0, 1)
  seenSchemas.add(schema)
  return values
}

describe.each(callsWithFields)('$name', (call) => {
  const fields = Object.keys(call.input.entries)
  let token = me.token
  let before: Record<string, string> = {}
  beforeAll(async () => {
    if (call.access === 'loginToken') token = await loginToken()
    before = await server.checksums()
  })
  // Once for all fields of the call: a checksum of every row takes longer than a request.
  afterAll(async () => expect(await server.checksums()).toEqual(before))

  it.each(fields)('%s of the wrong type is named, and what was sent is not repeated', async (field) => {
    const schema = call.input.entries[field] as Schema
    // A form carries only text: a search there has no wrong type.
    const asSent = (value: unknown) => (call.encoding === 'form' ? String(value) : value)
    const values = [{ [marker]: marker }, [marker], true, null, [[]], { length: 1 }].map(asSent)
    const wrong = values.filter((one) => !v.is(schema, one))
    turn++
    for (const value of inTurns(schema, wrong)) {
      const reply = await askBadly(call, { [field]: value }, { token })
      expect(reply).toMatchObject({ http: 200, status: '100', message: 'Please check what you entered.' })
      expect(reply.fields).toEqual([ownMessage(schema, value) ?? `${field} is missing or not valid.`])
    }
  })

  it.each(fields)('%s that is far too long is refused', async (field) => {
    const reply = await askBadly(call, { [field]: marker.repeat(3000) }, { token })
    expect(reply).toMatchObject({ http: 200, status: '100' })
    expect(reply.fields).toHaveLength(1)
  })

  // The fields of a body decide which of the calls that share a path it is.
  const hasOwnPath = allCalls.filter(({ path }) => path === call.path).length === 1
  it.each(hasOwnPath ? requiredFields(call) : [])('%s that is missing is named', async (field) => {
    const reply = await askBadly(call, {}, { token, leaveOut: field })
    expect(reply).toMatchObject({ http: 200, status: '100', fields: [`${field} is missing or not valid.`] })
  })
})

it('each of several missing fields is named', async () => {
  const reply = await expectCleanRejection(server, () => server.ask(addAgent, {} as never, me))
  const names = ['name', 'email', 'phone_number', 'state', 'lga']
  expect(reply.fields).toEqual(names.map((name) => `${name} is missing or not valid.`))
})

it('the body tells apart the calls that share a path', async () => {
  const agent = await server.makeAgent()
  const shapeOf = async (body: object) => (await server.post('getagents', JSON.stringify(body), me)).json.data
  expect(await shapeOf({ page: 1 })).toHaveProperty('per_page', 100)
  expect(await shapeOf({ id: agent.id })).toMatchObject([{ id: agent.id }])
  expect(await shapeOf({})).toEqual({ total: expect.any(Number) })
})

describe('a number', () => {
  it('may be sent as text where it is an id or a page', async () => {
    const agent = await server.makeAgent()
    const one = await server.post('getagents', JSON.stringify({ id: String(agent.id) }), me)
    expect(one.json.data).toMatchObject([{ id: agent.id, name: agent.name }])
    const page = await server.post('getagents', JSON.stringify({ page: '1', perPage: '2' }), me)
    expect(page.json.data).toMatchObject({ page: 1, per_page: 2 })
  })

  const bad = [
    '0',
    '-1',
    '1.5',
    '9007199254740992',
    '1e400',
    '"9007199254740993"',
    '"1e3"',
    '" 7"',
    '""',
    '"x"',
    '"0x7"',
  ]
  it.each(bad)('%s is not a valid id', async (id) => {
    const reply = await expectCleanRejection(server, () => server.post('getagents', `{"id":${id}}`, me))
    expect(reply).toMatchObject({ http: 200, status: '100', fields: ['id is missing or not valid.'] })
  })
  it.each([...bad, '1000001'])('%s is not a valid page', async (page) => {
    const reply = await expectCleanRejection(server, () => server.post('getagents', `{"page":${page}}`, me))
    expect(reply).toMatchObject({ status: '100', fields: ['page is missing or not valid.'] })
  })
  it.each(['0', '-5', '101', '1000', '"1000"'])('%s is not a valid page size', async (perPage) => {
    const body = `{"page":1,"perPage":${perPage}}`
    const reply = await expectCleanRejection(server, () => server.post('getagents', body, me))
    expect(reply).toMatchObject({ status: '100', fields: ['perPage is missing or not valid.'] })
  })

  it('of a page beyond the last gives no rows', async () => {
    const { data } = (await server.ask(getAgents, { page: 1_000_000 }, me)).output()
    expect(data).toMatchObject({ page: 1_000_000, data: [] })
  })
  it('of an unknown id is reported as not found', async () => {
    const huge = Number.MAX_SAFE_INTEGER
    const reply = await expectCleanRejection(server, () => server.ask(getAgent, { id: huge }, me))
    expect(reply.json).toEqual({ status: '400', message: `Agent with ID ${huge} not found` })
  })
})

describe('text with a control character is refused as invalid', () => {
  it.each([
    ['a search', getAgents, { search: `${marker}\0` }, 'search is missing or not valid.'],
    ['a search with half a character', getAgents, { search: '\ud800' }, 'search is missing or not valid.'],
    ['a search of activity', agentHistory, { search: '\0' }, 'search is missing or not valid.'],
    ['a name', addAgent, { name: `${marker}\0` }, 'Full Name may not contain control characters.'],
    [
      'a name with line ends',
      addAgent,
      { name: `A\r\nBcc: ${marker}` },
      'Full Name may not contain control characters.',
    ],
    ['an e-mail', addAgent, { email: `${marker}\0@alajo.test` }, 'Enter valid email address'],
    [
      'an e-mail with a second header',
      addAgent,
      { email: `a@b.co\r\nBcc: ${marker}@b.co` },
      'Enter valid email address',
    ],
    ['two e-mails', addAgent, { email: `a@b.co,${marker}@b.co` }, 'Enter valid email address'],
    ['a phone number', updateAgent, { phone_number: '0803000000\0' }, sentences.phoneDigits],
    ['a state', addAgent, { state: 'Lagos\0' }, 'state is missing or not valid.'],
  ])('%s', async (_what, call: Named, change: Record<string, string>, message) => {
    const reply = await expectUnchanged(server, () => askBadly(call, change))
    expect(reply).toMatchObject({ http: 200, status: '100', fields: [message] })
  })

  it('a password or a token with a NUL', async () => {
    expect((await server.stepOne(me.email, 'a\0b')).message).toBe('Please check what you entered.')
    expect((await server.stepTwo(await loginToken(), '\0')).message).toBe('Please check what you entered.')
  })
})

describe('dates', () => {
  it.each(['2026-02-30', '2026-13-01', '18-11-2026', '2026-11-18T00:00', '', '0000-00-00', '99999-01-01'])(
    '%s is not a valid date',
    async (start_date) => {
      const reply = await expectCleanRejection(server, () =>
        server.ask(agentHistory, { page: 1, start_date }, me),
      )
      expect(reply).toMatchObject({ http: 200, status: '100' })
    },
  )
})

it.each(["'; drop table agents; --", "x' or '1'='1", '$1', '\\', '%', '_', '{{7*7}}', '\u202e', '😀'])(
  'the search %j is taken literally and finds nothing',
  async (search) => {
    const { data } = (await server.ask(getAgents, { page: 1, search }, me)).output()
    expect(data).toMatchObject({ total: 0, data: [] })
  },
)

it('unknown fields are ignored', async () => {
  const agent = await server.makeAgent()
  const extra = { agent_id: agent.id, status: 'ACTIVE', float: '1000000.00', adminId: 1, isAdmin: true }
  expect((await server.ask(deleteAgent, extra, me)).status).toBe('200')
})
