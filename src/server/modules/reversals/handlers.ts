import { and, eq, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { type Calls, calls } from '#contract/index'
import type { Kobo } from '#contract/values'
import { addKobo, formatNaira, kobo } from '#domain/money/kobo'
import { decider, oneDecisionRow, requester } from '../../approvals/decidedColumns'
import {
  commentOf,
  decisionBlocker,
  lockRequest,
  onlyDecision,
  requestNotFound,
} from '../../approvals/decisions'
import { isSameActor } from '../../approvals/separationOfDuties'
import type { Selects } from '../../db/database'
import { documentPrefixes } from '../../db/tables/ledgerKinds'
import { entries } from '../../db/tables/ledger'
import { loans } from '../../db/tables/loans'
import { reversals } from '../../db/tables/reversals'
import { admins, agents, customers } from '../../db/tables/schema'
import { reject } from '../../errors/refusals'
import type { Context, HandlersFor } from '../../handler'
import { balanceOf, type Posted } from '../../ledger/post'
import { leftToRecover } from '../../ledger/recoveries'
import { newReference } from '../../ledger/references'
import { postReversal } from '../../ledger/reversal'
import { madeBy } from '../../ledger/transfer'
import { betweenAmounts, betweenBothDays, decidedByAdmin, equals, lagosStamp } from '../../lists/conditions'
import { defineList } from '../../lists/listRows'
import { pageOf } from '../../lists/lists'
import { searchQuery } from '../../lists/searchText'
import { openAgent } from '../../people/agentColumns'
import { customerName } from '../../people/customerColumns'
import { waitingRows } from '../../approvals/waiting'
import { writeMessages } from '../../messages/outbox'
import { messageTexts } from '../../messages/texts'
import {
  assertReversible,
  changedAccountOf,
  collectedBy,
  effectOf,
  lockMovement,
  type Movement,
  movementNamed,
  movementWith,
  obstacleOf,
  reversedOf,
} from './movement'
import { wayOf } from './ways'

const original = alias(entries, 'original')
const reversing = alias(entries, 'reversing')
const recorder = alias(admins, 'recorder')

const reversalRow = {
  ...oneDecisionRow(reversals),
  original: original.reference,
  kind: original.kind,
  made_at: lagosStamp(original.madeAt),
  amount: reversals.amount,
  user_id: reversals.customerId,
  customer: sql<string | null>`${customerName}`,
  agent_id: openAgent,
  agent: agents.name,
  recorded_by_name: recorder.name,
  entry: reversing.reference,
}

const rowsOf = (queries: Selects, row = reversalRow) =>
  queries
    .select(row)
    .from(reversals)
    .innerJoin(original, eq(original.id, reversals.originalId))
    .leftJoin(customers, eq(customers.id, reversals.customerId))
    .innerJoin(requester, eq(requester.id, reversals.requestedBy))
    .leftJoin(agents, eq(agents.id, original.agentId))
    .leftJoin(recorder, eq(recorder.id, reversals.recordedBy))
    .leftJoin(decider, eq(decider.id, reversals.decidedBy))
    .leftJoin(reversing, eq(reversing.id, reversals.entryId))

const reversalList = defineList({
  call: calls.reversals.getReversals,
  table: reversals,
  sorted: { created_at: reversals.createdAt, amount: reversals.amount },
  row: reversalRow,
  rows: (queries, row) => rowsOf(queries, row).$dynamic(),
})

export const reversalHandlers: HandlersFor<Calls['reversals']> = {
  getReversals: (input, context) => {
    const within = and(
      input.waiting && waitingRows(context, 'reversals'),
      equals(sql`(select e.kind from ledger_entries e where e.id = ${reversals.originalId})`, input.kind),
      equals(
        sql`(select e.agent_id from ledger_entries e where e.id = ${reversals.originalId})`,
        input.agent_id,
      ),
      equals(reversals.status, input.status),
      betweenAmounts(reversals.amount, input),
      decidedByAdmin(input.decided_by, reversals.decidedBy),
      betweenBothDays(reversals.createdAt, input),
    )
    return pageOf(context, input, reversalList, searchQuery(reversals, input.search, within))
  },

  getReversalCase: async ({ id }, context) => {
    const { queries, actor } = context
    const [row] = await rowsOf(queries).where(eq(reversals.id, id))
    const [stored] = await queries.select().from(reversals).where(eq(reversals.id, id))
    if (!row || !stored) return reject(requestNotFound('reversals', id))
    const effect = effectOf(await movementWith(queries, stored.originalId), actor)
    const isPending = row.status === 'pending'
    return {
      data: [
        {
          ...row,
          ...effect,
          obstacle: isPending ? effect.obstacle : null,
          against: isPending ? blockerOf(stored, row.original, context) : null,
        },
      ],
    }
  },

  getReversible: async ({ reference }, { queries, actor }) => {
    const movement = await movementNamed(queries, reference)
    assertReversible(movement)
    const open = await openReversal(queries, movement.id)
    const effect = effectOf(movement, actor)
    return {
      data: {
        ...effect,
        original: movement.reference,
        kind: movement.kind,
        made_at: movement.made_at,
        amount: movement.amount,
        user_id: movement.customerId,
        customer: movement.customer,
        agent_id: movement.agent_id,
        agent: movement.agent,
        recorded_by_name: movement.recorded_by_name,
        obstacle: open ? requestedMessage(open, movement.reference) : effect.obstacle,
      },
    }
  },

  /** Moves nothing, so it locks nothing. A request that could not be approved now is refused at once. */
  requestReversal: async (input, context) => {
    const { queries, actor, now } = context
    const movement = await movementNamed(queries, input.reference)
    assertReversible(movement)
    const open = await openReversal(queries, movement.id)
    if (open) reject(requestedMessage(open, movement.reference))
    const obstacle = obstacleOf(movement, actor)
    if (obstacle) reject(obstacle)
    const reference = await newReference(queries, documentPrefixes.reversal, now)
    const [created] = await queries
      .insert(reversals)
      .values({
        reference,
        originalId: movement.id,
        customerId: movement.customerId,
        amount: movement.amount,
        reason: input.reason.trim(),
        requestedBy: actor.adminId,
        recordedBy: movement.adminId,
        createdAt: now,
      })
      .returning({ id: reversals.id })
    await context.setAuditSubject('reversal', created?.id ?? 0)
    return {
      message: `Reversal ${reference} of ${movement.reference}, ${formatNaira(movement.amount)}, was requested. It awaits its approval.`,
      data: { reference },
    }
  },

  reversalDecision: async ({ id, status, comment }, context) => {
    const { queries } = context
    const text = commentOf({ status, comment })
    const reversal = await lockReversal(id, context)
    const done = status === 'accept' ? await reverse(reversal, context) : undefined
    await queries
      .update(reversals)
      .set({ ...onlyDecision(done !== undefined, text, context), entryId: done?.entryId ?? null })
      .where(eq(reversals.id, id))
    const { reference, amount } = reversal
    return {
      message:
        done?.message ?? `Reversal ${reference} (${formatNaira(amount)}) was rejected. No money moved.`,
      data: { reference, entry: done?.reference ?? null },
    }
  },
}

type Reversal = typeof reversals.$inferSelect

const requestedMessage = (reversal: string, movement: string) =>
  `Reversal ${reversal} of movement ${movement} awaits its decision already.`
const ownRecordMessage = (movement: string) =>
  `You recorded movement ${movement} yourself. Another admin must decide on its reversal.`

/** The reference of an entry's undecided reversal. */
async function openReversal(queries: Selects, entryId: number): Promise<string | undefined> {
  const [open] = await queries
    .select({ reference: reversals.reference })
    .from(reversals)
    .where(and(eq(reversals.originalId, entryId), eq(reversals.status, 'pending')))
  return open?.reference
}

/** Why this admin can't decide, shown on the screen in advance; null if they can. */
const blockerOf = (reversal: Reversal, movement: string, context: Context): string | null =>
  decisionBlocker('reversals', reversal, context) ??
  (isSameActor(context, reversal.recordedBy) ? ownRecordMessage(movement) : null)

/** Locks the reversal; rejects also an admin who recorded the movement. */
async function lockReversal(id: number, context: Context): Promise<Reversal> {
  const reversal = await lockRequest('reversals', id, context)
  if (isSameActor(context, reversal.recordedBy))
    reject(ownRecordMessage((await movementWith(context.queries, reversal.originalId)).reference))
  return reversal
}

/** Posts the reversal into today, if the wallets still cover it, with what follows it in the movement's documents. */
async function reverse({ originalId, reference, amount }: Reversal, context: Context) {
  const { queries, actor } = context
  const movement = await lockMovement(queries, originalId)
  assertReversible(movement)
  const obstacle = obstacleOf(movement, actor)
  if (obstacle) reject(obstacle)
  const way = wayOf(movement.kind)
  const facts = { madeAt: context.now, adminId: actor.adminId }
  const before = await way.before?.(queries, movement, facts)
  const posted = await postReversal(queries, reversedOf(movement), { ...madeBy(context), reason: reference })
  const { entryId } = posted
  const after = await way.after?.(queries, movement, { ...facts, causeId: entryId })
  const changed = await changedBy(movement, posted, context)
  const balance = changed && addKobo(changed.balance, after?.change ?? kobo(0))
  await tellCustomer(movement, posted, balance, context)
  const agent = collectedBy(movement)
  const done = `${formatNaira(amount)} of ${movement.reference} was reversed by ${posted.reference}.`
  const now = changed && balance !== undefined ? ` ${changed.name}: ${formatNaira(balance)}.` : ''
  const cash = agent ? ` It no longer counts for the cash of ${agent}.` : ''
  return {
    entryId,
    reference: posted.reference,
    message: `Reversal ${reference} approved: ${done}${after?.text ?? ''}${before?.text ?? ''}${now}${cash}`,
  }
}

/** Writes the customer of a reversed movement, if it has one, with the balance that it changed. */
async function tellCustomer(
  { kind, reference: reversed, customerId, amount, feePaidFrom, keptBack }: Movement,
  { entryId, reference }: Posted,
  balance: Kobo | undefined,
  context: Context,
) {
  const { write } = wayOf(kind)
  if (customerId === null || balance === undefined || write === null) return
  const textOf = feePaidFrom === 'cash' ? messageTexts.reversedFee : (write ?? messageTexts.reversal)
  const text = textOf({ amount, balance, reference, reversed, keptBack })
  await writeMessages(context, [{ customerId, entryId, text }])
}

/** What a reversal changed, as the reply names it: an account, what is left to recover on a loan that is written off, or cash. */
async function changedBy(movement: Movement, posted: Posted, { queries, actor }: Context) {
  if (movement.feePaidFrom === 'cash') return { name: 'To pay back in cash', balance: movement.amount }
  if (movement.kind === 'Withdrawal payment') return { name: 'To be paid again', balance: movement.amount }
  const { loanId, recoveredLoan } = movement
  if (recoveredLoan === undefined || !loanId) {
    const changed = changedAccountOf(movement, actor)
    return changed && { name: changed.name, balance: balanceOf(posted, changed.account).after }
  }
  const [loan] = await queries.select().from(loans).where(eq(loans.id, loanId))
  return { name: `Left to recover on loan ${recoveredLoan}`, balance: loan ? leftToRecover(loan) : kobo(0) }
}
