import { eq } from 'drizzle-orm'
import { Problem } from '#contract/problems'
import { deviceState, type SignedDevice, standingColumns } from '../auth/devices'
import type { Queries } from '../db/database'
import { agentDevices, agents } from '../db/tables/schema'
import { noToken } from './context'

/**
 * Locks agent and device against a suspension, a disapproval and another primary device until the commit, and reads them again: what an
 * admin changed meanwhile counts. Returns who approved the device.
 */
export async function assertPrimary(tx: Queries, { agentId, deviceId }: SignedDevice, now: Date) {
  await tx.select({ id: agents.id }).from(agents).where(eq(agents.id, agentId)).for('share')
  const [row] = await tx
    .select({ ...standingColumns, approvedBy: agentDevices.approvedBy })
    .from(agentDevices)
    .innerJoin(agents, eq(agents.id, agentDevices.agentId))
    .where(eq(agentDevices.id, deviceId))
    .for('share', { of: agentDevices })
  if (!row || deviceState(row, now) !== 'approved') throw new Problem('signedOut', noToken)
  if (!row.isPrimary) throw new Problem('forbidden', 'Only the agent’s primary device may do this.')
  return row.approvedBy
}
