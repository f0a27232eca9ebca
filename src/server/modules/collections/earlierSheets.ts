import { and, asc, eq, gte, sql } from 'drizzle-orm'
import type { EarlierSheet } from '#contract/calls/collections'
import type { Kobo } from '#contract/values'
import { pluralize } from '#domain/money/figures'
import { formatNaira } from '#domain/money/kobo'
import { startOfLagosDay } from '#domain/time/lagos'
import type { Queries } from '../../db/database'
import { collections } from '../../db/tables/collections'
import { fieldBatches, fieldLines } from '../../db/tables/field'
import { admins } from '../../db/tables/schema'
import { reject } from '../../errors/refusals'
import { lagosStamp } from '../../lists/conditions'

/**
 * The sheets of an agent and day, the oldest first, with the amounts of them that were not reversed. What the agent's own device sent of
 * the day counts as sheets too: the office must not record it a second time.
 */
export const earlierSheets = async (
  queries: Queries,
  agentId: number,
  day: string,
): Promise<EarlierSheet[]> => [
  ...(await officeSheets(queries, agentId, day)),
  ...(await deviceBatches(queries, agentId, day)),
]

const officeSheets = (queries: Queries, agentId: number, day: string): Promise<EarlierSheet[]> =>
  queries
    .select({
      id: collections.id,
      reference: collections.reference,
      created_at: lagosStamp(collections.createdAt),
      admin: admins.name,
      total: collections.total,
      lines: sql<EarlierSheet['lines']>`coalesce((
        select json_agg(json_build_object('savings_id', l.savings_id, 'loan_id', l.loan_id, 'amount', l.amount) order by l.place)
        from collection_lines l where l.collection_id = ${collections.id} and l.entry_id is not null
          and not exists (select from ledger_entries r where r.reverses_id = l.entry_id)), '[]')`,
    })
    .from(collections)
    .innerJoin(admins, eq(admins.id, collections.adminId))
    .where(
      and(
        eq(collections.agentId, agentId),
        eq(collections.day, day),
        // None is recorded before its day: so the index by time finds them.
        gte(collections.createdAt, startOfLagosDay(day)),
      ),
    )
    .orderBy(asc(collections.id))

/** Booked lines of the batches of an agent and day. */
const deviceBatches = (queries: Queries, agentId: number, day: string): Promise<EarlierSheet[]> =>
  queries
    .select({
      id: fieldBatches.id,
      reference: fieldBatches.reference,
      created_at: lagosStamp(fieldBatches.createdAt),
      admin: sql<string>`'the agent’s device'`,
      total: sql<Kobo>`sum(${fieldLines.amount})`.mapWith(fieldLines.amount),
      lines: sql<
        EarlierSheet['lines']
      >`json_agg(json_build_object('savings_id', ${fieldLines.savingsId}, 'loan_id', ${fieldLines.loanId},
        'amount', ${fieldLines.amount}) order by ${fieldLines.place})`,
      batch: sql<true>`true`,
    })
    .from(fieldBatches)
    .innerJoin(fieldLines, eq(fieldLines.batchId, fieldBatches.id))
    .where(
      and(
        eq(fieldBatches.agentId, agentId),
        eq(fieldBatches.day, day),
        eq(fieldLines.state, 'booked'),
        sql`not exists (select from ledger_entries r where r.reverses_id = ${fieldLines.entryId})`,
      ),
    )
    .groupBy(fieldBatches.id)
    .orderBy(asc(fieldBatches.id))

/** Sheets of one agent and day wait for each other until the commit, so that the later one knows of the earlier one. */
export const lockSheets = (queries: Queries, agentId: number, day: string) =>
  queries.execute(sql`select pg_advisory_xact_lock(4310, hashtext(${`${agentId} ${day}`}))`)

/** Rejects a sheet while there is one that the admin does not know of (rules.md, "Second sheet"). */
export function rejectUnseen(sheets: readonly EarlierSheet[], seen: readonly string[], agent: string) {
  const unseen = sheets.filter(({ reference }) => !seen.includes(reference))
  if (unseen.length === 0) return
  const named = unseen.map(
    ({ reference, admin, created_at, total }) =>
      `receipt ${reference}, by ${admin}, ${created_at.slice(0, 16).replace('T', ' ')}, ${formatNaira(total)}`,
  )
  reject(
    `Nothing was recorded. ${pluralize(unseen.length, 'sheet')} of ${agent} and this day ${unseen.length === 1 ? 'was' : 'were'} recorded already: ${named.join('; ')}. Compare: if this is another one, reload the sheet and book it again.`,
  )
}

type Line = { savings_id?: number | undefined; loan_id?: number | undefined; amount: number }

/** The receipts that have the same amount for the same wallet or loan. */
export const equalOn = (sheets: readonly EarlierSheet[], line: Line): string[] =>
  line.amount === 0
    ? []
    : sheets.flatMap(({ reference, lines }) =>
        lines.some(
          (one) =>
            one.amount === line.amount &&
            (one.savings_id ?? undefined) === line.savings_id &&
            (one.loan_id ?? undefined) === line.loan_id,
        )
          ? [reference]
          : [],
      )
