import { and, eq } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { type Calls, calls } from '#contract/index'
import type { Kobo } from '#contract/values'
import { addKobo, formatNaira, kobo, negateKobo } from '#domain/money/kobo'
import { lagosDay } from '#domain/time/lagos'
import {
  commentOf,
  decisionBlocker,
  lockRequest,
  onlyDecision,
  requestNotFound,
} from '../../approvals/decisions'
import { isSameActor } from '../../approvals/separationOfDuties'
import type { Selects } from '../../db/database'
import { documentPrefixes, type EntryKind } from '../../db/tables/ledgerKinds'
import { entries } from '../../db/tables/ledger'
import { loans } from '../../db/tables/loans'
import { reversals } from '../../db/tables/reversals'
import { admins, agents, customers } from '../../db/tables/schema'
import { reject } from '../../errors/refusals'
import type { Context, HandlersFor } from '../../handler'
import { uncountDeposit } from '../../ledger/cycles'
import { balanceOf, type Posted } from '../../ledger/post'
import { keepPaidOut, reopenPayout } from '../../ledger/payouts'
import { leftToRecover } from '../../ledger/recoveries'
import { newReference } from '../../ledger/references'
import { postReversal } from '../../ledger/reversal'
import { postSavingsMovements } from '../../ledger/savings'
import { madeBy } from '../../ledger/transfer'
import { correctInterest, isOfEarlierMonth } from '../../ledger/interestCorrections'
import { lagosStamp } from '../../lists/conditions'
import { defineList } from '../../lists/listRows'
import { pageOf } from '../../lists/lists'
import { searchQuery } from '../../lists/searchText'
import { openAgent } from '../../people/agentColumns'
import { customerName } from '../../people/customerColumns'
import { waitingRows } from '../../approvals/waiting'
import { writeMessages } from '../../messages/outbox'
import { messageTexts } from '../../messages/texts'
import {
  changedAccountOf,
  collectedBy,
  customerOf,
  effectOf,
  lockMovement,
  type Movement,
  movementNamed,
  movementWith,
  obstacleOf,
  reversedOf,
} from './movement'

const original = alias(entries, 'original')
const reversing = alias(entries, 'reversing')
const requester = alias(admins, 'requester')
const recorder = alias(admins, 'recorder')
const decider = alias(admins, 'decider')

const reversalRow = {
  id: reversals.id,
  created_at: lagosStamp(reversals.createdAt),
  reference: reversals.reference,
  original: original.reference,
  kind: original.kind,
  made_at: lagosStamp(original.madeAt),
  amount: reversals.amount,
  user_id: reversals.customerId,
  customer: customerName,
  agent_id: openAgent,
  agent: agents.name,
  recorded_by_name: recorder.name,
  reason: reversals.reason,
  status: reversals.status,
  requested_by_id: reversals.requestedBy,
  requested_by_name: requester.name,
  decided_by_name: decider.name,
  decided_at: lagosStamp(reversals.decidedAt),
  comment: reversals.comment,
  entry: reversing.reference,
}

const rowsOf = (queries: Selects, row = reversalRow) =>
  queries
    .select(row)
    .from(reversals)
    .innerJoin(original, eq(original.id, reversals.originalId))
    .innerJoin(customers, eq(customers.id, reversals.customerId))
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
    const within = input.waiting && waitingRows(context, 'reversals')
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
    const customer = customerOf(movement)
    const open = await openReversal(queries, movement.id)
    const effect = effectOf(movement, actor)
    return {
      data: {
        ...effect,
        original: movement.reference,
        kind: movement.kind,
        made_at: movement.made_at,
        amount: movement.amount,
        user_id: customer.id,
        customer: customer.name,
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
    const customer = customerOf(movement)
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
        customerId: customer.id,
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

type WriteText = (facts: Parameters<typeof messageTexts.reversedDisbursement>[0]) => string
/** The message to the customer about the reversal of a loan's movement. */
const textFor: Partial<Record<EntryKind, WriteText>> = {
  'Loan repayment': messageTexts.reversedRepayment,
  'Loan settlement': messageTexts.reversedRepayment,
  'Loan set-off': messageTexts.reversedRepayment,
  'Loan penalty': messageTexts.reversedPenalty,
  'Loan recovery': messageTexts.reversedRecovery,
  'Loan disbursement': messageTexts.reversedDisbursement,
  'Withdrawal payment': messageTexts.reversedPayment,
}

/** Posts the reversal into today, if the wallets still cover it. */
async function reverse({ originalId, customerId, reference, amount }: Reversal, context: Context) {
  const { queries, actor } = context
  const movement = await lockMovement(queries, originalId)
  customerOf(movement)
  const obstacle = obstacleOf(movement, actor)
  if (obstacle) reject(obstacle)
  // Before the reversal, which takes the whole deposit back from the wallet.
  if (movement.kind === 'Savings deposit')
    await postSavingsMovements(
      queries,
      await uncountDeposit(queries, originalId, { madeAt: context.now, adminId: actor.adminId }),
    )
  const { givenBack } = movement
  const posted = await postReversal(queries, reversedOf(movement), { ...madeBy(context), reason: reference })
  if (movement.kind === 'Withdrawal payment') await reopenPayout(queries, originalId)
  if (movement.kind === 'Savings to main wallet')
    await keepPaidOut(
      queries,
      movement.moves.flatMap(({ savingsId }) => savingsId ?? []),
    )
  const taken = await takeInterestBack(movement, posted.entryId, context)
  const { name, balance } = await changedBy(movement, posted, context)
  const after = addKobo(balance, taken)
  const agent = collectedBy(movement)
  const write: WriteText =
    movement.feePaidFrom === 'cash'
      ? messageTexts.reversedFee
      : (textFor[movement.kind] ?? messageTexts.reversal)
  const text = write({
    amount,
    balance: after,
    reference: posted.reference,
    reversed: movement.reference,
    keptBack: movement.keptBack,
  })
  // A write-off sends no message, and neither does its reversal.
  if (movement.kind !== 'Loan write-off')
    await writeMessages(context, [{ customerId, entryId: posted.entryId, text }])
  const cash = agent ? ` It no longer counts for the cash of ${agent}.` : ''
  return {
    entryId: posted.entryId,
    reference: posted.reference,
    message: `Reversal ${reference} approved: ${formatNaira(amount)} of ${movement.reference} was reversed by ${posted.reference}.${taken === 0 ? '' : ` ${formatNaira(negateKobo(taken))} of interest was taken back with it.`}${givenBack === 0 ? '' : ` ${formatNaira(givenBack)} of commission was given back.`} ${name}: ${formatNaira(after)}.${cash}`,
  }
}

/** What a reversal changed for the customer: an account, what is left to recover on a loan that is written off, or cash. */
async function changedBy(movement: Movement, posted: Posted, { queries }: Context) {
  if (movement.feePaidFrom === 'cash') return { name: 'To pay back in cash', balance: movement.amount }
  if (movement.kind === 'Withdrawal payment') return { name: 'To be paid again', balance: movement.amount }
  const { loanId, recoveredLoan } = movement
  if (recoveredLoan === undefined || !loanId) {
    const { account, name } = changedAccountOf(movement)
    return { name, balance: balanceOf(posted, account).after }
  }
  const [loan] = await queries.select().from(loans).where(eq(loans.id, loanId))
  return { name: `Left to recover on loan ${recoveredLoan}`, balance: loan ? leftToRecover(loan) : kobo(0) }
}

/** What a reversed deposit earned in months that have ended, below zero. */
async function takeInterestBack(movement: Movement, causeId: number, context: Context): Promise<Kobo> {
  const saving = movement.moves.find(({ savingsId }) => savingsId !== null)
  if (movement.kind !== 'Savings deposit' || !saving?.savingsId) return kobo(0)
  const since = movement.collected_on ?? movement.made_at.slice(0, 10)
  if (!isOfEarlierMonth(since, lagosDay(context.now))) return kobo(0)
  return correctInterest(context.queries, {
    savingsId: saving.savingsId,
    since,
    causeId,
    madeAt: context.now,
    adminId: context.actor.adminId,
  })
}
