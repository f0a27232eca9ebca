import { and, asc, desc, eq, max, ne, or, type SQL, sql } from 'drizzle-orm'
import { type Calls, calls } from '#contract/index'
import { sumKobo } from '#domain/money/kobo'
import { lagosDay, startOfLagosDay } from '#domain/time/lagos'
import { cashDifferences, remittances } from '../../db/tables/cash'
import { zeroKobo } from '../../db/tables/columns'
import type { Queries, Selects } from '../../db/database'
import { accounts, postings } from '../../db/tables/ledger'
import { agents } from '../../db/tables/schema'
import { reject } from '../../errors/refusals'
import type { HandlersFor } from '../../handler'
import { betweenDays, lagosStamp } from '../../lists/conditions'
import { rowMatches } from '../../lists/searchText'
import { defineList, sortedText } from '../../lists/listRows'
import { pageOf } from '../../lists/lists'
import { openAgent } from '../../people/agentColumns'
import { cashMovementRow, cashMovementsOf } from '../../people/cashMovements'
import { agentNotFound, heldBefore, heldByAgent, heldSince, holds } from '../../people/agentCash'

type CashCalls = Pick<
  Calls['cash'],
  'getAgentsCash' | 'getAgentCash' | 'getAgentCashMovements' | 'getCashAgents'
>

const lastRemittance = sql<
  string | null
>`(select ${lagosStamp(max(remittances.createdAt))} from ${remittances}
  where ${remittances.agentId} = ${agents.id}
    and not exists (select from ledger_entries r where r.reverses_id = ${remittances}.entry_id))`
const openDifference = sql<string | null>`(select ${cashDifferences.reference} from ${cashDifferences}
  where ${cashDifferences.agentId} = ${agents.id} and ${cashDifferences.state} < 2)`

const agentRow = {
  id: agents.id,
  created_at: lagosStamp(agents.createdAt),
  name: agents.name,
  phone_number: agents.phoneNumber,
  status: agents.status,
  holds,
  held_since: heldSince,
  last_remittance: lastRemittance,
  open_difference: openDifference,
}

const rowsOf = (queries: Selects, row = agentRow) =>
  queries.select(row).from(agents).innerJoin(accounts, eq(accounts.agentId, agents.id))

const cashList = defineList({
  call: calls.cash.getAgentsCash,
  table: agents,
  // A balance has no index, which every movement would have to maintain; there are only some thousand agents.
  sorted: { created_at: agents.createdAt, name: sortedText(agents.name), holds: heldByAgent },
  row: agentRow,
  rows: (queries, row) => rowsOf(queries, row).$dynamic(),
})

const ofAgent = (id: number) =>
  eq(postings.accountId, sql`(select ${accounts.id} from ${accounts} where ${accounts.agentId} = ${id})`)

const movementList = defineList({
  call: calls.cash.getAgentCashMovements,
  table: postings,
  at: postings.madeAt,
  sorted: { created_at: postings.madeAt },
  row: cashMovementRow,
  rows: (queries, row) => cashMovementsOf(queries, row).$dynamic(),
})

export const agentCashHandlers: HandlersFor<CashCalls> = {
  getAgentsCash: (input, context) => {
    const { search, holding } = input
    const where = and(
      holding ? sql`${heldByAgent} <> 0` : or(eq(agents.status, 'ACTIVE'), sql`${heldByAgent} <> 0`),
      holding === 'before' ? heldBefore(startOfLagosDay(lagosDay(context.now))) : undefined,
      search ? rowMatches(agents, search) : undefined,
    )
    return pageOf(context, input, cashList, { where })
  },

  getAgentCash: async ({ agent_id }, { queries }) => {
    const [agent] = await rowsOf(queries).where(eq(agents.id, agent_id))
    if (!agent) return reject(agentNotFound(agent_id))
    return { data: [{ ...agent, movements: await lastMovements(queries, agent_id) }] }
  },

  getAgentCashMovements: (input, context) => {
    const { agent_id, ...dates } = input
    const where = and(ofAgent(agent_id), betweenDays(postings.madeAt, dates))
    return pageOf(context, input, movementList, { where, uncounted: true })
  },

  getCashAgents: async (_input, { queries }) => ({
    data: await queries
      .select({ id: agents.id, name: agents.name, phone_number: agents.phoneNumber })
      .from(agents)
      .where(ne(agents.status, 'DELETED'))
      .orderBy(asc(agents.name), asc(agents.id)),
  }),
}

const shownMovements = 10

/** The last movements of an agent's cash, newest first. */
export const lastMovements = (queries: Queries, agentId: number) => lastMovementsOf(queries, ofAgent(agentId))
/** The same of a till. */
export const lastTillMovements = (queries: Queries, accountId: number) =>
  lastMovementsOf(queries, eq(postings.accountId, accountId))
const lastMovementsOf = (queries: Queries, where: SQL) =>
  cashMovementsOf(queries, cashMovementRow).where(where).orderBy(desc(postings.seq)).limit(shownMovements)

/** Agents whose cash is not settled, who holds most first; with the sums, and those of who has held cash since before a day. */
export async function cashHolders(queries: Queries, day: string) {
  const holders = await queries
    .select({ id: agents.id, agent_id: openAgent, agent: agents.name, held: holds, held_since: heldSince })
    .from(accounts)
    .innerJoin(agents, eq(agents.id, accounts.agentId))
    .where(ne(accounts.balance, zeroKobo))
    .orderBy(asc(accounts.balance), asc(agents.name), asc(agents.id))
  const sumOf = (some: typeof holders) => ({
    agents: some.length,
    held: sumKobo(some.map(({ held }) => held)),
  })
  return {
    all: sumOf(holders),
    beforeToday: sumOf(holders.filter(({ held_since }) => held_since !== null && held_since < day)),
    holders,
  }
}
