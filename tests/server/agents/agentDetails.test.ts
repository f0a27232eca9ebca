import { describe, expect, it } from 'vitest'
import { calls } from '#contract/index'
import type { Permission } from '#contract/permissionCatalogue'
import { openServer } from '../support/harness'
import { moneyOf } from '../support/money'
import { naira } from '../support/people'

const server = await openServer()
const { getAgent, agentDevice } = calls.agents
const viewer = await server.enter('can-view-agent')
const hoursAgo = (hours: number) => new Date(server.clock.now().getTime() - hours * 3_600_000)

describe('one agent', () => {
  const one = async (id: number, ...held: Permission[]) => {
    const asker = held.length > 0 ? await server.enter(...held) : viewer
    return (await server.ask(getAgent, { id }, asker)).output().data
  }

  it('comes as a list of one, with the primary device or else the newest', async () => {
    const { id, name } = await server.makeAgent()
    expect(await one(id)).toMatchObject([{ id, name, device: null }])
    await server.makeDevice(id, {
      deviceName: 'Old',
      isPrimary: true,
      isApproved: true,
      createdAt: hoursAgo(9),
    })
    await server.makeDevice(id, { deviceName: 'New' })
    expect(await one(id)).toMatchObject([
      { device: { device_name: 'Old', is_primary: true, is_approved: true } },
    ])
    await server.database.$client.query('update agent_devices set is_primary = false where agent_id = $1', [
      id,
    ])
    expect(await one(id)).toMatchObject([
      { device: { device_name: 'New', is_primary: false, is_approved: false } },
    ])
  })

  it('is not found when deleted or unknown', async () => {
    const { id } = await server.makeAgent({ status: 'DELETED' })
    for (const unknown of [id, 999_999]) {
      const reply = await server.ask(getAgent, { id: unknown }, viewer)
      const message = `Agent with ID ${unknown} not found`
      expect(reply).toMatchObject({ http: 200, json: { status: '400', message } })
    }
  })

  it('has its standing only for can-view-more-agent-details and can-view-all', async () => {
    const { id } = await server.makeAgent()
    const other = await server.makeAgent()
    await moneyOf(server).collect(await server.makeCustomer(id), naira(1500.5))
    await server.makeCustomer(other.id, { assignedAgentId: id })
    await server.makeCustomer(id, { assignedAgentId: other.id })
    await server.makeCustomer(id, { isDeleted: true })
    const device = await server.makeDevice(id)
    await server.reportActivity(id, 'Collected savings', hoursAgo(3))
    await server.reportActivity(id, 'Signed in', hoursAgo(4))
    const standing = {
      customers_count: 2,
      float: 150_050,
      held_since: '2026-11-18T10:00:00.000Z',
      devices: [{ id: device.id, agent_id: id }],
      last_activity: { action: 'Collected savings', created_at: '2026-11-18T07:00:00.000Z' },
    }
    for (const permission of ['can-view-more-agent-details', 'can-view-all'] as const)
      expect(await one(id, permission)).toMatchObject([{ standing }])
    for (const permission of ['can-view-agent', 'can-view-agent-details', 'can-edit-agent'] as const)
      expect((await one(id, permission))[0]).not.toHaveProperty('standing')
    const privileged = await server.enter('can-view-more-agent-details')
    expect((await server.ask(getAgent, { id }, privileged)).text).toContain('"float":"1500.50"')
    expect((await server.ask(getAgent, { id }, viewer)).text).not.toContain('1500.50')
  })

  it('has a standing without devices and activity too', async () => {
    const { id } = await server.makeAgent()
    const standing = { customers_count: 0, float: 0, held_since: null, devices: [], last_activity: null }
    expect(await one(id, 'can-view-all')).toMatchObject([{ standing }])
  })
})

describe('devices', () => {
  it('of one agent are listed newest first', async () => {
    const [mine, other] = [await server.makeAgent({ name: 'Device Owner' }), await server.makeAgent()]
    const old = await server.makeDevice(mine.id, { createdAt: hoursAgo(30) })
    const fresh = await server.makeDevice(mine.id, { deviceName: 'Infinix Hot', createdAt: hoursAgo(1) })
    await server.makeDevice(other.id)
    const asker = await server.enter('can-view-agent-device')
    const { agent } = (await server.ask(agentDevice, { agent_id: mine.id }, asker)).output()
    expect(agent.map(({ id }) => id)).toEqual([fresh.id, old.id])
    expect(agent[0]).toEqual({
      id: fresh.id,
      agent_id: mine.id,
      agentName: 'Device Owner',
      device_name: 'Infinix Hot',
      is_primary: false,
      is_approved: false,
      status: 'Waiting',
      created_at: '2026-11-18T09:00:00.000Z',
      model: null,
      last_seen_at: null,
      clock: null,
    })
  })

  it('of a deleted or unknown agent are not found', async () => {
    const gone = await server.makeAgent({ status: 'DELETED' })
    await server.makeDevice(gone.id)
    const asker = await server.enter('can-view-agent-device')
    for (const agent_id of [gone.id, 999_999]) {
      const reply = await server.ask(agentDevice, { agent_id }, asker)
      expect(reply.json).toEqual({ status: '400', message: `Agent with ID ${agent_id} not found` })
    }
  })
})
