import { and, eq, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { commentFault } from '#domain/decision'
import { cashDifferences } from '../db/tables/cash'
import { sheetRequests } from '../db/tables/collections'
import { loanChanges } from '../db/tables/loanChanges'
import { fundRequests, withdrawals } from '../db/tables/money'
import { reversals } from '../db/tables/reversals'
import { reopenings } from '../db/tables/runs'
import { invalid, reject } from '../errors/refusals'
import type { Context } from '../handler'
import { differentActorCondition, isSameActor } from './separationOfDuties'

type Requests = PgTable & { id: PgColumn; createdAt: PgColumn; requestedBy: PgColumn }

/** What admins request and other admins decide on: in one step with a `status`, or in two with a numbered state. */
type DecisionKind = {
  table: Requests
  /** The columns of the admins who decide on no step: `requestedBy`, and others. */
  makers: readonly PgColumn[]
  status?: PgColumn
  /** Of two steps: the state, an `ApprovalState`, and who made the first decision. */
  twoSteps?: { state: PgColumn; firstDecidedBy: PgColumn }
  /** What a request is about, where it is about money. */
  amount?: SQLWrapper
  /** The words of its messages. */
  noun: string
  made: 'created' | 'requested'
  subject: Parameters<Context['setAuditSubject']>[0]
}

const oneStep = <T extends Requests & { status: PgColumn }, Words>(table: T, words: Words) => ({
  table,
  makers: [table.requestedBy],
  status: table.status,
  ...words,
})
const inTwoSteps = <T extends Requests & { firstDecidedBy: PgColumn }, Words>(
  table: T,
  state: PgColumn,
  words: Words,
) => ({
  table,
  makers: [table.requestedBy],
  twoSteps: { state, firstDecidedBy: table.firstDecidedBy },
  ...words,
})

/** A new kind of decision is a row here, with its count in `waitingPermissions`. */
export const decisionKinds = {
  withdrawals: oneStep(withdrawals, {
    amount: withdrawals.amount,
    noun: 'Withdrawal',
    made: 'created',
    subject: 'withdrawal',
  }),
  reversals: {
    ...oneStep(reversals, { noun: 'Reversal', made: 'requested', subject: 'reversal' }),
    makers: [reversals.requestedBy, reversals.recordedBy],
    amount: reversals.amount,
  },
  reopenings: oneStep(reopenings, { noun: 'Reopening', made: 'requested', subject: 'reopening' }),
  sheets: oneStep(sheetRequests, {
    amount: sheetRequests.total,
    noun: 'Sheet',
    made: 'requested',
    subject: 'sheet request',
  }),
  requests: inTwoSteps(fundRequests, fundRequests.initialStatus, {
    amount: fundRequests.amount,
    noun: 'Request',
    made: 'created',
    subject: 'fund request',
  }),
  differences: inTwoSteps(cashDifferences, cashDifferences.state, {
    amount: sql`abs(${cashDifferences.amount})`,
    noun: 'Difference',
    made: 'requested',
    subject: 'cash difference',
  }),
  loan_changes: inTwoSteps(loanChanges, loanChanges.state, {
    amount: loanChanges.amount,
    noun: 'Change',
    made: 'requested',
    subject: 'loan change',
  }),
} as const satisfies Record<string, DecisionKind>
type Kind = keyof typeof decisionKinds
type RowOf<K extends Kind> = (typeof decisionKinds)[K]['table']['$inferSelect']

/** What needs two approvals has these states (rules.md, "Two approvals"). */
export type ApprovalState = 0 | 1 | 2 | 3
export const awaitsFirst: ApprovalState = 0
export const awaitsSecond: ApprovalState = 1
export const approved: ApprovalState = 2
export const rejected: ApprovalState = 3
const stateTexts: Record<ApprovalState, string> = {
  0: 'awaits its first decision',
  1: 'awaits its second decision',
  2: 'is approved already',
  3: 'is rejected already',
}

type Requested = { reference: string; requestedBy: number }
type Undecided = Requested & ({ status: string } | { state: number; firstDecidedBy: number | null })

const ownMessage = (kind: Kind, reference: string) => {
  const { noun, made } = decisionKinds[kind]
  return `You ${made} ${noun.toLowerCase()} ${reference} yourself. Another admin must decide on it.`
}
const ownFirstDecisionMessage = (kind: Kind, reference: string) =>
  `You made the first decision on ${decisionKinds[kind].noun.toLowerCase()} ${reference}. Another admin must make the second.`

/** Why this admin can't make the next decision, shown on the screen in advance; null if they can, or if none is awaited. */
export function decisionBlocker(kind: Kind, one: Undecided, context: Context): string | null {
  const { reference, requestedBy } = one
  const isDecided = 'state' in one ? one.state >= approved : one.status !== 'pending'
  if (isDecided) return null
  if (isSameActor(context, requestedBy)) return ownMessage(kind, reference)
  const isSecond = 'state' in one && isSameActor(context, one.firstDecidedBy)
  return isSecond ? ownFirstDecisionMessage(kind, reference) : null
}

export const requestNotFound = (kind: Kind, id: number) =>
  `${decisionKinds[kind].noun} with ID ${id} not found`

/** Locks a request until the commit; rejects unless it awaits this decision and the actor may make it. */
export async function lockRequest<K extends Kind>(
  kind: K,
  id: number,
  context: Context,
  awaited: ApprovalState = awaitsFirst,
): Promise<RowOf<K>> {
  const { table, noun, subject } = decisionKinds[kind]
  await context.setAuditSubject(subject, id)
  const [row] = await context.queries
    .select()
    .from(table as Requests)
    .where(eq(table.id, id))
    .for('update')
  if (!row) return reject(requestNotFound(kind, id))
  const undecided = undecidedOf(row as Requested & Partial<Decided>)
  const isAwaited = 'state' in undecided ? undecided.state === awaited : undecided.status === 'pending'
  if (!isAwaited) reject(`${noun} ${undecided.reference} ${stateText(undecided)}. Reload the list.`)
  const blocker = decisionBlocker(kind, undecided, context)
  if (blocker) reject(blocker)
  return row as RowOf<K>
}

type Decided = { status: string; state: number; initialStatus: number; firstDecidedBy: number | null }
function undecidedOf(row: Requested & Partial<Decided>): Undecided {
  const { reference, requestedBy, status, state, initialStatus, firstDecidedBy } = row
  return status === undefined
    ? {
        reference,
        requestedBy,
        state: state ?? initialStatus ?? rejected,
        firstDecidedBy: firstDecidedBy ?? null,
      }
    : { reference, requestedBy, status }
}
const stateText = (one: Undecided) =>
  'state' in one ? stateTexts[one.state as ApprovalState] : `is ${one.status} already`

/** The rows that await a decision of this actor; of two steps, the first or the second one. */
export function awaitsActor(
  kind: Kind,
  asking: Pick<Context, 'actor' | 'services'>,
  awaited: ApprovalState = awaitsFirst,
): SQL | undefined {
  const { makers, status, twoSteps }: DecisionKind = decisionKinds[kind]
  const first = awaited === awaitsSecond && twoSteps ? [twoSteps.firstDecidedBy] : []
  const isOpen = twoSteps ? eq(twoSteps.state, awaited) : status && eq(status, 'pending')
  return and(isOpen, differentActorCondition(asking, ...makers, ...first))
}

/** The comment of a decision; a rejection needs one. */
export function commentOf(decision: { status: string; comment?: string | null | undefined }): string | null {
  const fault = commentFault(decision)
  if (fault) invalid(fault)
  return decision.comment?.trim() || null
}

/** The columns that the decision of one step sets. */
export const onlyDecision = (isApproved: boolean, comment: string | null, { actor, now }: Context) => ({
  status: isApproved ? ('approved' as const) : ('rejected' as const),
  decidedBy: actor.adminId,
  decidedAt: now,
  comment,
})
/** The columns that the first decision of two sets. */
export const firstDecision = (isApproved: boolean, comment: string | null, { actor, now }: Context) => ({
  state: isApproved ? awaitsSecond : rejected,
  firstDecidedBy: actor.adminId,
  firstDecidedAt: now,
  firstComment: comment,
})
/** The columns that the second decision sets. */
export const secondDecision = (isApproved: boolean, comment: string | null, { actor, now }: Context) => ({
  state: isApproved ? approved : rejected,
  secondDecidedBy: actor.adminId,
  secondDecidedAt: now,
  secondComment: comment,
})
