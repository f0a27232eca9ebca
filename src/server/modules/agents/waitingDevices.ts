import { and, eq } from 'drizzle-orm'
import { type Calls, calls } from '#contract/index'
import { agentDevices, agents } from '../../db/tables/schema'
import type { HandlersFor } from '../../handler'
import { defineList } from '../../lists/listRows'
import { pageOf } from '../../lists/lists'
import { reject } from '../../errors/refusals'
import { deviceRow, devicesOf, notDeleted } from './devices'
import { waitingRows } from '../../approvals/waiting'

const deviceList = defineList({
  call: calls.agents.waitingDevices,
  table: agentDevices,
  sorted: { created_at: agentDevices.createdAt },
  row: deviceRow,
  rows: (queries, row) =>
    queries.select(row).from(agentDevices).innerJoin(agents, eq(agents.id, agentDevices.agentId)).$dynamic(),
})

export const waitingDeviceHandlers: HandlersFor<
  Pick<Calls['agents'], 'waitingDevices' | 'getWaitingDevice'>
> = {
  getWaitingDevice: async ({ id }, { queries }) => {
    const [device] = await queries
      .select({ ...deviceRow, agent_phone: agents.phoneNumber })
      .from(agentDevices)
      .innerJoin(agents, eq(agents.id, agentDevices.agentId))
      .where(and(eq(agentDevices.id, id), notDeleted))
    if (!device) return reject(`Device with ID ${id} not found`)
    const all = await devicesOf(queries, device.agent_id)
    return { data: [{ ...device, others: all.filter((one) => one.id !== id) }] }
  },

  /** Empty for admins who can view but not approve (can-view-all): nothing waits for them. */
  waitingDevices: (input, context) =>
    pageOf(context, input, deviceList, { where: waitingRows(context, 'devices') }),
}
