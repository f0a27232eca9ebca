import { asc, eq, inArray, or, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { type Calls, calls } from '#contract/index'
import type { Kobo } from '#contract/values'
import { collectionLines, collections } from '../../db/tables/collections'
import { remittances } from '../../db/tables/cash'
import type { Queries, Selects } from '../../db/database'
import { entries } from '../../db/tables/ledger'
import { savings, savingTypes } from '../../db/tables/money'
import { admins, agents, customers } from '../../db/tables/schema'
import { reject } from '../../errors/refusals'
import type { HandlersFor } from '../../handler'
import { betweenBothDays, lagosStamp } from '../../lists/conditions'
import { defineList } from '../../lists/listRows'
import { pageOf } from '../../lists/lists'
import { indexMatches, searchQuery } from '../../lists/searchText'
import { openAgent } from '../agents/columns'
import { customerName } from '../customers/columns'
import { walletsOf, withCollected } from './due'
import { recordSheet } from './record'

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
  counted: collections.counted,
  expected: collections.expected,
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

const collectionList = defineList({
  call: calls.collections.getCollections,
  table: collections,
  sorted: { created_at: collections.createdAt, total: collections.total },
  row: collectionRow,
  rows: (queries, row) => rowsOf(queries, row).$dynamic(),
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
    const due = (await walletsOf(queries, agent_id, day)).filter((one) => one.isDue)
    const lines = await withCollected(
      queries,
      due.map(({ line }) => line),
      day,
    )
    return { data: { agent, lines } }
  },

  getCollectable: async ({ agent_id, day, search }, { queries }) => {
    const matches = or(indexMatches(savings, search), indexMatches(customers, search))
    const found = await walletsOf(queries, agent_id, day, matches)
    const lines = found.slice(0, maxFound).map(({ line }) => line)
    return { data: await withCollected(queries, lines, day) }
  },

  recordCollection: async (input, context) => {
    await context.setAuditSubject('agent', input.agent_id)
    const { id, message } = await recordSheet(context, input)
    await context.setAuditSubject('collection', id)
    return { message, data: await caseOf(context.queries, id) }
  },

  getCollections: (input, context) => {
    const within = betweenBothDays(collections.createdAt, input)
    return pageOf(context, input, collectionList, searchQuery(collections, input.search, within))
  },

  getCollection: async ({ collection_id }, { queries }) => ({ data: await caseOf(queries, collection_id) }),
}

/** Savings that a search offers to add to a sheet. */
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
  const wallets = await queries
    .select({
      savings_id: savings.id,
      savings_reference: savings.reference,
      saving_type_name: savingTypes.name,
      user_id: savings.customerId,
      customer: customerName,
      customer_reference: sql<string>`${customers.reference}`,
    })
    .from(savings)
    .innerJoin(savingTypes, eq(savingTypes.id, savings.savingTypeId))
    .innerJoin(customers, eq(customers.id, savings.customerId))
    .where(
      inArray(
        savings.id,
        lines.map(({ savingsId }) => savingsId),
      ),
    )
  const entryIds = lines.flatMap(({ entryId }) => entryId ?? [])
  const posted =
    entryIds.length === 0
      ? []
      : await queries
          .select({ id: entries.id, reference: entries.reference, reversed_by: reversing.reference })
          .from(entries)
          .leftJoin(reversing, eq(reversing.reversesId, entries.id))
          .where(inArray(entries.id, entryIds))
  const walletsById = new Map(wallets.map((one) => [one.savings_id, one]))
  const postedById = new Map(posted.map((one) => [one.id, one]))
  const rows = lines.map(({ id: lineId, savingsId, expected, amount, entryId, reason }) => {
    const wallet = walletsById.get(savingsId)
    if (!wallet) throw new Error(`Savings wallet ${savingsId} of collection ${id} is gone.`)
    const entry = entryId === null ? undefined : postedById.get(entryId)
    return {
      id: lineId,
      ...wallet,
      expected,
      amount,
      reference: entry?.reference ?? null,
      reason,
      reversed_by: entry?.reversed_by ?? null,
    }
  })
  return { ...collection, rows }
}
