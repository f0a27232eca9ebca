import { and, asc, desc, eq, max, ne, or, sql } from 'drizzle-orm'
import { agentCashAccess } from '#contract/calls/cash'
import { type Calls, calls } from '#contract/index'
import { can } from '#contract/permissions'
import type { Kobo } from '#contract/values'
import { formatNaira, kobo, negateKobo, sumKobo } from '#domain/money/kobo'
import { lagosDay, startOfLagosDay } from '#domain/time/lagos'
import type { SignedIn } from '../../auth/sessions'
import { cashDifferences, remittances } from '../../db/tables/cash'
import { zeroKobo } from '../../db/tables/columns'
import type { Queries, Selects } from '../../db/database'
import { agentCashCode } from '../../db/tables/ledgerKinds'
import { accounts, postings } from '../../db/tables/ledger'
import { agents, customers } from '../../db/tables/schema'
import { reject } from '../../errors/refusals'
import type { Context, HandlersFor } from '../../handler'
import { agentCashOf, lockAccounts } from '../../ledger/accounts'
import { betweenDays, lagosStamp } from '../../lists/conditions'
import { rowMatches } from '../../lists/searchText'
import { defineList, sortedText } from '../../lists/listRows'
import { pageOf } from '../../lists/lists'
import { openAgent } from '../agents/columns'
import { customerName } from '../customers/columns'
import { reversalOfPosting } from '../reversals/columns'

type CashCalls = Pick<
  Calls['cash'],
  'getAgentsCash' | 'getAgentCash' | 'getAgentCashMovements' | 'getCashAgents'
>

/** An agent's account is negative by what the agent holds. */
const holds = sql<Kobo>`(-${accounts.balance})`.mapWith(accounts.balance)
/** The same on the table of agents alone. */
const heldByAgent = sql`(select -${accounts.balance} from ${accounts} where ${accounts.agentId} = ${agents.id})`

/**
 * When the first posting after the account was last settled was made. Names the code, so that its index finds that last
 * posting without reading the others. In plain SQL: alone in a query, the columns would lose their tables.
 */
const heldSinceAt = sql<Date | null>`(select p.made_at from ledger_postings p
  where ledger_accounts.balance < 0 and p.account_id = ledger_accounts.id and p.seq = 1 + coalesce(
    (select settled.seq from ledger_postings settled where settled.account_id = ledger_accounts.id
      and settled.wallet_code = ${sql.raw(`'${agentCashCode}'`)} and settled.balance_after >= 0
      order by settled.seq desc limit 1), 0))`
const heldSince = sql<string | null>`${lagosStamp(heldSinceAt)}`
/** On the table of agents alone: who has held cash since before an instant. */
const heldBefore = (at: Date) =>
  sql`exists (select from ledger_accounts where ledger_accounts.agent_id = ${agents.id} and ${heldSinceAt} < ${at.toISOString()})`

const lastRemittance = sql<
  string | null
>`(select ${lagosStamp(max(remittances.createdAt))} from ${remittances}
  where ${remittances.agentId} = ${agents.id})`
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

/** Signed as the agent holds it; the account has the opposite sign. */
const movementRow = {
  id: postings.id,
  created_at: lagosStamp(postings.madeAt),
  reference: postings.reference,
  source: postings.source,
  amount: sql<Kobo>`(-${postings.amount})`.mapWith(postings.amount),
  held_after: sql<Kobo>`(-${postings.balanceAfter})`.mapWith(postings.balanceAfter),
  customer: sql<string | null>`${customerName}`,
  ...reversalOfPosting,
}

const movementsOf = (queries: Selects, row = movementRow) =>
  queries.select(row).from(postings).leftJoin(customers, eq(customers.id, postings.customerId))

const ofAgent = (id: number) =>
  eq(postings.accountId, sql`(select ${accounts.id} from ${accounts} where ${accounts.agentId} = ${id})`)

const movementList = defineList({
  call: calls.cash.getAgentCashMovements,
  table: postings,
  at: postings.madeAt,
  sorted: { created_at: postings.madeAt },
  row: movementRow,
  rows: (queries, row) => movementsOf(queries, row).$dynamic(),
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

const agentNotFound = (id: number) => `Agent with ID ${id} not found`

const shownMovements = 10

/** The last movements of an agent's cash, newest first. */
export const lastMovements = (queries: Queries, agentId: number) =>
  movementsOf(queries).where(ofAgent(agentId)).orderBy(desc(postings.seq)).limit(shownMovements)

/** What an agent holds, and since when. */
export async function cashOf(queries: Queries, agentId: number) {
  const [cash] = await queries
    .select({ holds, held_since: heldSince })
    .from(accounts)
    .where(eq(accounts.agentId, agentId))
  if (!cash) throw new Error(`There is no account ${agentCashOf(agentId)}.`)
  return cash
}

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

/** Locks an agent who is not deleted against deletion until the commit. Lock order: agents before accounts. */
export async function lockCashAgent(queries: Queries, id: number) {
  const [agent] = await queries
    .select({ name: agents.name })
    .from(agents)
    .where(and(eq(agents.id, id), ne(agents.status, 'DELETED')))
    .for('share')
  return agent ?? reject(agentNotFound(id))
}

/** What an agent holds. Locks the account until the commit, and other accounts with it. */
export async function lockCash(queries: Queries, agentId: number, ...others: string[]): Promise<Kobo> {
  const name = agentCashOf(agentId)
  const account = (await lockAccounts(queries, [name, ...others])).get(name)
  if (!account) throw new Error(`There is no account ${name}.`)
  return negateKobo(account.balance)
}

/** Whether the amounts that agents hold may be sent to this admin: in a row or a message (rules.md, "Blind count"). */
export const canSeeAgentCash = (actor: SignedIn) => can(actor, agentCashAccess, 'read')

/** Rejects if the agent holds cash, or handed in more than was collected: nobody could settle it any more. */
export async function assertNoCash({ queries, actor }: Pick<Context, 'queries' | 'actor'>, agentId: number) {
  const held = await lockCash(queries, agentId)
  const sum = canSeeAgentCash(actor) && formatNaira(kobo(Math.abs(held)))
  if (held > 0)
    reject(`This agent still holds ${sum ? `${sum} in cash` : 'cash'}. Record its remittance first.`)
  if (held < 0) reject(`This agent handed in ${sum || 'cash'} too much. Settle the difference first.`)
}
