import { and, eq, inArray, or, type SQL, sql } from 'drizzle-orm'
import { type Calls, calls } from '#contract/index'
import type { Noun } from '../../audit/activitySubjects'
import type { Context, HandlersFor } from '../../handler'
import { adminActivity, admins } from '../../db/tables/schema'
import { betweenDays, lagosStamp } from '../../lists/conditions'
import { defineList } from '../../lists/listRows'
import { pageOf } from '../../lists/lists'
import { indexMatches, personMatches, searchQuery } from '../../lists/searchText'

/** The id of the subject if it has this noun, else null. */
const idIn = (noun: Noun) =>
  sql`substring(${adminActivity.subject} from ${sql.raw(`'^${noun} (\\d+)$'`)})::bigint`

const row = {
  id: adminActivity.id,
  admin_id: adminActivity.adminId,
  created_at: lagosStamp(adminActivity.createdAt),
  admin: sql<string>`${admins.name}`,
  action: adminActivity.description,
  status: adminActivity.status,
  subject: adminActivity.subject,
  subject_name: adminActivity.subjectName,
  subject_role: adminActivity.subjectRole,
  subject_reference: adminActivity.subjectReference,
  amount: adminActivity.amount,
  subject_customer_id: adminActivity.subjectCustomerId,
  subject_agent_id: adminActivity.subjectAgentId,
  subject_admin_id: sql<
    number | null
  >`case when ${adminActivity.subjectName} <> 'Deleted ' || ${adminActivity.subject}
    then ${idIn('admin')} end`,
  subject_loan_id: sql<number | null>`${idIn('loan')}`,
  detail: adminActivity.detail,
  reference: adminActivity.reference,
  alert: sql<
    string | null
  >`case when ${adminActivity.status} = 'success' and exists (select from rights_grants g
    where g.reference = ${adminActivity.reference} and g.granted_by = ${adminActivity.adminId}) then 'New rights' end`,
}

const activityList = defineList({
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
    const { search, subject, reference } = input
    const within = and(
      betweenDays(adminActivity.createdAt, input),
      subject === undefined ? undefined : isAbout(subject),
      reference === undefined ? undefined : eq(adminActivity.reference, reference),
    )
    const query = searchQuery(adminActivity, search, within)
    if (!search || !query.scan) return pageOf(context, input, activityList, query)
    // Looks up matching admins first, so that both halves of the search use an index of the log.
    const byMatchingAdmins = await byAdmin(context, search)
    if (!byMatchingAdmins) return pageOf(context, input, activityList, query)
    const rowCondition = or(query.scan.rowCondition, byMatchingAdmins) as SQL
    const where = and(within, or(indexMatches(adminActivity, search), byMatchingAdmins))
    return pageOf(context, input, activityList, { ...query, where, scan: { within, rowCondition } })
  },
}

/**
 * Rows about a record: its own, and those of changes of many that changed it too, such as a move of customers, which are about
 * another record.
 */
function isAbout(subject: string) {
  const [, noun, id] = /^(.+) (\d+)$/.exec(subject) ?? []
  return sql`${adminActivity.id} in (select a.id from admin_activity a where a.subject = ${subject}
    union select a.id from record_changes c join admin_activity a on a.reference = c.reference and a.admin_id = c.admin_id
      where c.noun = ${noun ?? ''} and c.record_id = ${id ?? 0}::bigint)`
}

/** Undefined if no admin's name matches. */
async function byAdmin({ queries }: Context, search: string) {
  const matches = await queries
    .select({ id: admins.id })
    .from(admins)
    .where(personMatches(admins.name, search))
  const ids = matches.map(({ id }) => id)
  return ids.length > 0 ? inArray(adminActivity.adminId, ids) : undefined
}
