import { asc, eq, inArray, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { calls } from '#contract/index'
import type { Kobo } from '#contract/values'
import type { Queries, Selects } from '../../db/database'
import { remittances } from '../../db/tables/cash'
import { collectionLines, collections } from '../../db/tables/collections'
import { entries } from '../../db/tables/ledger'
import { loans, loanTypes } from '../../db/tables/loans'
import { savings, savingTypes, withdrawals } from '../../db/tables/money'
import { agentPayouts } from '../../db/tables/payouts'
import { admins, agents, customers } from '../../db/tables/schema'
import { reject } from '../../errors/refusals'
import { reversedByEntry } from '../../ledger/reversalColumns'
import { lagosStamp } from '../../lists/conditions'
import { defineList } from '../../lists/listRows'
import { openAgent } from '../../people/agentColumns'
import { customerName } from '../../people/customerColumns'
import { duePayout } from './payouts'

const reversing = alias(entries, 'reversing')

const collectionRow = {
  id: collections.id,
  created_at: lagosStamp(collections.createdAt),
  reference: collections.reference,
  day: sql<string>`${collections.day}::text`,
  agent_id: openAgent,
  agent: agents.name,
  lines: collections.lines,
  collected_lines: collections.collectedLines,
  total: collections.total,
  repayments: sql<Kobo | null>`(select nullif(sum(l.amount), 0)::bigint from collection_lines l
    where l.collection_id = ${collections.id} and l.loan_id is not null)`.mapWith(collections.total),
  counted: collections.counted,
  expected: sql<Kobo | null>`${collections.expected}`.mapWith(collections.total),
  remittance: sql<string | null>`${remittances.reference}`,
  remittance_reversed_by: reversedByEntry(remittances.entryId),
  admin: admins.name,
  reversed: sql<Kobo | null>`(select sum(l.amount)::bigint from collection_lines l
    join ledger_entries r on r.reverses_id = l.entry_id where l.collection_id = ${collections.id})`.mapWith(
    collections.total,
  ),
  paid_out: sql<Kobo | null>`(select sum(w.amount)::bigint from agent_payouts o
    join withdrawals w on w.id = o.withdrawal_id where o.collection_id = ${collections.id})`.mapWith(
    collections.total,
  ),
}

const rowsOf = (queries: Selects, row = collectionRow) =>
  queries
    .select(row)
    .from(collections)
    .innerJoin(agents, eq(agents.id, collections.agentId))
    .innerJoin(admins, eq(admins.id, collections.adminId))
    .leftJoin(remittances, eq(remittances.id, collections.remittanceId))

const listOf = (row: typeof collectionRow) =>
  defineList({
    call: calls.collections.getCollections,
    table: collections,
    sorted: { created_at: collections.createdAt, total: collections.total },
    row,
    rows: (queries, selected) => rowsOf(queries, selected).$dynamic(),
  })
export const collectionList = listOf(collectionRow)
/** For those who may not see what agents hold (rules.md, "Blind count"). */
export const blindList = listOf({
  ...collectionRow,
  expected: sql<Kobo | null>`null::bigint`.mapWith(collections.total),
})

/**
 * A recorded sheet with its lines, without what the agent should have held unless `isShown` (rules.md, "Blind count"). The lines
 * first, then what they name, by ids as values: joined in one query, the database would read whole tables, for it expects more lines
 * in a sheet the more sheets there are.
 */
export async function receiptOf(queries: Queries, id: number, isShown: boolean) {
  const [collection] = await rowsOf(queries).where(eq(collections.id, id))
  if (!collection) return reject(`Collection with ID ${id} not found`)
  const lines = await queries
    .select()
    .from(collectionLines)
    .where(eq(collectionLines.collectionId, id))
    .orderBy(asc(collectionLines.place))
  const wallets = await walletsIn(
    queries,
    lines.flatMap(({ savingsId }) => savingsId ?? []),
  )
  const borrowed = await loansIn(
    queries,
    lines.flatMap(({ loanId }) => loanId ?? []),
  )
  const posted = await postedIn(
    queries,
    lines.flatMap(({ entryId }) => entryId ?? []),
  )
  const rows = lines.map(({ id: lineId, savingsId, loanId, expected, amount, entryId, reason }) => {
    const payee = wallets.get(savingsId ?? 0) ?? borrowed.get(loanId ?? 0)
    if (!payee) throw new Error(`Savings wallet ${savingsId} or loan ${loanId} of collection ${id} is gone.`)
    const entry = posted.get(entryId ?? 0)
    return {
      id: lineId,
      ...noPayee,
      ...payee,
      still_owed: entry?.still_owed ?? null,
      expected,
      amount,
      reference: entry?.reference ?? null,
      reason,
      reversed_by: entry?.reversed_by ?? null,
    }
  })
  const payouts = await payoutsIn(queries, id)
  return { ...collection, expected: isShown ? collection.expected : null, rows, payouts }
}

/** The withdrawals that the agent paid with a sheet, by customer. */
const payoutsIn = (queries: Queries, id: number) =>
  queries
    .select({ ...duePayout, entry_reference: entries.reference })
    .from(agentPayouts)
    .innerJoin(withdrawals, eq(withdrawals.id, agentPayouts.withdrawalId))
    .innerJoin(customers, eq(customers.id, withdrawals.customerId))
    .innerJoin(entries, eq(entries.id, agentPayouts.entryId))
    .where(eq(agentPayouts.collectionId, id))
    .orderBy(asc(customerName), asc(withdrawals.id))

const noPayee = {
  savings_id: null,
  savings_reference: null,
  saving_type_name: null,
  loan_id: null,
  loan_reference: null,
  loan_type_name: null,
}
const owner = {
  user_id: customers.id,
  customer: customerName,
  customer_reference: sql<string>`${customers.reference}`,
}

async function walletsIn(queries: Queries, ids: readonly number[]) {
  if (ids.length === 0) return new Map<number, never>()
  const rows = await queries
    .select({
      savings_id: savings.id,
      savings_reference: savings.reference,
      saving_type_name: savingTypes.name,
      ...owner,
    })
    .from(savings)
    .innerJoin(savingTypes, eq(savingTypes.id, savings.savingTypeId))
    .innerJoin(customers, eq(customers.id, savings.customerId))
    .where(inArray(savings.id, [...ids]))
  return new Map(rows.map((row) => [row.savings_id, row]))
}

async function loansIn(queries: Queries, ids: readonly number[]) {
  if (ids.length === 0) return new Map<number, never>()
  const rows = await queries
    .select({
      loan_id: loans.id,
      loan_reference: loans.reference,
      loan_type_name: loanTypes.name,
      ...owner,
    })
    .from(loans)
    .innerJoin(loanTypes, eq(loanTypes.id, loans.loanTypeId))
    .innerJoin(customers, eq(customers.id, loans.customerId))
    .where(inArray(loans.id, [...ids]))
  return new Map(rows.map((row) => [row.loan_id, row]))
}

/** The lines' entries, with what was owed on a loan afterwards. */
async function postedIn(queries: Queries, ids: readonly number[]) {
  if (ids.length === 0) return new Map<number, never>()
  const rows = await queries
    .select({
      id: entries.id,
      reference: entries.reference,
      reversed_by: reversing.reference,
      still_owed: sql<Kobo | null>`(select min(h.amount_after) from loan_history h
        where h.entry_id = ${entries.id})`.mapWith(collections.total),
    })
    .from(entries)
    .leftJoin(reversing, eq(reversing.reversesId, entries.id))
    .where(inArray(entries.id, [...ids]))
  return new Map(rows.map((row) => [row.id, row]))
}
