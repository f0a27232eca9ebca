import { and, asc, eq, or } from 'drizzle-orm'
import type { InputOf } from '#contract/call'
import { noLinesMessage } from '#contract/calls/collections'
import type { Calls } from '#contract/index'
import { openDays } from '#domain/time/collectionDays'
import { collections, sheetRequests } from '../../db/tables/collections'
import { lateBatches } from '../../db/tables/field'
import { loans } from '../../db/tables/loans'
import { savings } from '../../db/tables/money'
import { agents, customers } from '../../db/tables/schema'
import { invalid, reject } from '../../errors/refusals'
import type { Context, HandlersFor } from '../../handler'
import { betweenAmounts, betweenBothDays, equals } from '../../lists/conditions'
import { pageOf } from '../../lists/lists'
import { indexMatches, searchQuery } from '../../lists/searchText'
import { waitingRows } from '../../approvals/waiting'
import { walletsOf, withCollected } from './due'
import { loansOf } from './dueLoans'
import { sheetOf } from './sheet'
import { earlierSheets } from './earlierSheets'
import { blindList, collectionList, receiptOf } from './receipts'
import { recordSheet } from './record'
import { decideOnBatch, lateBatchCaseOf, lateBatchList } from './lateBatches'
import { decideOnRequest, requestCaseOf, requestList, requestSheet } from './requests'
import { canSeeAgentCash } from '../../people/agentCash'

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
    const { lines, loans: borrowed, payouts } = await sheetOf(queries, agent_id, day)
    return {
      data: {
        agent,
        lines,
        loans: borrowed,
        sheets: await earlierSheets(queries, agent_id, day),
        payouts,
      },
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

  recordSheet: recordNow,

  recordCollection: (input, context) => recordNow({ ...input, seen: [] }, context),

  requestSheet,

  getSheetRequests: (input, context) => {
    const where = and(
      input.waiting && waitingRows(context, 'sheets'),
      equals(sheetRequests.agentId, input.agent_id),
      equals(sheetRequests.status, input.status),
      betweenAmounts(sheetRequests.total, input),
    )
    return pageOf(context, input, requestList, { where })
  },

  getSheetRequest: async (input, context) => ({ data: [await requestCaseOf(input, context)] }),

  sheetRequestDecision: decideOnRequest,

  getLateBatches: (input, context) => {
    const where = and(
      input.waiting && waitingRows(context, 'late_batches'),
      equals(lateBatches.agentId, input.agent_id),
      equals(lateBatches.status, input.status),
      betweenAmounts(lateBatches.total, input),
    )
    return pageOf(context, input, lateBatchList, { where })
  },

  getLateBatch: async (input, context) => ({ data: [await lateBatchCaseOf(input, context)] }),

  lateBatchDecision: decideOnBatch,

  getCollections: (input, context) => {
    const within = and(
      betweenBothDays(collections.createdAt, input),
      equals(collections.agentId, input.agent_id),
      betweenAmounts(collections.total, input),
    )
    const list = canSeeAgentCash(context.actor) ? collectionList : blindList
    return pageOf(context, input, list, searchQuery(collections, input.search, within))
  },

  getCollection: async ({ collection_id }, { queries, actor }) => ({
    data: await receiptOf(queries, collection_id, canSeeAgentCash(actor)),
  }),
}

async function recordNow(input: InputOf<Calls['collections']['recordSheet']>, context: Context) {
  if (input.lines.length === 0 && !input.payouts?.length) invalid(noLinesMessage)
  await context.setAuditSubject('agent', input.agent_id)
  return recordSheet(context, input, { days: openDays }, (id) => context.setAuditSubject('collection', id))
}

/** Savings, and as many loans, that a search offers to add to a sheet. */
const maxFound = 20
