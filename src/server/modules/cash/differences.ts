import { eq, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { InputOf } from '#contract/call'
import { type DifferenceType, differenceStates } from '#contract/calls/cash'
import { type Calls, calls } from '#contract/index'
import type { Kobo } from '#contract/values'
import { commentFault } from '#domain/decision'
import { formatNaira, kobo, negateKobo } from '#domain/money/kobo'
import { assertDifferentActor, isSameActor } from '../../auth/separationOfDuties'
import { cashDifferences } from '../../db/tables/cash'
import type { Selects } from '../../db/database'
import { documentPrefixes } from '../../db/tables/ledgerKinds'
import { entries } from '../../db/tables/ledger'
import { admins, agents } from '../../db/tables/schema'
import { invalid, reject } from '../../errors/refusals'
import type { Context, HandlersFor } from '../../handler'
import { agentCashOf, overShortAccount } from '../../ledger/accounts'
import { newReference } from '../../ledger/references'
import { transfer } from '../../ledger/transfer'
import { lagosStamp } from '../../lists/conditions'
import { defineList } from '../../lists/listRows'
import { pageOf } from '../../lists/lists'
import { searchQuery } from '../../lists/searchText'
import { openAgent } from '../agents/columns'
import { waitingApprovals } from '../dashboard/waiting'
import { canSeeAgentCash, cashOf, lastMovements, lockCash, lockCashAgent } from './agents'

type DifferenceCalls = Pick<
  Calls['cash'],
  | 'getCashDifferences'
  | 'getCashDifferenceCase'
  | 'requestCashDifference'
  | 'firstCashDifferenceDecision'
  | 'secondCashDifferenceDecision'
>

const requester = alias(admins, 'requester')
const first = alias(admins, 'first_decider')
const second = alias(admins, 'second_decider')

type State = 0 | 1 | 2 | 3
const awaitsFirst: State = 0
const awaitsSecond: State = 1
const approved: State = 2
const rejected: State = 3
const stateTexts: Record<State, string> = {
  0: 'awaits its first decision',
  1: 'awaits its second decision',
  2: 'is approved already',
  3: 'is rejected already',
}

const { amount, state } = cashDifferences
const statusTexts = sql.raw(differenceStates.map((text) => `'${text}'`).join(', '))

const differenceRow = {
  id: cashDifferences.id,
  created_at: lagosStamp(cashDifferences.createdAt),
  reference: cashDifferences.reference,
  agent_id: openAgent,
  agent: agents.name,
  type: sql<DifferenceType>`(case when ${amount} > 0 then 'missing' else 'surplus' end)`,
  amount: sql<Kobo>`abs(${amount})`.mapWith(amount),
  reason: cashDifferences.reason,
  state: sql<State>`${state}`,
  status: sql<string>`(array[${statusTexts}])[${state} + 1]`,
  requested_by_id: cashDifferences.requestedBy,
  requested_by_name: requester.name,
  first_decision_id: cashDifferences.firstDecidedBy,
  first_decision_name: first.name,
  first_decision_at: sql<string | null>`${lagosStamp(cashDifferences.firstDecidedAt)}`,
  first_comment: cashDifferences.firstComment,
  second_decision_name: second.name,
  second_decision_at: sql<string | null>`${lagosStamp(cashDifferences.secondDecidedAt)}`,
  second_comment: cashDifferences.secondComment,
  entry: entries.reference,
}

const rowsOf = (queries: Selects, row = differenceRow) =>
  queries
    .select(row)
    .from(cashDifferences)
    .innerJoin(agents, eq(agents.id, cashDifferences.agentId))
    .innerJoin(requester, eq(requester.id, cashDifferences.requestedBy))
    .leftJoin(first, eq(first.id, cashDifferences.firstDecidedBy))
    .leftJoin(second, eq(second.id, cashDifferences.secondDecidedBy))
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
    const within = waitingApprovals(context, input.waiting, ['differences_first', 'differences_second'])
    return pageOf(context, input, differenceList, searchQuery(cashDifferences, input.search, within))
  },

  getCashDifferenceCase: async ({ id }, context) => {
    const { queries } = context
    const [difference] = await rowsOf(queries).where(eq(cashDifferences.id, id))
    const [owner] = await queries
      .select({ id: cashDifferences.agentId })
      .from(cashDifferences)
      .where(eq(cashDifferences.id, id))
    if (!difference || !owner) return reject(notFound(id))
    const cash = await cashOf(queries, owner.id)
    return {
      data: [
        {
          ...difference,
          ...cash,
          is_short: !isCovered(difference, cash.holds),
          against: decisionBlocker(difference, context),
          movements: await lastMovements(queries, owner.id),
        },
      ],
    }
  },

  requestCashDifference: async (input, context) => {
    const { queries, actor, now } = context
    const { agent_id, type, reason } = input
    await lockCashAgent(queries, agent_id)
    const held = await lockCash(queries, agent_id)
    if (!isCovered(input, held)) reject(shortage(input, held, canSeeAgentCash(actor)))
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

  firstCashDifferenceDecision: async (input, context) => {
    const { queries, actor, now } = context
    const comment = commentOf(input)
    const difference = await lockDifference(input.id, context, awaitsFirst)
    const accepted = input.status === 'accept'
    await queries
      .update(cashDifferences)
      .set({
        state: accepted ? awaitsSecond : rejected,
        firstDecidedBy: actor.adminId,
        firstDecidedAt: now,
        firstComment: comment,
      })
      .where(eq(cashDifferences.id, difference.id))
    if (!accepted) return { message: rejection(difference) }
    return { message: `Difference ${titleOf(difference)} has its first approval. It awaits the second.` }
  },

  secondCashDifferenceDecision: async (input, context) => {
    const { queries, actor, now } = context
    const comment = commentOf(input)
    const difference = await lockDifference(input.id, context, awaitsSecond)
    assertDifferentActor(context, difference.firstDecidedBy, ownFirstDecisionMessage(difference.reference))
    const settled = input.status === 'accept' ? await settle(difference, context) : undefined
    await queries
      .update(cashDifferences)
      .set({
        state: settled ? approved : rejected,
        secondDecidedBy: actor.adminId,
        secondDecidedAt: now,
        secondComment: comment,
        entryId: settled?.entryId ?? null,
      })
      .where(eq(cashDifferences.id, difference.id))
    return { message: settled?.message ?? rejection(difference) }
  },
}

type Difference = typeof cashDifferences.$inferSelect
type Decision = InputOf<Calls['cash']['firstCashDifferenceDecision']>

const notFound = (id: number) => `Difference with ID ${id} not found`
const ownRequestMessage = (reference: string) =>
  `You requested difference ${reference} yourself. Another admin must decide on it.`
const ownFirstDecisionMessage = (reference: string) =>
  `You made the first decision on difference ${reference}. Another admin must make the second.`

type Listed = Pick<
  Awaited<ReturnType<typeof rowsOf>>[number],
  'reference' | 'state' | 'requested_by_id' | 'first_decision_id'
>
/** Why this admin can't make the next decision, shown on the screen in advance; null if they can. */
function decisionBlocker(difference: Listed, context: Context): string | null {
  const { reference, requested_by_id, first_decision_id } = difference
  if (difference.state === approved || difference.state === rejected) return null
  if (isSameActor(context, requested_by_id)) return ownRequestMessage(reference)
  return isSameActor(context, first_decision_id) ? ownFirstDecisionMessage(reference) : null
}

type Sized = { type: DifferenceType; amount: Kobo }
const typeOf = (signed: Kobo): Sized => ({
  type: signed > 0 ? 'missing' : 'surplus',
  amount: kobo(Math.abs(signed)),
})

/** Whether the agent's account shows at least this difference. */
const isCovered = ({ type, amount: size }: Sized, held: Kobo) =>
  size <= (type === 'missing' ? held : negateKobo(held))

/** Without the amount for an admin who counts blind. */
function shortage({ type }: Sized, held: Kobo, isSeen: boolean): string {
  if (!isSeen) return 'The account of this agent shows less than this difference.'
  const shown = kobo(Math.max(0, type === 'missing' ? held : negateKobo(held)))
  return type === 'missing'
    ? `This agent holds ${formatNaira(shown)}. A difference of missing cash may not exceed it.`
    : `This agent handed in ${formatNaira(shown)} too much. A difference of too much cash may not exceed it.`
}

const titleOf = ({ reference, amount: signed }: Difference) =>
  `${reference} (${formatNaira(typeOf(signed).amount)})`
const rejection = (difference: Difference) => `Difference ${titleOf(difference)} was rejected.`

/** A rejection needs a comment. */
function commentOf(decision: Decision): string | null {
  const fault = commentFault(decision)
  if (fault) invalid(fault)
  return decision.comment?.trim() || null
}

/** Locks the difference; rejects unless it awaits this decision and the actor may make it. */
async function lockDifference(id: number, context: Context, awaited: State): Promise<Difference> {
  await context.setAuditSubject('cash difference', id)
  const [difference] = await context.queries
    .select()
    .from(cashDifferences)
    .where(eq(cashDifferences.id, id))
    .for('update')
  if (!difference) return reject(notFound(id))
  const { reference } = difference
  if (difference.state !== awaited)
    reject(`Difference ${reference} ${stateTexts[difference.state as State]}. Reload the list.`)
  assertDifferentActor(context, difference.requestedBy, ownRequestMessage(reference))
  return difference
}

/** Posts the difference, if the agent's account still shows it. */
async function settle({ agentId, reference, amount: signed }: Difference, context: Context) {
  const { queries } = context
  const difference = typeOf(signed)
  await lockCashAgent(queries, agentId)
  const held = await lockCash(queries, agentId, overShortAccount)
  // An admin who decides sees the amounts in the case too.
  if (!isCovered(difference, held)) reject(shortage(difference, held, true))
  const account = agentCashOf(agentId)
  const isMissing = difference.type === 'missing'
  const { entryId, from, to } = await transfer(context, {
    kind: 'Cash difference',
    amount: difference.amount,
    from: isMissing ? overShortAccount : account,
    to: isMissing ? account : overShortAccount,
    agentId,
    reason: reference,
  })
  const after = negateKobo((isMissing ? to : from).after)
  return {
    entryId,
    message: `Difference ${reference} approved: ${formatNaira(difference.amount)} ${isMissing ? 'written off' : 'kept as a surplus'}. The agent now holds ${formatNaira(after)}.`,
  }
}
