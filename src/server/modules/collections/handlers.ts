import { asc, eq, inArray, or, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { InputOf } from '#contract/call'
import { maxLines } from '#contract/calls/collections'
import { type Calls, calls } from '#contract/index'
import type { Kobo } from '#contract/values'
import { openDays } from '#domain/time/collectionDays'
import { collectionLines, collections } from '../../db/tables/collections'
import { remittances } from '../../db/tables/cash'
import type { Queries, Selects } from '../../db/database'
import { entries } from '../../db/tables/ledger'
import { loans, loanTypes } from '../../db/tables/loans'
import { savings, savingTypes } from '../../db/tables/money'
import { admins, agents, customers } from '../../db/tables/schema'
import { reject } from '../../errors/refusals'
import type { Context, HandlersFor } from '../../handler'
import { postEntered } from '../../ledger/post'
import { correctInterest } from '../../ledger/interestCorrections'
import { betweenBothDays, lagosStamp } from '../../lists/conditions'
import { defineList } from '../../lists/listRows'
import { pageOf } from '../../lists/lists'
import { indexMatches, searchQuery } from '../../lists/searchText'
import { openAgent } from '../../people/agentColumns'
import { customerName } from '../../people/customerColumns'
import { waitingRows } from '../../approvals/waiting'
import { walletsOf, withCollected } from './due'
import { isLoanDue, loansOf } from './dueLoans'
import { earlierSheets } from './earlierSheets'
import { recordSheet } from './record'
import { decideOnRequest, requestCaseOf, requestList, requestSheet } from './requests'
import { canSeeAgentCash } from '../../people/agentCash'

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
  admin: admins.name,
  reversed: sql<Kobo | null>`(select sum(l.amount)::bigint from collection_lines l
    join ledger_entries r on r.reverses_id = l.entry_id where l.collection_id = ${collections.id})`.mapWith(
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
const collectionList = listOf(collectionRow)
/** For who may not see what agents hold (rules.md, "Blind count"). */
const blindList = listOf({
  ...collectionRow,
  expected: sql<Kobo | null>`null::bigint`.mapWith(collections.total),
})

const collectorRow = { id: agents.id, name: agents.name, phone_number: agents.phoneNumber }

export const collectionHandlers: HandlersFor<Calls['collections']> = {
  getCollectors: async (_input, { queries }) => ({
    data: await queries
      .select(collectorRow)
      .from(agents)
      .where(eq(agents.status, 'ACTIVE'))
      .orderBy(asc(agents.name), asc(agents.id)),
  }),

  getCollectionSheet: async ({ agent_id, day }, { queries }) => {
    const [agent] = await queries.select(collectorRow).from(agents).where(eq(agents.id, agent_id))
    if (!agent) return reject(`Agent with ID ${agent_id} not found`)
    const borrowed = (await loansOf(queries, agent_id, day)).filter(isLoanDue).slice(0, maxLines)
    const due = (await walletsOf(queries, agent_id, day)).filter((one) => one.isDue)
    const lines = await withCollected(
      queries,
      due.slice(0, maxLines - borrowed.length).map(({ line }) => line),
      day,
    )
    return {
      data: { agent, lines, loans: borrowed, sheets: await earlierSheets(queries, agent_id, day) },
    }
  },

  getCollectable: async ({ agent_id, day, search }, { queries }) => {
    const ofOwner = indexMatches(customers, search)
    const found = await walletsOf(queries, agent_id, day, or(indexMatches(savings, search), ofOwner))
    const lines = found.slice(0, maxFound).map(({ line }) => line)
    const borrowed = await loansOf(queries, agent_id, day, or(indexMatches(loans, search), ofOwner))
    return {
      data: await withCollected(queries, lines, day),
      loans: borrowed.slice(0, maxFound),
    }
  },

  recordSheet: recordFor,

  recordCollection: (input, context) => recordFor({ ...input, seen: [] }, context),

  requestSheet,

  getSheetRequests: (input, context) => {
    const where = input.waiting && waitingRows(context, 'sheets')
    return pageOf(context, input, requestList, { where })
  },

  getSheetRequest: async (input, context) => ({ data: [await requestCaseOf(input, context)] }),

  sheetRequestDecision: (input, context) =>
    decideOnRequest(input, context, async (sheet, days, beforePosting) => {
      const { message, data } = await record(sheet, context, days, beforePosting)
      return { message, receipt: data.reference }
    }),

  getCollections: (input, context) => {
    const within = betweenBothDays(collections.createdAt, input)
    const list = canSeeAgentCash(context.actor) ? collectionList : blindList
    return pageOf(context, input, list, searchQuery(collections, input.search, within))
  },

  getCollection: async ({ collection_id }, { queries, actor }) => {
    const sheet = await caseOf(queries, collection_id)
    return { data: canSeeAgentCash(actor) ? sheet : blind(sheet) }
  },
}

/** Without what the agent should have held, for who may not see that (rules.md, "Blind count"). */
const blind = <Sheet extends { expected: Kobo | null }>(sheet: Sheet): Sheet => ({ ...sheet, expected: null })

type SheetInput = InputOf<Calls['collections']['recordSheet']>

async function recordFor(input: SheetInput, context: Context) {
  await context.setAuditSubject('agent', input.agent_id)
  return record(input, context, openDays, (id) => context.setAuditSubject('collection', id))
}

async function record(
  input: SheetInput,
  context: Context,
  days: number,
  beforePosting: (id: number) => Promise<unknown>,
) {
  const { id, message, isShown, entered, interestOf } = await recordSheet(context, input, days)
  await beforePosting(id)
  const sheet = await caseOf(context.queries, id)
  await postEntered(context.queries, entered)
  for (const change of interestOf) await correctInterest(context.queries, change)
  return { message, data: isShown ? sheet : blind(sheet) }
}

/** Savings, and as many loans, that a search offers to add to a sheet. */
const maxFound = 20
const reversing = alias(entries, 'reversing')

/**
 * The lines first, then what they name, by ids as values: joined in one query, the database would read whole tables, for it
 * expects more lines in a sheet the more sheets there are.
 */
async function caseOf(queries: Queries, id: number) {
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
  return { ...collection, rows }
}

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
