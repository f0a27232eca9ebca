import { expect, it } from 'vitest'
import { calls } from '#contract/index'
import { agentTargets } from '#server/db/tables/agentPay'
import { expectRefused } from '../support/guards'
import { manyCalls, openServer } from '../support/harness'
import { moneyOf } from '../support/money'
import { naira } from '../support/people'

const server = await openServer({ limits: manyCalls })
const money = moneyOf(server)
const viewer = await server.enter('can-view-agent-targets', 'can-edit-target')
const month = '2026-11-01'
const set = (agent_id: number, more: object = {}) =>
  server.ask(
    calls.agents.setAgentTarget,
    { agent_id, month, savings: naira(500_000), repaid: naira(200_000), customers: 10, ...more },
    viewer,
  )
const listed = async (agentId: number, of?: string) =>
  (await server.ask(calls.agents.agentTarget, of ? { month: of } : {}, viewer))
    .output()
    .data.find(({ id }) => id === agentId)

it('a target is shown beside what came in the month', async () => {
  const agent = await server.makeAgent({ name: 'Sade Balogun' })
  expect(await listed(agent.id)).toBeUndefined()
  const customer = await server.makeCustomer(agent.id)
  await money.collect(customer, naira(1_500))
  server.clock.pass(-30 * 24 * 60)
  await money.collect(customer, naira(700))
  server.clock.pass(30 * 24 * 60)
  expect((await set(agent.id)).message).toBe('The target of Sade Balogun for Nov 2026 is set.')
  const shown = {
    id: agent.id,
    created_at: '2026-11-18T10:00:00.000Z',
    month,
    savings: naira(1_500),
    savings_target: naira(500_000),
    repaid: 0,
    repaid_target: naira(200_000),
    customers: 1,
    customers_target: 10,
  }
  expect(await listed(agent.id)).toMatchObject(shown)
  expect(await listed(agent.id, '2026-10-01')).toMatchObject({
    month: '2026-10-01',
    savings: naira(700),
    savings_target: null,
    customers: 0,
    customers_target: null,
  })
  await set(agent.id, { savings: naira(600_000) })
  expect(await listed(agent.id)).toMatchObject({ ...shown, savings_target: naira(600_000) })
  expect(await server.database.$count(agentTargets)).toBe(1)
})

it.each([
  [{ month: '2026-10-01' }, 'Targets are set for this month or a later one.'],
  [{ month: '2027-12-01' }, 'Targets are set for a year ahead at most.'],
  [{ month: '2026-11-18' }, 'A month is given by its first day.'],
  [{ savings: -1 }, 'Please enter a valid amount.'],
  [{ customers: -1 }, 'Enter new customers as a whole number, 0 for none.'],
])('no target is set with %o', async (more, message) => {
  const agent = await server.makeAgent()
  expect(await set(agent.id, more)).toMatchObject({ status: '100', fields: [message] })
})

it('no target is set for a deleted agent', async () => {
  const { id } = await server.makeAgent({ status: 'DELETED' })
  expectRefused(await set(id), `Agent with ID ${id} not found`)
})
