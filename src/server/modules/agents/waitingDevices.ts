import { eq } from 'drizzle-orm'
import { type Calls, calls } from '#contract/index'
import { agentDevices, agents } from '../../db/tables/schema'
import type { HandlersFor } from '../../handler'
import { defineList } from '../../lists/listRows'
import { pageOf } from '../../lists/lists'
import { deviceRow } from './devices'
import { waitingRows } from '../../approvals/waiting'

const deviceList = defineList({
  call: calls.agents.waitingDevices,
  table: agentDevices,
  sorted: { created_at: agentDevices.createdAt },
  row: deviceRow,
  rows: (queries, row) =>
    queries.select(row).from(agentDevices).innerJoin(agents, eq(agents.id, agentDevices.agentId)).$dynamic(),
})

export const waitingDeviceHandlers: HandlersFor<Pick<Calls['agents'], 'waitingDevices'>> = {
  /** Empty for admins who can view but not approve (can-view-all): nothing waits for them. */
  waitingDevices: (input, context) =>
    pageOf(context, input, deviceList, { where: waitingRows(context, 'devices') }),
}
