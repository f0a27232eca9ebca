import { and, eq, inArray, or, type SQL, sql } from 'drizzle-orm'
import { type Calls, calls } from '#contract/index'
import { activitySubjects } from '../db/activityTables'
import type { Context, HandlersFor } from '../handler'
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
  subject_name: activitySubjects.name,
  subject_role: activitySubjects.role,
  subject_reference: activitySubjects.reference,
  amount: activitySubjects.amount,
  subject_customer_id: activitySubjects.customerId,
  subject_agent_id: activitySubjects.agentId,
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
      .leftJoin(activitySubjects, eq(activitySubjects.activityId, adminActivity.id))
      .$dynamic(),
})

export const activityHandlers: HandlersFor<Pick<Calls['admins'], 'getAdminActivityLog'>> = {
  getAdminActivityLog: async (input, context) => {
    const { search } = input
    const within = betweenDays(adminActivity.createdAt, input)
    if (!search) return pageOf(context, input, activityList, { where: within, uncounted: true })
    const ofEach = or(
      await byAdmin(context, search),
      bySubject(search),
      contains(adminActivity.description, search),
    ) as SQL
    const asked = { where: and(within, ofEach), walk: { within, ofEach }, uncounted: true }
    return pageOf(context, input, activityList, asked)
  },
}

/** The few admins first, by their ids: so both halves of the search can use an index of the long log. */
async function byAdmin({ queries }: Context, search: string) {
  const found = await queries.select({ id: admins.id }).from(admins).where(contains(admins.name, search))
  return inArray(
    adminActivity.adminId,
    found.map(({ id }) => id),
  )
}

const bySubject = (search: string) =>
  sql`${adminActivity.id} = any(array(select ${activitySubjects.activityId} from ${activitySubjects}
    where ${contains(sql`(${activitySubjects.name} || ' ' || coalesce(${activitySubjects.reference}, ''))`, search)}))`
