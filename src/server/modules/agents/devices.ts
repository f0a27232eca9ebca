import { and, eq, ne, sql } from 'drizzle-orm'
import type { Calls } from '#contract/index'
import type { HandlersFor } from '../../handler'
import type { Queries } from '../../db/database'
import { agentDevices, agents } from '../../db/tables/schema'
import { lagosStamp, newestFirst } from '../../lists/conditions'
import { reject } from '../../errors/refusals'

type DeviceCalls = Pick<
  Calls['agents'],
  'agentDevice' | 'setDeviceToPrimary' | 'approveDevice' | 'dissApproveDevice' | 'deleteDevice'
>

/** Only an approved device can be primary, and an agent has at most one (rules.md, "Devices"). */
export const deviceHandlers: HandlersFor<DeviceCalls> = {
  agentDevice: async ({ agent_id }, { queries }) => {
    await requireAgentName(queries, agent_id)
    return { agent: await devicesOf(queries, agent_id) }
  },

  setDeviceToPrimary: async ({ device_id, agent_id }, { queries, setAuditSubject }) => {
    await setAuditSubject('device', device_id)
    const device = await lockDevice(queries, device_id)
    if (device.agentId !== agent_id) reject('This device belongs to another agent.')
    if (!device.isApproved) reject('Approve this device before you make it primary.')
    assertNotSuspended(device)
    await queries
      .update(agentDevices)
      .set({ isPrimary: false })
      .where(and(eq(agentDevices.agentId, agent_id), ne(agentDevices.id, device_id)))
    await queries.update(agentDevices).set({ isPrimary: true }).where(eq(agentDevices.id, device_id))
    return { message: 'Device set as primary.' }
  },

  approveDevice: async ({ device_id }, { queries, actor, setAuditSubject }) => {
    await setAuditSubject('device', device_id)
    const device = await lockDevice(queries, device_id)
    if (device.isApproved) reject('This device is already approved.')
    assertNotSuspended(device)
    await queries
      .update(agentDevices)
      .set({ isApproved: true, isDisapproved: false, approvedBy: actor.adminId })
      .where(eq(agentDevices.id, device_id))
    return { message: 'Device approved.' }
  },

  dissApproveDevice: async ({ device_id }, { queries, setAuditSubject }) => {
    await setAuditSubject('device', device_id)
    const device = await lockDevice(queries, device_id)
    if (device.isDisapproved) reject('This device is already disapproved.')
    await queries
      .update(agentDevices)
      .set({ isApproved: false, isPrimary: false, isDisapproved: true })
      .where(eq(agentDevices.id, device_id))
    return { message: 'Device disapproved.' }
  },

  deleteDevice: async ({ device_id }, { queries, setAuditSubject }) => {
    await setAuditSubject('device', device_id)
    await lockDevice(queries, device_id)
    await queries.delete(agentDevices).where(eq(agentDevices.id, device_id))
    return { message: 'Device deleted.' }
  },
}

/** Locks the agent's row first, so that two devices can't become primary concurrently. */
async function lockDevice(queries: Queries, id: number) {
  const [row] = await queries
    .select({ agentId: agentDevices.agentId })
    .from(agentDevices)
    .where(eq(agentDevices.id, id))
  if (!row) return reject(`Device with ID ${id} not found`)
  const [agent] = await queries
    .select({ status: agents.status })
    .from(agents)
    .where(and(eq(agents.id, row.agentId), notDeleted))
    .for('update')
  if (!agent) return reject(`Device with ID ${id} not found`)
  const [device] = await queries.select().from(agentDevices).where(eq(agentDevices.id, id)).for('update')
  if (!device) return reject(`Device with ID ${id} not found`)
  return { ...device, agentStatus: agent.status }
}

function assertNotSuspended({ agentStatus }: { agentStatus: string }) {
  if (agentStatus === 'SUSPENDED') reject('This agent is suspended. Reactivate the agent first.')
}

/** Withdraws the approval of every device of a suspended agent. They need a new one after a reactivation. */
export const revokeDevices = (queries: Queries, agentId: number) =>
  queries
    .update(agentDevices)
    .set({ isApproved: false, isPrimary: false })
    .where(and(eq(agentDevices.agentId, agentId), eq(agentDevices.isApproved, true)))

export const notDeleted = ne(agents.status, 'DELETED')

/** The agent's name; rejects if there is no such agent. */
export async function requireAgentName(queries: Queries, id: number): Promise<string> {
  const [agent] = await queries
    .select({ name: agents.name })
    .from(agents)
    .where(and(eq(agents.id, id), notDeleted))
  return agent?.name ?? reject(`Agent with ID ${id} not found`)
}

const deviceStatus = sql<'Waiting' | 'Approved' | 'Disapproved'>`case
  when ${agentDevices.isApproved} then 'Approved' when ${agentDevices.isDisapproved} then 'Disapproved'
  else 'Waiting' end`

/** Up to a minute is none that matters. */
const clockText = sql<string | null>`case when abs(${agentDevices.clockError}) < 60 then 'Right' else
  case when abs(${agentDevices.clockError}) < 7200 then abs(${agentDevices.clockError}) / 60 || ' min '
    when abs(${agentDevices.clockError}) < 172800 then abs(${agentDevices.clockError}) / 3600 || ' h '
    else abs(${agentDevices.clockError}) / 86400 || ' days ' end
  || case when ${agentDevices.clockError} > 0 then 'ahead' else 'behind' end end`

export const deviceRow = {
  id: agentDevices.id,
  agent_id: agentDevices.agentId,
  agentName: agents.name,
  device_name: agentDevices.deviceName,
  is_primary: agentDevices.isPrimary,
  is_approved: agentDevices.isApproved,
  status: deviceStatus,
  created_at: lagosStamp(agentDevices.createdAt),
  model: agentDevices.model,
  last_seen_at: sql<string | null>`${lagosStamp(agentDevices.lastSeenAt)}`,
  clock: clockText,
}

export const devicesOf = (queries: Queries, agentId: number) =>
  queries
    .select(deviceRow)
    .from(agentDevices)
    .innerJoin(agents, eq(agents.id, agentDevices.agentId))
    .where(eq(agentDevices.agentId, agentId))
    .orderBy(...newestFirst(agentDevices))
