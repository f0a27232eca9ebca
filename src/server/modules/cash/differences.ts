import { and, eq, lt, sql } from 'drizzle-orm'
import type { DifferenceType } from '#contract/calls/cash'
import { type Calls, calls } from '#contract/index'
import type { Kobo } from '#contract/values'
import { formatNaira, kobo, negateKobo } from '#domain/money/kobo'
import { cashDifferences } from '../../db/tables/cash'
import type { Queries, Selects } from '../../db/database'
import { documentPrefixes } from '../../db/tables/ledgerKinds'
import { accounts, entries } from '../../db/tables/ledger'
import { agents } from '../../db/tables/schema'
import { tills, tillSessions } from '../../db/tables/tills'
import { reject } from '../../errors/refusals'
import { flagsOfOne } from '../../approvals/flags'
import type { Context, HandlersFor } from '../../handler'
import { agentCashOf, overShortAccount, tillAccountOf } from '../../ledger/accounts'
import { newReference } from '../../ledger/references'
import { reversedByEntry } from '../../ledger/reversalColumns'
import { leftOfSession } from '../../ledger/tills'
import { transfer } from '../../ledger/transfer'
import { betweenAmounts, betweenBothDays, decidedByAdmin, equals, lagosStamp } from '../../lists/conditions'
import { defineList } from '../../lists/listRows'
import { pageOf } from '../../lists/lists'
import { searchQuery } from '../../lists/searchText'
import { openAgent } from '../../people/agentColumns'
import { decidedBy, decidedRow, firstDecider, requester, secondDecider } from '../../approvals/decidedColumns'
import {
  awaitsFirst,
  awaitsSecond,
  commentOf,
  decisionBlocker,
  firstDecision,
  lockRequest,
  requestNotFound,
  secondDecision,
} from '../../approvals/decisions'
import { waitingApprovals } from '../../approvals/waiting'
import { lastMovements, lastTillMovements } from './agents'
import { canSeeAgentCash, cashOf, holds, lockCash, lockCashAgent, lockHeld } from '../../people/agentCash'

type DifferenceCalls = Pick<
  Calls['cash'],
  | 'getCashDifferences'
  | 'getCashDifferenceCase'
  | 'requestCashDifference'
  | 'requestTillDifference'
  | 'firstCashDifferenceDecision'
  | 'secondCashDifferenceDecision'
>

const { amount } = cashDifferences

const differenceRow = {
  id: cashDifferences.id,
  created_at: lagosStamp(cashDifferences.createdAt),
  reference: cashDifferences.reference,
  agent_id: openAgent,
  agent: sql<string>`coalesce(${agents.name}, ${tills.name})`,
  till_session: tillSessions.reference,
  type: sql<DifferenceType>`(case when ${amount} > 0 then 'missing' else 'surplus' end)`,
  amount: sql<Kobo>`abs(${amount})`.mapWith(amount),
  reason: cashDifferences.reason,
  ...decidedRow(cashDifferences),
  entry: entries.reference,
  reversed_by: reversedByEntry(cashDifferences.entryId),
}

const rowsOf = (queries: Selects, row = differenceRow) =>
  queries
    .select(row)
    .from(cashDifferences)
    .leftJoin(agents, eq(agents.id, cashDifferences.agentId))
    .leftJoin(tillSessions, eq(tillSessions.id, cashDifferences.tillSessionId))
    .leftJoin(tills, eq(tills.id, tillSessions.tillId))
    .innerJoin(requester, eq(requester.id, cashDifferences.requestedBy))
    .leftJoin(firstDecider, eq(firstDecider.id, cashDifferences.firstDecidedBy))
    .leftJoin(secondDecider, eq(secondDecider.id, cashDifferences.secondDecidedBy))
    .leftJoin(entries, eq(entries.id, cashDifferences.entryId))

const differenceList = defineList({
  call: calls.cash.getCashDifferences,
  table: cashDifferences,
  sorted: { created_at: cashDifferences.createdAt },
  row: differenceRow,
  rows: (queries, row) => rowsOf(queries, row).$dynamic(),
})

export const differenceHandlers: HandlersFor<DifferenceCalls> = {
  getCashDifferences: (input, context) => {
    const within = and(
      waitingApprovals(context, input.waiting, ['differences_first', 'differences_second']),
      betweenBothDays(cashDifferences.createdAt, input),
      equals(cashDifferences.agentId, input.agent_id),
      betweenAmounts(differenceRow.amount, input),
      decidedByAdmin(input.decided_by, cashDifferences.firstDecidedBy, cashDifferences.secondDecidedBy),
      equals(differenceRow.type, input.type),
      equals(differenceRow.status, input.status),
    )
    return pageOf(context, input, differenceList, searchQuery(cashDifferences, input.search, within))
  },

  getCashDifferenceCase: async ({ id }, context) => {
    const { queries } = context
    const [difference] = await rowsOf(queries).where(eq(cashDifferences.id, id))
    const [owner] = await queries
      .select({ agentId: cashDifferences.agentId, tillSessionId: cashDifferences.tillSessionId })
      .from(cashDifferences)
      .where(eq(cashDifferences.id, id))
    if (!difference || !owner) return reject(requestNotFound('differences', id))
    const { movements, ...cash } = await heldBy(queries, owner)
    return {
      data: [
        {
          ...difference,
          ...cash,
          is_short: !isCovered(difference, cash.holds),
          against: decisionBlocker('differences', decidedBy(difference), context),
          movements,
          flags: await flagsOfOne(context, 'differences', id),
        },
      ],
    }
  },

  requestCashDifference: async (input, context) => {
    const { queries, actor, now } = context
    const { agent_id, type, reason } = input
    await lockCashAgent(queries, agent_id)
    const held = await lockCash(queries, agent_id)
    // Refusals of who counts blind would tell what the agent holds: the decisions compare it.
    if (canSeeAgentCash(actor) && !isCovered(input, held)) reject(shortage(input, held))
    const reference = await newReference(queries, documentPrefixes.cashDifference, now)
    const [created] = await queries
      .insert(cashDifferences)
      .values({
        reference,
        agentId: agent_id,
        amount: type === 'missing' ? input.amount : negateKobo(input.amount),
        reason: reason.trim(),
        requestedBy: actor.adminId,
        createdAt: now,
      })
      .returning({ id: cashDifferences.id })
    await context.setAuditSubject('cash difference', created?.id ?? 0)
    const what = type === 'missing' ? 'of missing cash' : 'of too much cash'
    return {
      message: `Difference ${reference} ${what}, ${formatNaira(input.amount)}, was requested. It awaits its first approval.`,
      data: { reference },
    }
  },

  /**
   * All that is open of the session: a requester who counts blind sees neither its amount nor its sign. Not what the till's account
   * shows, which may be open again.
   */
  requestTillDifference: async ({ till_session_id, reason }, context) => {
    const { queries, actor, now } = context
    const session = await tillOf(queries, till_session_id)
    if (actor.adminId !== session.adminId && !actor.permissions.has('can-edit-till'))
      reject('This session is another admin’s.')
    if (session.closedAt === null) reject(`Till ${session.till} is still open. Close it first.`)
    // One request or decision at a time.
    await lockHeld(queries, tillAccountOf(session.tillId))
    const { missing } = await tillOf(queries, till_session_id)
    if (missing === 0) reject(`Till ${session.till} shows no difference.`)
    const [open] = await queries
      .select({ reference: cashDifferences.reference })
      .from(cashDifferences)
      .where(and(eq(cashDifferences.tillSessionId, till_session_id), lt(cashDifferences.state, 2)))
    if (open) reject(`Difference ${open.reference} of this session awaits its decision already.`)
    const reference = await newReference(queries, documentPrefixes.cashDifference, now)
    const [created] = await queries
      .insert(cashDifferences)
      .values({
        reference,
        tillSessionId: till_session_id,
        amount: missing,
        reason: reason.trim(),
        requestedBy: actor.adminId,
        createdAt: now,
      })
      .returning({ id: cashDifferences.id })
    await context.setAuditSubject('cash difference', created?.id ?? 0)
    return {
      message: `Difference ${reference} of till ${session.till} was requested. It awaits its first approval.`,
      data: { reference },
    }
  },

  firstCashDifferenceDecision: async (input, context) => {
    const { queries } = context
    const comment = commentOf(input)
    const difference = await lockRequest('differences', input.id, context, awaitsFirst)
    const accepted = input.status === 'accept'
    await queries
      .update(cashDifferences)
      .set(firstDecision(accepted, comment, context))
      .where(eq(cashDifferences.id, difference.id))
    if (!accepted) return { message: rejection(difference) }
    return { message: `Difference ${titleOf(difference)} has its first approval. It awaits the second.` }
  },

  secondCashDifferenceDecision: async (input, context) => {
    const { queries } = context
    const comment = commentOf(input)
    const difference = await lockRequest('differences', input.id, context, awaitsSecond)
    const settled = input.status === 'accept' ? await settle(difference, context) : undefined
    await queries
      .update(cashDifferences)
      .set({
        ...secondDecision(settled !== undefined, comment, context),
        entryId: settled?.entryId ?? null,
      })
      .where(eq(cashDifferences.id, difference.id))
    return { message: settled?.message ?? rejection(difference) }
  },
}

type Difference = typeof cashDifferences.$inferSelect

/** What the agent or the till holds in the books, since when, and its last movements. */
async function heldBy(
  queries: Queries,
  { agentId, tillSessionId }: Pick<Difference, 'agentId' | 'tillSessionId'>,
) {
  if (agentId !== null)
    return { ...(await cashOf(queries, agentId)), movements: await lastMovements(queries, agentId) }
  const { accountId, holds, closed_at } = await tillOf(queries, tillSessionId ?? 0)
  return { holds, held_since: closed_at, movements: await lastTillMovements(queries, accountId) }
}

/** The till of a session. */
async function tillOf(queries: Queries, sessionId: number) {
  const [session] = await queries
    .select({
      tillId: tillSessions.tillId,
      adminId: tillSessions.adminId,
      closedAt: tillSessions.closedAt,
      closed_at: sql<string | null>`${lagosStamp(tillSessions.closedAt)}`,
      till: tills.name,
      accountId: tills.accountId,
      holds,
      missing: leftOfSession(sql`till_sessions`).mapWith(tillSessions.counted),
    })
    .from(tillSessions)
    .innerJoin(tills, eq(tills.id, tillSessions.tillId))
    .innerJoin(accounts, eq(accounts.id, tills.accountId))
    .where(eq(tillSessions.id, sessionId))
  return session ?? reject(`Till session with ID ${sessionId} not found`)
}

type Sized = { type: DifferenceType; amount: Kobo }
const typeOf = (signed: Kobo): Sized => ({
  type: signed > 0 ? 'missing' : 'surplus',
  amount: kobo(Math.abs(signed)),
})

/** Whether the agent's account shows at least this difference. */
const isCovered = ({ type, amount: size }: Sized, held: Kobo) =>
  size <= (type === 'missing' ? held : negateKobo(held))

function shortage({ type }: Sized, held: Kobo, till?: string): string {
  if (till !== undefined) return `Till ${till} no longer shows this difference.`
  const shown = kobo(Math.max(0, type === 'missing' ? held : negateKobo(held)))
  return type === 'missing'
    ? `This agent holds ${formatNaira(shown)}. A difference of missing cash may not exceed it.`
    : `This agent handed in ${formatNaira(shown)} too much. A difference of too much cash may not exceed it.`
}

const titleOf = ({ reference, amount: signed }: Difference) =>
  `${reference} (${formatNaira(typeOf(signed).amount)})`
const rejection = (difference: Difference) => `Difference ${titleOf(difference)} was rejected.`

/** Posts the difference, if the agent's account still shows it. */
async function settle({ agentId, tillSessionId, reference, amount: signed }: Difference, context: Context) {
  const { queries } = context
  const difference = typeOf(signed)
  if (agentId !== null) await lockCashAgent(queries, agentId)
  const session = agentId === null ? await tillOf(queries, tillSessionId ?? 0) : undefined
  const account = agentId === null ? tillAccountOf(session?.tillId ?? 0) : agentCashOf(agentId)
  const held = await lockHeld(queries, account, overShortAccount)
  // An admin who decides sees the amounts in the case too.
  if (!isCovered(difference, held)) reject(shortage(difference, held, session?.till))
  const isMissing = difference.type === 'missing'
  const { entryId, from, to } = await transfer(context, {
    kind: 'Cash difference',
    amount: difference.amount,
    from: isMissing ? overShortAccount : account,
    to: isMissing ? account : overShortAccount,
    ...(agentId !== null && { agentId }),
    reason: reference,
  })
  const after = negateKobo((isMissing ? to : from).after)
  return {
    entryId,
    message: `Difference ${reference} approved: ${formatNaira(difference.amount)} ${isMissing ? 'written off' : 'kept as a surplus'}. ${session ? `Till ${session.till}` : 'The agent'} now holds ${formatNaira(after)}.`,
  }
}
