import { and, asc, desc, eq, notInArray, type SQL, sql, type SQLWrapper } from 'drizzle-orm'
import { agentPayHistoryAccess, historyAccess, type RecordChange } from '#contract/calls/history'
import { caseGuarantorsAccess } from '#contract/calls/loanRows'
import type { Calls } from '#contract/index'
import { type Access, can } from '#contract/permissions'
import { pluralize } from '#domain/money/figures'
import type { Queries } from '../../db/database'
import { recordChanges } from '../../db/tables/histories'
import { termChanges } from '../../db/tables/terms'
import { adminActivity, admins } from '../../db/tables/schema'
import { noPermission, reject } from '../../errors/refusals'
import type { HandlersFor } from '../../handler'
import { lagosStamp } from '../../lists/conditions'
import { historyWords, type Named, valueText } from './words'

/** Parts of a record that only some of its viewers see, as on its page. */
const partAccess: Record<string, Access> = {
  guarantors: caseGuarantorsAccess,
  agent_pay_terms: agentPayHistoryAccess,
}

export const historyHandlers: HandlersFor<Calls['history']> = {
  getRecordHistory: async ({ noun, id, page, per_page, order }, { queries, actor }) => {
    const may = (access: Access) => can(actor, access, 'read')
    if (!historyAccess[noun].every(may)) reject(noPermission)
    const hidden = Object.keys(partAccess).filter((part) => !may(partAccess[part] as Access))
    const where = and(
      eq(recordChanges.noun, noun),
      eq(recordChanges.recordId, id),
      hidden.length > 0 ? notInArray(recordChanges.part, hidden) : undefined,
    )
    const rows = await rowsOf(queries, where)
      .orderBy(order === 'asc' ? asc(recordChanges.id) : desc(recordChanges.id))
      .limit(per_page)
      .offset((page - 1) * per_page)
    const total = await queries.$count(recordChanges, where)
    return {
      message: `${pluralize(total, 'record')} found.`,
      data: { total, per_page, page, data: rows.map(inWords) },
    }
  },
}

/** The change of a product's terms that was approved, which has a reason. */
const termChangeId = sql`substring(${adminActivity.subject} from '^term change (\\d+)$')::bigint`

const row = {
  id: recordChanges.id,
  created_at: lagosStamp(recordChanges.createdAt),
  by: admins.name,
  part: recordChanges.part,
  column: recordChanges.field,
  before: recordChanges.before,
  nameBefore: nameOfId(recordChanges.before),
  after: recordChanges.after,
  nameAfter: nameOfId(recordChanges.after),
  reason: termChanges.reason,
  action: adminActivity.description,
  reference: recordChanges.reference,
}

/** The name that a stored id stands for; null if its row is gone, or if the value is no id. */
function nameOfId(value: SQLWrapper) {
  const columns = new Map<Named, SQL[]>()
  for (const [part, words] of Object.entries(historyWords))
    for (const [column, [, read]] of Object.entries(words))
      if (typeof read === 'object')
        columns.set(read, [...(columns.get(read) ?? []), sql.raw(`('${part}', '${column}')`)])
  const cases = [...columns].map(([table, some]) => {
    const name = 'name' in table ? sql`f.name` : sql`f.reference`
    return sql`when (${recordChanges.part}, ${recordChanges.field}) in (${sql.join(some, sql`, `)})
      then (select ${name} from ${table} f where f.id = ${value}::bigint)`
  })
  return sql<string | null>`case ${sql.join(cases, sql` `)} end`
}

/** The rows of a record's history. */
const rowsOf = (queries: Queries, where: SQL | undefined) =>
  queries
    .select(row)
    .from(recordChanges)
    .leftJoin(admins, eq(admins.id, recordChanges.adminId))
    .leftJoin(
      adminActivity,
      and(
        eq(adminActivity.reference, recordChanges.reference),
        eq(adminActivity.adminId, recordChanges.adminId),
      ),
    )
    .leftJoin(termChanges, eq(termChanges.id, termChangeId))
    .where(where)
type Row = Awaited<ReturnType<typeof rowsOf>>[number]

function inWords({ part, column, before, nameBefore, after, nameAfter, ...change }: Row): RecordChange {
  if (column === null) return { ...change, field: 'Created', before: null, after: null }
  const [field] = historyWords[part]?.[column] ?? [column]
  return {
    ...change,
    field,
    before: valueText({ part, column }, before, nameBefore),
    after: valueText({ part, column }, after, nameAfter),
  }
}
