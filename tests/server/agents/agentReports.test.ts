import { describe, expect, it } from 'vitest'
import { calls } from '#contract/index'
import { openServer } from '../support/harness'

const server = await openServer()
const { agentDownline, agentTarget, agentHistory } = calls.agents
const me = await server.enter('can-view-agent-downline', 'can-view-agent-targets', 'can-view-agent-history')
const at = (iso: string) => new Date(iso)

describe('the downline', () => {
  const downline = async (agent_id: number) =>
    (await server.ask(agentDownline, { agent_id }, me)).output().agent

  it('has the agents and then the customers whom an agent recruited, newest first', async () => {
    const { id, name } = await server.makeAgent({ name: 'Iya Basira' })
    const other = await server.makeAgent()
    const old = at('2026-01-05T10:00:00Z')
    await server.makeAgent({ uplineAgentId: id, firstName: 'Old', createdAt: old })
    await server.makeAgent({ uplineAgentId: id, firstName: 'New' })
    await server.makeAgent({ uplineAgentId: id, status: 'DELETED' })
    await server.makeAgent({ uplineAgentId: other.id })
    await server.makeCustomer(id, { firstName: 'Client', assignedAgentId: other.id, homeAddress: '1 Oba Rd' })
    await server.makeCustomer(other.id, { assignedAgentId: id })
    await server.makeCustomer(id, { isDeleted: true })
    const rows = await downline(id)
    expect(rows.map(({ first_name, user_type }) => [first_name, user_type])).toEqual([
      ['New', 'agent'],
      ['Old', 'agent'],
      ['Client', 'customer'],
    ])
    expect(rows.map((row) => row.agentName)).toEqual([name, undefined, undefined])
    expect(rows[2]).toMatchObject({ home_address: '1 Oba Rd', office_address: null })
    expect(rows[1]?.created_at).toBe('2026-01-05T11:00:00.000Z')
  })

  it('names the agent on its first row when that is a customer', async () => {
    const { id, name } = await server.makeAgent()
    await server.makeCustomer(id)
    expect((await downline(id)).map((row) => row.agentName)).toEqual([name])
  })

  it('is empty for an agent without any and refused for an unknown one', async () => {
    expect(await downline((await server.makeAgent()).id)).toEqual([])
    const gone = await server.makeAgent({ status: 'DELETED' })
    for (const agent_id of [999_999, gone.id]) {
      const reply = await server.ask(agentDownline, { agent_id }, me)
      expect(reply.json).toEqual({ status: '400', message: `Agent with ID ${agent_id} not found` })
    }
  })
})

describe('targets', () => {
  it('are the agents with a target, newest target first', async () => {
    const early = at('2026-11-01T09:00:00Z')
    const first = await server.makeAgent({
      targetSetAt: early,
      homeAddress: '3 Ring Rd',
      officeAddress: null,
    })
    const second = await server.makeAgent({ targetSetAt: at('2026-11-02T09:00:00Z') })
    await server.makeAgent({ targetSetAt: early, status: 'DELETED' })
    const { data } = (await server.ask(agentTarget, {}, me)).output()
    expect(data.map(({ id }) => id)).toEqual([second.id, first.id])
    expect(data[1]).toEqual({
      id: first.id,
      created_at: '2026-11-01T10:00:00.000Z',
      first_name: 'Bola',
      last_name: 'Ige',
      phone_number: first.phoneNumber,
      home_address: '3 Ring Rd',
      office_address: null,
      // Not in the spec.
      month: '2026-11-01',
      savings: 0,
      savings_target: null,
      repaid: 0,
      repaid_target: null,
      customers: 0,
      customers_target: null,
    })
  })
})

describe('activity', async () => {
  const musa = await server.makeAgent({ name: 'Musa Bala' })
  const ngozi = await server.makeAgent({ name: 'Ngozi Obi' })
  const gone = await server.makeAgent({ name: 'Tunde Gone', status: 'DELETED' })
  await server.reportActivity(musa.id, 'Last of the 16th', at('2026-11-16T22:59:59.999Z'))
  await server.reportActivity(ngozi.id, 'First of the 17th', at('2026-11-16T23:00:00Z'))
  await server.reportActivity(musa.id, 'Last of the 17th', at('2026-11-17T22:59:59.999Z'))
  await server.reportActivity(gone.id, 'First of the 18th', at('2026-11-17T23:00:00Z'))
  const all = ['First of the 18th', 'Last of the 17th', 'First of the 17th', 'Last of the 16th']

  const history = async (filter: { search?: string; start_date?: string; end_date?: string } = {}) =>
    (await server.ask(agentHistory, { page: 1, ...filter }, me)).output().data
  const actions = async (filter: Parameters<typeof history>[0]) =>
    (await history(filter)).data.map(({ action }) => action)

  it('is newest first, with the agent’s name, also of deleted agents', async () => {
    const { data, ...page } = await history()
    expect(data.map(({ action }) => action)).toEqual(all)
    expect(page).toEqual({ total: 4, page: 1, per_page: 100 })
    expect(data[0]).toMatchObject({
      name: 'Tunde Gone',
      created_at: '2026-11-18T00:00:00.000Z',
      status: 'success',
    })
  })

  it.each([
    ['from a day on', { start_date: '2026-11-17' }, all.slice(0, 3)],
    ['to a day, that day included', { end_date: '2026-11-17' }, all.slice(1)],
    ['of one day', { start_date: '2026-11-17', end_date: '2026-11-17' }, all.slice(1, 3)],
    ['of a day without any', { start_date: '2026-11-15', end_date: '2026-11-15' }, []],
    ['by name', { search: 'musa' }, [all[1], all[3]]],
    ['by action', { search: 'OF THE 17' }, all.slice(1, 3)],
    ['by name and day', { search: 'musa', start_date: '2026-11-17' }, [all[1]]],
    ['by an empty text', { search: '' }, all],
    ['by a wildcard, taken literally', { search: '%' }, []],
  ])('is filtered %s', async (_what, filter, expected) => {
    expect(await actions(filter)).toEqual(expected)
    expect((await history(filter)).total).toBe(expected.length)
  })

  it('refuses an end date before the start date', async () => {
    const days = { start_date: '2026-11-18', end_date: '2026-11-16' }
    const reply = await server.ask(agentHistory, { page: 1, ...days }, me)
    expect(reply).toMatchObject({ status: '100', fields: ['End date cannot be before start date'] })
  })

  it('has pages', async () => {
    const { data } = (await server.ask(agentHistory, { page: 2, perPage: 3 }, me)).output()
    expect(data).toMatchObject({ total: 4, page: 2, per_page: 3 })
    expect(data.data.map(({ action }) => action)).toEqual(['Last of the 16th'])
  })
})
