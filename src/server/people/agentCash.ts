import { and, eq, ne, sql } from 'drizzle-orm'
import { agentCashAccess } from '#contract/calls/cash'
import { can } from '#contract/permissions'
import type { Kobo } from '#contract/values'
import { formatNaira, kobo, negateKobo } from '#domain/money/kobo'
import type { Queries } from '../db/database'
import { accounts } from '../db/tables/ledger'
import { agentCashCode } from '../db/tables/ledgerKinds'
import { agents } from '../db/tables/schema'
import { lagosStamp } from '../lists/conditions'
import { reject } from '../errors/refusals'
import type { Context } from '../handler'
import { agentCashOf, lockAccounts } from '../ledger/accounts'

/** An agent's account is negative by what the agent holds. */
export const holds = sql<Kobo>`(-${accounts.balance})`.mapWith(accounts.balance)
/** The same on the table of agents alone. */
export const heldByAgent = sql`(select -${accounts.balance} from ${accounts} where ${accounts.agentId} = ${agents.id})`

/**
 * When the first posting after the account was last settled was made. Names the code, so that its index finds that last
 * posting without reading the others. In plain SQL: alone in a query, the columns would lose their tables.
 */
const heldSinceAt = sql<Date | null>`(select p.made_at from ledger_postings p
  where ledger_accounts.balance < 0 and p.account_id = ledger_accounts.id and p.seq = 1 + coalesce(
    (select settled.seq from ledger_postings settled where settled.account_id = ledger_accounts.id
      and settled.wallet_code = ${sql.raw(`'${agentCashCode}'`)} and settled.balance_after >= 0
      order by settled.seq desc limit 1), 0))`
export const heldSince = sql<string | null>`${lagosStamp(heldSinceAt)}`
/** On the table of agents alone: who has held cash since before an instant. */
export const heldBefore = (at: Date) =>
  sql`exists (select from ledger_accounts where ledger_accounts.agent_id = ${agents.id} and ${heldSinceAt} < ${at.toISOString()})`

export const agentNotFound = (id: number) => `Agent with ID ${id} not found`

/** What an agent holds, and since when. */
export async function cashOf(queries: Queries, agentId: number) {
  const [cash] = await queries
    .select({ holds, held_since: heldSince })
    .from(accounts)
    .where(eq(accounts.agentId, agentId))
  if (!cash) throw new Error(`There is no account ${agentCashOf(agentId)}.`)
  return cash
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
export const lockCash = (queries: Queries, agentId: number, ...others: string[]): Promise<Kobo> =>
  lockHeld(queries, agentCashOf(agentId), ...others)

/** What an account of cash holds, an agent's or a till's, locked in the same way. */
export async function lockHeld(queries: Queries, name: string, ...others: string[]): Promise<Kobo> {
  const account = (await lockAccounts(queries, [name, ...others])).get(name)
  if (!account) throw new Error(`There is no account ${name}.`)
  return negateKobo(account.balance)
}

/** Whether the amounts that agents hold may be sent to this admin: in a row or a message (rules.md, "Blind count"). */
export const canSeeAgentCash = (actor: Context['actor']) => can(actor, agentCashAccess, 'read')

/** Rejects if the agent holds cash, or handed in more than was collected: nobody could settle it any more. */
export async function assertNoCash({ queries, actor }: Pick<Context, 'queries' | 'actor'>, agentId: number) {
  const held = await lockCash(queries, agentId)
  const sum = canSeeAgentCash(actor) && formatNaira(kobo(Math.abs(held)))
  if (held > 0)
    reject(`This agent still holds ${sum ? `${sum} in cash` : 'cash'}. Record its remittance first.`)
  if (held < 0) reject(`This agent handed in ${sum || 'cash'} too much. Settle the difference first.`)
}
