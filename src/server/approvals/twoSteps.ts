import { sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { approvalStates } from '#contract/calls/approvals'
import { commentFault } from '#domain/decision'
import { assertDifferentActor, isSameActor } from './separationOfDuties'
import type { cashDifferences } from '../db/tables/cash'
import type { loanChanges } from '../db/tables/loanChanges'
import { admins } from '../db/tables/schema'
import { invalid, reject } from '../errors/refusals'
import type { Context } from '../handler'
import { lagosStamp } from '../lists/conditions'

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

/** The words for what is decided on. */
export type Decided = { noun: 'Request' | 'Difference' | 'Change'; made: 'created' | 'requested' }

type Undecided = {
  reference: string
  state: number
  requestedBy: number
  firstDecidedBy: number | null
}

const ownRequestMessage = ({ noun, made }: Decided, reference: string) =>
  `You ${made} ${noun.toLowerCase()} ${reference} yourself. Another admin must decide on it.`
const ownFirstDecisionMessage = ({ noun }: Decided, reference: string) =>
  `You made the first decision on ${noun.toLowerCase()} ${reference}. Another admin must make the second.`

/** Why this admin can't make the next decision, shown on the screen in advance; null if they can. */
export function decisionBlocker(words: Decided, one: Undecided, context: Context): string | null {
  const { reference, state, requestedBy, firstDecidedBy } = one
  if (state === approved || state === rejected) return null
  if (isSameActor(context, requestedBy)) return ownRequestMessage(words, reference)
  return isSameActor(context, firstDecidedBy) ? ownFirstDecisionMessage(words, reference) : null
}

/** Rejects unless a locked request awaits this decision and the actor may make it. */
export function assertAwaited(words: Decided, one: Undecided, awaited: ApprovalState, context: Context) {
  const { reference, state, requestedBy, firstDecidedBy } = one
  if (state !== awaited)
    reject(`${words.noun} ${reference} ${stateTexts[state as ApprovalState]}. Reload the list.`)
  assertDifferentActor(context, requestedBy, ownRequestMessage(words, reference))
  if (awaited === awaitsSecond)
    assertDifferentActor(context, firstDecidedBy, ownFirstDecisionMessage(words, reference))
}

/** The comment of a decision; a rejection needs one. */
export function commentOf(decision: { status: string; comment?: string | null | undefined }): string | null {
  const fault = commentFault(decision)
  if (fault) invalid(fault)
  return decision.comment?.trim() || null
}

export const requester = alias(admins, 'requester')
export const firstDecider = alias(admins, 'first_decider')
export const secondDecider = alias(admins, 'second_decider')

const statusTexts = sql.raw(approvalStates.map((text) => `'${text}'`).join(', '))

/** The columns of who requested and who decided; the query joins the three admins. */
export const decidedRow = (t: typeof cashDifferences | typeof loanChanges) => ({
  state: sql<ApprovalState>`${t.state}`,
  status: sql<string>`(array[${statusTexts}])[${t.state} + 1]`,
  requested_by_id: t.requestedBy,
  requested_by_name: requester.name,
  first_decision_id: t.firstDecidedBy,
  first_decision_name: firstDecider.name,
  first_decision_at: sql<string | null>`${lagosStamp(t.firstDecidedAt)}`,
  first_comment: t.firstComment,
  second_decision_name: secondDecider.name,
  second_decision_at: sql<string | null>`${lagosStamp(t.secondDecidedAt)}`,
  second_comment: t.secondComment,
})

/** A listed row as what is decided on. */
export const decidedBy = (row: {
  reference: string
  state: number
  requested_by_id: number
  first_decision_id: number | null
}): Undecided => ({ ...row, requestedBy: row.requested_by_id, firstDecidedBy: row.first_decision_id })

/** The columns that the first decision sets. */
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
