import { and, eq, or, sql } from 'drizzle-orm'
import { type Calls, calls } from '#contract/index'
import type { HandlersFor } from '../handler'
import { adminActivity, admins } from '../db/schema'
import { betweenDays, contains, lagosStamp } from '../conditions'
import { listOf } from '../listRows'
import { pageOf } from '../lists'

const row = {
  id: adminActivity.id,
  admin_id: adminActivity.adminId,
  created_at: lagosStamp(adminActivity.createdAt),
  admin: sql<string>`${admins.name}`,
  action: adminActivity.description,
  status: adminActivity.status,
  subject: adminActivity.subject,
  detail: adminActivity.detail,
  reference: adminActivity.reference,
}

const activityList = listOf({
  call: calls.admins.getAdminActivityLog,
  table: adminActivity,
  sorted: { created_at: adminActivity.createdAt },
  row,
  rows: (queries, row) =>
    queries
      .select(row)
      .from(adminActivity)
      .innerJoin(admins, eq(admins.id, adminActivity.adminId))
      .$dynamic(),
})

export const activityHandlers: HandlersFor<Pick<Calls['admins'], 'getAdminActivityLog'>> = {
  getAdminActivityLog: async (input, context) => {
    const { search } = input
    const where = and(
      search ? or(byAdmin(search), contains(adminActivity.description, search)) : undefined,
      betweenDays(adminActivity.createdAt, input),
    )
    return pageOf(context, input, activityList, { where })
  },
}

/** The few admins first, as an array: so both halves of the search can use an index of the long log. */
const byAdmin = (search: string) =>
  sql`${adminActivity.adminId} = any(array(select ${admins.id} from ${admins} where ${contains(admins.name, search)}))`
