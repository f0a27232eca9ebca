import { and, eq, sql } from 'drizzle-orm'
import { type Calls, calls } from '#contract/index'
import type { Kobo } from '#contract/values'
import { formatNaira } from '#domain/money/kobo'
import { remittances } from '../../db/tables/cash'
import type { Selects } from '../../db/database'
import { admins, agents } from '../../db/tables/schema'
import type { Context, HandlersFor } from '../../handler'
import { post } from '../../ledger/post'
import { reversedByEntry } from '../../ledger/reversalColumns'
import { betweenAmounts, betweenBothDays, equals, lagosStamp } from '../../lists/conditions'
import { defineList } from '../../lists/listRows'
import { pageOf } from '../../lists/lists'
import { searchQuery } from '../../lists/searchText'
import { openAgent } from '../../people/agentColumns'
import { lockCashAgent } from '../../people/agentCash'
import {
  type Count,
  blindText,
  handInEntry,
  outcomeOf,
  recordHandIn,
  showsOutcome,
} from '../../people/handIn'

type RemittanceCalls = Pick<Calls['cash'], 'recordRemittance' | 'getRemittances'>

const remittanceRow = {
  id: remittances.id,
  created_at: lagosStamp(remittances.createdAt),
  reference: remittances.reference,
  agent_id: openAgent,
  agent: agents.name,
  expected: remittances.expected,
  counted: remittances.counted,
  left: sql<Kobo>`(${remittances.expected} - ${remittances.counted})`.mapWith(remittances.expected),
  admin: admins.name,
  note: remittances.note,
  reversed_by: reversedByEntry(remittances.entryId),
}

const rowsOf = (queries: Selects, row = remittanceRow) =>
  queries
    .select(row)
    .from(remittances)
    .innerJoin(agents, eq(agents.id, remittances.agentId))
    .innerJoin(admins, eq(admins.id, remittances.adminId))

const remittanceList = defineList({
  call: calls.cash.getRemittances,
  table: remittances,
  sorted: { created_at: remittances.createdAt, counted: remittances.counted },
  row: remittanceRow,
  rows: (queries, row) => rowsOf(queries, row).$dynamic(),
})

export const remittanceHandlers: HandlersFor<RemittanceCalls> = {
  getRemittances: (input, context) => {
    const within = and(
      betweenBothDays(remittances.createdAt, input),
      equals(remittances.agentId, input.agent_id),
      betweenAmounts(remittances.counted, input),
    )
    return pageOf(context, input, remittanceList, searchQuery(remittances, input.search, within))
  },

  /** The count comes first: what was expected is in the reply and in no call before (rules.md, "Blind count"). */
  recordRemittance: async ({ agent_id, counted, counted_again, note }, context) => {
    const { queries } = context
    const isShown = showsOutcome({ counted, counted_again }, context)
    await context.setAuditSubject('agent', agent_id)
    await lockCashAgent(queries, agent_id)
    const { id, entryId, reference, expected } = await handIn(context, { agentId: agent_id, counted, note })
    await context.setAuditSubject('remittance', id)
    const [remittance] = await rowsOf(queries).where(eq(remittances.entryId, entryId))
    if (!remittance) throw new Error(`Remittance ${reference} was not stored.`)
    const { id: _id, agent_id: _agent, reversed_by: _none, ...data } = remittance
    return {
      message: `Remittance ${reference}: ${formatNaira(counted)} counted. ${isShown ? outcomeOf(expected, counted) : blindText}`,
      data: isShown ? data : { ...data, expected: null, left: null },
    }
  },
}

/** Moves counted cash from an agent, who is locked, to CASH; the rest stays in the agent's account. */
async function handIn(context: Context, count: Count) {
  return recordHandIn(context, count, await post(context.queries, handInEntry(context, count)))
}
