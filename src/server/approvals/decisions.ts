import { and, eq, notExists, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { LimitKind, LimitStep } from '#contract/calls/limits'
import { limitKindTexts } from '#domain/limitTexts'
import type { Kobo } from '#contract/values'
import { commentFault } from '#domain/decision'
import { formatNaira, kobo } from '#domain/money/kobo'
import { agentStatements } from '../db/tables/agentPay'
import { dayOpenings } from '../db/tables/businessDays'
import { settingChanges } from '../db/tables/businessSettings'
import { cashDifferences } from '../db/tables/cash'
import { sheetRequests } from '../db/tables/collections'
import { lateBatches } from '../db/tables/field'
import { expenses } from '../db/tables/expenses'
import { imports } from '../db/tables/imports'
import { creditRequests, messagesOffRequests } from '../db/tables/limits'
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
import { withdrawnTogether } from './dayLimits'
import { differentActorCondition, isMaker, isSameActor, newRightsFault } from './separationOfDuties'

type Decided = PgTable & { id: PgColumn; createdAt: PgColumn }
type Requests = Decided & { requestedBy: PgColumn }
type Asking = Pick<Context, 'actor' | 'services' | 'queries' | 'now'>

/** What admins request and other admins decide on, in one step or in two. */
type DecisionKind = {
  table: Decided
  /** The columns of the admins who decide on no step: who requested it first, then others. */
  makers: readonly PgColumn[]
  /** Where one decision may need two approvals: who made the first. */
  firstApprovedBy?: PgColumn
  /** More of them, who are not named by columns of the table: the rows that the actor had no part in. */
  notMadeBy?: (asking: Asking) => SQL
  /** The rows that await the only decision, or the first one. */
  awaits: SQL
  /** Of two steps: the rows that await the second decision, and who made the first. */
  second?: { awaits: SQL; firstDecidedBy: PgColumn }
  /** What a request is about, where it is about money. */
  amount?: SQLWrapper
  /** The role limits that apply to its amount, and the step of its decision where its state does not determine it. */
  limit?: {
    kind: LimitKind | ((one: { customerId: number | null }) => LimitKind)
    step?: LimitStep
    /** What counts with the amount of a row. */
    counted?: (now: Date) => SQL
  }
  /** The words of its messages. */
  noun: string
  made: 'created' | 'requested' | 'entered' | 'made' | 'approved the device of'
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

/** A credit of the main business wallet has no customer. */
export const creditKind = ({ customerId }: { customerId: number | null }) =>
  customerId === null ? 'main wallet credit' : 'customer credit'

/** A new kind of decision is a row here, with its count in `waitingPermissions`. */
export const decisionKinds = {
  loans: {
    table: loans,
    makers: [loans.adminId],
    awaits: eq(loans.applicationStatus, 'pending'),
    second: { awaits: eq(loans.applicationStatus, 'in-progress'), firstDecidedBy: loans.firstApprovalId },
    amount: loans.amount,
    limit: { kind: 'loan' },
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
  /** Above the business's limit two admins approve it: the first approval leaves it pending. */
  withdrawals: {
    ...oneStep(withdrawals, {
      amount: withdrawals.amount,
      limit: { kind: 'withdrawal', counted: withdrawnTogether },
      noun: 'Withdrawal',
      made: 'created',
      subject: 'withdrawal',
    }),
    firstApprovedBy: withdrawals.firstApprovedBy,
  },
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
  /** Not decided on by who approved the device that sent it. */
  late_batches: oneStep(lateBatches, {
    amount: lateBatches.total,
    noun: 'Late batch',
    made: 'approved the device of',
    subject: 'late batch',
  }),
  term_changes: oneStep(termChanges, { noun: 'Change', made: 'requested', subject: 'term change' }),
  messages_off: oneStep(messagesOffRequests, {
    noun: 'Request',
    made: 'made',
    subject: 'messages off request',
  }),
  credits: oneStep(creditRequests, {
    amount: creditRequests.amount,
    limit: { kind: creditKind, step: 2 },
    noun: 'Credit',
    made: 'requested',
    subject: 'credit request',
  }),
  setting_changes: oneStep(settingChanges, {
    noun: 'Change',
    made: 'requested',
    subject: 'setting change',
  }),
  payouts: oneStep(payoutBatches, {
    amount: payoutBatches.total,
    limit: { kind: 'payout' },
    noun: 'Payout',
    made: 'requested',
    subject: 'payout',
  }),
  requests: inTwoSteps(fundRequests, fundRequests.initialStatus, {
    amount: fundRequests.amount,
    limit: { kind: 'fund request' },
    noun: 'Request',
    made: 'created',
    subject: 'fund request',
  }),
  differences: inTwoSteps(cashDifferences, cashDifferences.state, {
    amount: sql`abs(${cashDifferences.amount})`,
    limit: { kind: 'cash difference' },
    noun: 'Difference',
    made: 'requested',
    subject: 'cash difference',
  }),
  expenses: inTwoSteps(expenses, expenses.state, {
    amount: expenses.amount,
    limit: { kind: 'expense' },
    noun: 'Expense',
    made: 'requested',
    subject: 'expense',
  }),
  statements: inTwoSteps(agentStatements, agentStatements.state, {
    amount: agentStatements.total,
    limit: { kind: 'agent statement' },
    noun: 'Statement',
    made: 'made',
    subject: 'agent statement',
  }),
  loan_changes: inTwoSteps(loanChanges, loanChanges.state, {
    amount: loanChanges.amount,
    limit: { kind: 'loan change' },
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

type Requested = {
  reference: string
  requestedBy: number | null
  /** The agent whose device asked for it: then `requestedBy` approved the device. */
  requestedByAgentId?: number | null
}
type Undecided = Requested &
  Amounts &
  ({ status: string; firstApprovedBy?: number | null } | { state: number; firstDecidedBy: number | null })
/** What a request about money has one of; a limit of a role needs it. */
type Amounts = { amount?: Kobo | null; total?: Kobo | null; customerId?: number | null }

const ownMessage = (kind: Kind, { reference, requestedByAgentId }: Requested) => {
  const { noun, made } = decisionKinds[kind]
  return `You ${requestedByAgentId ? 'approved the device of' : made} ${noun.toLowerCase()} ${reference} yourself. Another admin must decide on it.`
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
  if (isSameActor(context, requestedBy)) return ownMessage(kind, one)
  const first = 'state' in one ? one.firstDecidedBy : one.firstApprovedBy
  if (first && isSameActor(context, first)) return ownFirstDecisionMessage(kind, reference)
  return (
    newRightsFault(context) ??
    (isMaker(context, requestedBy) ? makerMessage(kind, reference) : limitFault(kind, one, context))
  )
}

const makerMessage = (kind: Kind, reference: string) =>
  `${decisionKinds[kind].noun} ${reference} is of an admin who gave you rights. Another admin must decide on it.`

/** Why the limits of the actor's role do not reach what is decided on; null if they do, or if there are none. */
function limitFault(kind: Kind, one: Undecided, { actor }: Pick<Context, 'actor'>): string | null {
  const { limit, amount: hasAmount }: DecisionKind = decisionKinds[kind]
  if (!limit || !hasAmount) return null
  const amount = one.amount ?? one.total
  if (amount === undefined || amount === null) throw new Error(`No amount to compare with limits: ${kind}.`)
  const limitKind =
    typeof limit.kind === 'string' ? limit.kind : limit.kind({ customerId: one.customerId ?? null })
  return roleLimitFault(actor, limitKind, limit.step ?? stepOf(one), amount)
}
const stepOf = (one: Undecided): LimitStep =>
  ('state' in one ? one.state === awaitsSecond : one.firstApprovedBy) ? 2 : 1

const limitOf = ({ limits }: Context['actor'], kind: LimitKind, step: LimitStep) =>
  limits.find((one) => one.kind === kind && one.step === step)?.amount

/** Why the actor's role does not take this step with an amount, in words; null if it does. */
function roleLimitFault(
  actor: Context['actor'],
  kind: LimitKind,
  step: LimitStep,
  amount: Kobo,
): string | null {
  const limit = limitOf(actor, kind, step)
  if (limit === undefined || Math.abs(amount) <= limit) return null
  const [one, many] = limitKindTexts[kind]
  const what = step === 2 ? 'makes the second decision on' : 'decides on'
  return limit === 0
    ? `The role ${actor.role} ${what} no ${one}.`
    : `The role ${actor.role} ${what} ${many} up to ${formatNaira(limit)}, not of ${formatNaira(kobo(Math.abs(amount)))}.`
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
  amount: Kobo
}): Undecided => ({
  reference: loan.reference,
  requestedBy: loan.adminId,
  amount: loan.amount,
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
export async function releaseBlocker(id: number, asking: Asking): Promise<string | null> {
  const { services, queries, actor } = asking
  if (services.config.allowSameApprover) return null
  const against = (await againstRelease(queries, id, actor.adminId)) ?? newRightsFault(asking)
  if (against) return against
  const [made] = await queries
    .select({ createdBy: imports.createdBy })
    .from(imports)
    .where(eq(imports.id, id))
  return isMaker(asking, made?.createdBy ?? null) ? makerMessage('imports', String(id)) : null
}

export const requestNotFound = (kind: Kind, id: number) =>
  `${decisionKinds[kind].noun} with ID ${id} not found`

/** What limits compare instead of a row's own amount, where others count with it. */
export async function countedAmount(
  kind: Kind,
  id: number,
  { queries, now }: Pick<Context, 'queries' | 'now'>,
): Promise<{ amount?: Kobo }> {
  const { table, limit }: DecisionKind = decisionKinds[kind]
  if (!limit?.counted) return {}
  const [row] = await queries
    .select({ amount: limit.counted(now).mapWith(Number) })
    .from(table)
    .where(eq(table.id, id))
  return row ? { amount: kobo(Number(row.amount)) } : {}
}

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
  const counted = await countedAmount(kind, id, context)
  const undecided = undecidedOf({ ...(row as Requested & Amounts & Partial<Steps>), ...counted })
  const isAwaited = 'state' in undecided ? undecided.state === awaited : undecided.status === 'pending'
  if (!isAwaited) reject(`${noun} ${undecided.reference} ${stateText(undecided)}. Reload the list.`)
  assertMayDecide(kind, undecided, context)
  return row as RowOf<K>
}

type Steps = {
  status: string
  state: number
  initialStatus: number
  firstDecidedBy: number | null
  firstApprovedBy: number | null
}
function undecidedOf(row: Requested & Amounts & Partial<Steps>): Undecided {
  const { status, state, initialStatus, firstDecidedBy, ...one } = row
  return status === undefined
    ? { ...one, state: state ?? initialStatus ?? rejected, firstDecidedBy: firstDecidedBy ?? null }
    : { ...one, status }
}
const stateText = (one: Undecided) =>
  'state' in one ? stateTexts[one.state as ApprovalState] : `is ${one.status} already`

/** The rows that await a decision of this actor; of two steps, the first or the second one. */
export function awaitsActor(
  kind: Kind,
  asking: Asking,
  awaited: ApprovalState = awaitsFirst,
): SQL | undefined {
  const { makers, notMadeBy, awaits, second, firstApprovedBy }: DecisionKind = decisionKinds[kind]
  const step = awaited === awaitsSecond ? second : undefined
  const first = [step?.firstDecidedBy, firstApprovedBy].filter((column) => column !== undefined)
  const isNoMaker = asking.services.config.allowSameApprover ? undefined : notMadeBy?.(asking)
  return and(
    step?.awaits ?? awaits,
    differentActorCondition(asking, makers.slice(0, 1), [...makers.slice(1), ...first]),
    isNoMaker,
    withinLimits(kind, asking, step ? 2 : 1),
  )
}

/** The rows whose amount the limits of the actor's role reach. */
function withinLimits(kind: Kind, { actor, now }: Asking, step: LimitStep): SQL | undefined {
  const { amount, limit, firstApprovedBy }: DecisionKind = decisionKinds[kind]
  if (!amount || !limit || actor.limits.length === 0) return undefined
  const upTo = (limitKind: LimitKind, which: LimitStep) => {
    const most = limitOf(actor, limitKind, which)
    return most === undefined ? sql`true` : sql`abs(${limit.counted?.(now) ?? amount}) <= ${most}`
  }
  if (typeof limit.kind !== 'string')
    return sql`case when ${creditRequests.customerId} is null then ${upTo('main wallet credit', 2)} else ${upTo('customer credit', 2)} end`
  return firstApprovedBy
    ? sql`case when ${firstApprovedBy} is null then ${upTo(limit.kind, 1)} else ${upTo(limit.kind, 2)} end`
    : upTo(limit.kind, step)
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
