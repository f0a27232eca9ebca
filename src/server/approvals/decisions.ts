import { and, eq, notExists, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { commentFault } from '#domain/decision'
import { agentStatements } from '../db/tables/agentPay'
import { dayOpenings } from '../db/tables/businessDays'
import { settingChanges } from '../db/tables/businessSettings'
import { cashDifferences } from '../db/tables/cash'
import { sheetRequests } from '../db/tables/collections'
import { expenses } from '../db/tables/expenses'
import { imports } from '../db/tables/imports'
import { loanChanges } from '../db/tables/loanChanges'
import { loans } from '../db/tables/loans'
import { fundRequests, withdrawals } from '../db/tables/money'
import { payoutBatches } from '../db/tables/payoutBatches'
import { reversals } from '../db/tables/reversals'
import { reopenings } from '../db/tables/runs'
import { termChanges } from '../db/tables/terms'
import { invalid, reject } from '../errors/refusals'
import type { Context } from '../handler'
import { againstRelease, filesAddedBy } from '../import/jobs'
import { differentActorCondition, isSameActor } from './separationOfDuties'

type Decided = PgTable & { id: PgColumn; createdAt: PgColumn }
type Requests = Decided & { requestedBy: PgColumn }
type Asking = Pick<Context, 'actor' | 'services' | 'queries'>

/** What admins request and other admins decide on, in one step or in two. */
type DecisionKind = {
  table: Decided
  /** The columns of the admins who decide on no step: who requested it, and others. */
  makers: readonly PgColumn[]
  /** More of them, who are not named by columns of the table: the rows that the actor had no part in. */
  notMadeBy?: (asking: Asking) => SQL
  /** The rows that await the only decision, or the first one. */
  awaits: SQL
  /** Of two steps: the rows that await the second decision, and who made the first. */
  second?: { awaits: SQL; firstDecidedBy: PgColumn }
  /** What a request is about, where it is about money. */
  amount?: SQLWrapper
  /** The words of its messages. */
  noun: string
  made: 'created' | 'requested' | 'entered' | 'made'
  /** Why who made the first decision can't make the second, if it has its own words. */
  ownFirst?: string
  subject: Parameters<Context['setAuditSubject']>[0]
}

/** What needs two approvals has these states (rules.md, "Two approvals"). */
export type ApprovalState = 0 | 1 | 2 | 3
export const awaitsFirst: ApprovalState = 0
export const awaitsSecond: ApprovalState = 1
export const approved: ApprovalState = 2
export const rejected: ApprovalState = 3

const oneStep = <T extends Requests & { status: PgColumn }, Words>(table: T, words: Words) => ({
  table,
  makers: [table.requestedBy],
  awaits: eq(table.status, 'pending'),
  ...words,
})
const inTwoSteps = <T extends Requests & { firstDecidedBy: PgColumn }, Words>(
  table: T,
  state: PgColumn,
  words: Words,
) => ({
  table,
  makers: [table.requestedBy],
  awaits: eq(state, awaitsFirst),
  second: { awaits: eq(state, awaitsSecond), firstDecidedBy: table.firstDecidedBy },
  ...words,
})

/** A new kind of decision is a row here, with its count in `waitingPermissions`. */
export const decisionKinds = {
  loans: {
    table: loans,
    makers: [loans.adminId],
    awaits: eq(loans.applicationStatus, 'pending'),
    second: { awaits: eq(loans.applicationStatus, 'in-progress'), firstDecidedBy: loans.firstApprovalId },
    amount: loans.amount,
    noun: 'Loan',
    made: 'entered',
    ownFirst: 'The second approval must come from another admin than the first.',
    subject: 'loan',
  },
  /** Not released by the admin who made it, nor by one who added a file to it. */
  imports: {
    table: imports,
    makers: [imports.createdBy],
    notMadeBy: ({ queries, actor }: Asking) => notExists(filesAddedBy(queries, imports.id, actor.adminId)),
    awaits: eq(imports.state, 'ready'),
    noun: 'Import',
    made: 'created',
    subject: 'import',
  },
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
  day_openings: oneStep(dayOpenings, { noun: 'Opening', made: 'requested', subject: 'day opening' }),
  reopenings: oneStep(reopenings, { noun: 'Reopening', made: 'requested', subject: 'reopening' }),
  sheets: oneStep(sheetRequests, {
    amount: sheetRequests.total,
    noun: 'Sheet',
    made: 'requested',
    subject: 'sheet request',
  }),
  term_changes: oneStep(termChanges, { noun: 'Change', made: 'requested', subject: 'term change' }),
  setting_changes: oneStep(settingChanges, {
    noun: 'Change',
    made: 'requested',
    subject: 'setting change',
  }),
  payouts: oneStep(payoutBatches, {
    amount: payoutBatches.total,
    noun: 'Payout',
    made: 'requested',
    subject: 'payout',
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
  expenses: inTwoSteps(expenses, expenses.state, {
    amount: expenses.amount,
    noun: 'Expense',
    made: 'requested',
    subject: 'expense',
  }),
  statements: inTwoSteps(agentStatements, agentStatements.state, {
    amount: agentStatements.total,
    noun: 'Statement',
    made: 'made',
    subject: 'agent statement',
  }),
  loan_changes: inTwoSteps(loanChanges, loanChanges.state, {
    amount: loanChanges.amount,
    noun: 'Change',
    made: 'requested',
    subject: 'loan change',
  }),
} as const satisfies Record<string, DecisionKind>
export type Kind = keyof typeof decisionKinds
/** Kinds whose rows have the columns of `decisionColumns.ts`. */
type RequestKind = Exclude<Kind, 'loans' | 'imports'>
type RowOf<K extends RequestKind> = (typeof decisionKinds)[K]['table']['$inferSelect']

const stateTexts: Record<ApprovalState, string> = {
  0: 'awaits its first decision',
  1: 'awaits its second decision',
  2: 'is approved already',
  3: 'is rejected already',
}

type Requested = { reference: string; requestedBy: number | null }
type Undecided = Requested & ({ status: string } | { state: number; firstDecidedBy: number | null })

const ownMessage = (kind: Kind, reference: string) => {
  const { noun, made } = decisionKinds[kind]
  return `You ${made} ${noun.toLowerCase()} ${reference} yourself. Another admin must decide on it.`
}
function ownFirstDecisionMessage(kind: Kind, reference: string) {
  const { noun, ownFirst }: DecisionKind = decisionKinds[kind]
  return (
    ownFirst ??
    `You made the first decision on ${noun.toLowerCase()} ${reference}. Another admin must make the second.`
  )
}

/** Why this admin can't make the next decision, shown on the screen in advance; null if they can, or if none is awaited. */
export function decisionBlocker(kind: Kind, one: Undecided, context: Context): string | null {
  const { reference, requestedBy } = one
  const isDecided = 'state' in one ? one.state >= approved : one.status !== 'pending'
  if (isDecided) return null
  if (isSameActor(context, requestedBy)) return ownMessage(kind, reference)
  const isSecond = 'state' in one && isSameActor(context, one.firstDecidedBy)
  return isSecond ? ownFirstDecisionMessage(kind, reference) : null
}

/** Rejects who may not make the next decision. */
export function assertMayDecide(kind: Kind, one: Undecided, context: Context) {
  const blocker = decisionBlocker(kind, one, context)
  if (blocker) reject(blocker)
}

/** A loan as what is decided on. */
export const undecidedLoan = (loan: {
  reference: string
  adminId: number | null
  applicationStatus: (typeof loans.$inferSelect)['applicationStatus']
  firstApprovalId: number | null
}): Undecided => ({
  reference: loan.reference,
  requestedBy: loan.adminId,
  state: loanStates[loan.applicationStatus],
  firstDecidedBy: loan.firstApprovalId,
})
const loanStates = {
  pending: awaitsFirst,
  'in-progress': awaitsSecond,
  approved,
  rejected,
} as const

/** Why this admin can't release an import, shown on the screen in advance; null if they can. */
export const releaseBlocker = async (id: number, { queries, services, actor }: Asking) =>
  services.config.allowSameApprover ? null : ((await againstRelease(queries, id, actor.adminId)) ?? null)

export const requestNotFound = (kind: Kind, id: number) =>
  `${decisionKinds[kind].noun} with ID ${id} not found`

/** Locks a request until the commit; rejects unless it awaits this decision and the actor may make it. */
export async function lockRequest<K extends RequestKind>(
  kind: K,
  id: number,
  context: Context,
  awaited: ApprovalState = awaitsFirst,
): Promise<RowOf<K>> {
  const { table, noun, subject } = decisionKinds[kind]
  await context.setAuditSubject(subject, id)
  const [row] = await context.queries
    .select()
    .from(table as Decided)
    .where(eq(table.id, id))
    .for('update')
  if (!row) return reject(requestNotFound(kind, id))
  const undecided = undecidedOf(row as Requested & Partial<Steps>)
  const isAwaited = 'state' in undecided ? undecided.state === awaited : undecided.status === 'pending'
  if (!isAwaited) reject(`${noun} ${undecided.reference} ${stateText(undecided)}. Reload the list.`)
  assertMayDecide(kind, undecided, context)
  return row as RowOf<K>
}

type Steps = { status: string; state: number; initialStatus: number; firstDecidedBy: number | null }
function undecidedOf(row: Requested & Partial<Steps>): Undecided {
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
  asking: Asking,
  awaited: ApprovalState = awaitsFirst,
): SQL | undefined {
  const { makers, notMadeBy, awaits, second }: DecisionKind = decisionKinds[kind]
  const step = awaited === awaitsSecond ? second : undefined
  const first = step ? [step.firstDecidedBy] : []
  const isNoMaker = asking.services.config.allowSameApprover ? undefined : notMadeBy?.(asking)
  return and(step?.awaits ?? awaits, differentActorCondition(asking, ...makers, ...first), isNoMaker)
}

/** The comment of a decision; a rejection needs one. */
export function commentOf(
  decision: { status: string; comment?: string | null | undefined },
  message?: string,
): string | null {
  const fault = commentFault(decision)
  if (fault) invalid(message ?? fault)
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
