import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { calls } from '#contract/index'
import { agentDevices } from '#server/db/tables/schema'
import { openServer } from '../support/harness'

const server = await openServer()
const { setDeviceToPrimary, approveDevice, dissApproveDevice, deleteDevice } = calls.agents
const me = await server.enter(
  'can-set-device',
  'can-approve-device',
  'can-disapprove-device',
  'can-delete-device',
  'can-view-agent-device',
)

let agentId: number
beforeEach(async () => {
  agentId = (await server.makeAgent()).id
})

const approved = () => server.makeDevice(agentId, { isApproved: true })
const stateOf = async (id: number) => {
  const [device] = await server.database.select().from(agentDevices).where(eq(agentDevices.id, id))
  return device && { primary: device.isPrimary, approved: device.isApproved }
}
const setPrimary = (device_id: number, agent_id = agentId) =>
  server.ask(setDeviceToPrimary, { device_id, agent_id }, me)

describe('approving', () => {
  it('approves a device, and does not make it primary', async () => {
    const { id } = await server.makeDevice(agentId)
    const reply = await server.ask(approveDevice, { device_id: id }, me)
    expect(reply.json).toEqual({ status: '200', message: 'Device approved.' })
    expect(await stateOf(id)).toEqual({ primary: false, approved: true })
  })

  it('is refused for an approved device', async () => {
    const { id } = await approved()
    const reply = await server.ask(approveDevice, { device_id: id }, me)
    expect(reply.json).toEqual({ status: '400', message: 'This device is already approved.' })
  })
})

describe('making primary', () => {
  it('marks an approved device and unmarks the previous one', async () => {
    const [first, second] = [await approved(), await approved()]
    expect((await setPrimary(first.id)).json).toEqual({ status: '200', message: 'Device set as primary.' })
    expect((await setPrimary(second.id)).status).toBe('200')
    expect(await stateOf(first.id)).toEqual({ primary: false, approved: true })
    expect(await stateOf(second.id)).toEqual({ primary: true, approved: true })
  })

  it('does not change devices of other agents', async () => {
    const other = await server.makeAgent()
    const theirs = await server.makeDevice(other.id, { isApproved: true, isPrimary: true })
    await setPrimary((await approved()).id)
    expect(await stateOf(theirs.id)).toEqual({ primary: true, approved: true })
  })

  it('is refused for a device that is not approved', async () => {
    const current = await approved()
    await setPrimary(current.id)
    const { id } = await server.makeDevice(agentId)
    const message = 'Approve this device before you make it primary.'
    expect((await setPrimary(id)).json).toEqual({ status: '400', message })
    expect(await stateOf(id)).toEqual({ primary: false, approved: false })
    expect(await stateOf(current.id)).toEqual({ primary: true, approved: true })
  })

  it('is refused for a device of another agent', async () => {
    const { id } = await approved()
    const other = await server.makeAgent()
    const message = 'This device belongs to another agent.'
    expect((await setPrimary(id, other.id)).json).toEqual({ status: '400', message })
    expect(await stateOf(id)).toEqual({ primary: false, approved: true })
  })

  it('leaves one primary device after simultaneous calls', async () => {
    const devices = [await approved(), await approved(), await approved()]
    const replies = await Promise.all(devices.map(({ id }) => setPrimary(id)))
    expect(replies.map(({ status }) => status)).toEqual(['200', '200', '200'])
    const states = await Promise.all(devices.map(({ id }) => stateOf(id)))
    expect(states.filter((state) => state?.primary)).toHaveLength(1)
  })

  it('is enforced by a database constraint', async () => {
    await server.makeDevice(agentId, { isApproved: true, isPrimary: true })
    const second = server.database.$client.query(
      `insert into agent_devices (agent_id, device_name, is_primary, is_approved) values ($1, 'x', true, true)`,
      [agentId],
    )
    await expect(second).rejects.toMatchObject({ constraint: 'agent_devices_one_primary' })
  })
})

const waiting = async () =>
  (await server.ask(calls.dashboard.getWaitingDecisions, {}, me)).output().data.devices ?? 0
const statusOf = async (id: number) => {
  const { agent } = (await server.ask(calls.agents.agentDevice, { agent_id: agentId }, me)).output()
  return agent.find((device) => device.id === id)?.status
}

describe('disapproving', () => {
  it('makes it no longer the primary one', async () => {
    const { id } = await approved()
    await setPrimary(id)
    const reply = await server.ask(dissApproveDevice, { device_id: id }, me)
    expect(reply.json).toEqual({ status: '200', message: 'Device disapproved.' })
    expect(await stateOf(id)).toEqual({ primary: false, approved: false })
  })

  it('disapproves a waiting device once', async () => {
    const { id } = await server.makeDevice(agentId)
    expect(await statusOf(id)).toBe('Waiting')
    expect((await server.ask(dissApproveDevice, { device_id: id }, me)).status).toBe('200')
    expect(await statusOf(id)).toBe('Disapproved')
    const again = await server.ask(dissApproveDevice, { device_id: id }, me)
    expect(again.json).toEqual({ status: '400', message: 'This device is already disapproved.' })
    expect((await server.ask(approveDevice, { device_id: id }, me)).status).toBe('200')
    expect(await statusOf(id)).toBe('Approved')
  })

  it('removes the device from those that wait for a decision', async () => {
    const before = await waiting()
    const { id } = await approved()
    await server.ask(dissApproveDevice, { device_id: id }, me)
    expect(await waiting()).toBe(before)
    const other = await server.makeDevice(agentId)
    expect(await waiting()).toBe(before + 1)
    await server.ask(dissApproveDevice, { device_id: other.id }, me)
    expect(await waiting()).toBe(before)
  })
})

describe('deleting', () => {
  it('removes one device and no other', async () => {
    const [deleted, remaining] = [await approved(), await approved()]
    const reply = await server.ask(deleteDevice, { device_id: deleted.id }, me)
    expect(reply.json).toEqual({ status: '200', message: 'Device deleted.' })
    expect(await stateOf(deleted.id)).toBeUndefined()
    expect(await stateOf(remaining.id)).toEqual({ primary: false, approved: true })
  })

  it('at the same time as other decisions is made once; a decision that comes after it finds no device', async () => {
    for (let round = 0; round < 5; round++) {
      const { id } = await server.makeDevice(agentId)
      const calling = [deleteDevice, deleteDevice, approveDevice] as const
      const replies = await Promise.all(calling.map((call) => server.ask(call, { device_id: id }, me)))
      const [one, two, approval] = replies.map(({ message }) => message)
      const missing = `Device with ID ${id} not found`
      expect(new Set([one, two])).toEqual(new Set(['Device deleted.', missing]))
      expect([missing, 'Device approved.']).toContain(approval)
      expect(await stateOf(id)).toBeUndefined()
    }
  })
})

it.each(Object.entries({ setDeviceToPrimary, approveDevice, dissApproveDevice, deleteDevice }))(
  'an unknown device, or one of a deleted agent, is not found by %s',
  async (_name, call) => {
    const gone = await server.makeAgent({ status: 'DELETED' })
    const { id } = await server.makeDevice(gone.id, { isApproved: true })
    for (const device_id of [999_999, id]) {
      const reply = await server.ask(call, { device_id, agent_id: gone.id }, me)
      expect(reply.json).toEqual({ status: '400', message: `Device with ID ${device_id} not found` })
    }
    expect(await stateOf(id)).toEqual({ primary: false, approved: true })
  },
)
