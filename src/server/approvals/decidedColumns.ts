import { sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { approvalStates } from '#contract/calls/approvals'
import type { agentStatements } from '../db/tables/agentPay'
import type { dayOpenings } from '../db/tables/businessDays'
import type { settingChanges } from '../db/tables/businessSettings'
import type { cashDifferences } from '../db/tables/cash'
import type { sheetRequests } from '../db/tables/collections'
import type { expenses } from '../db/tables/expenses'
import type { lateBatches } from '../db/tables/field'
import type { creditRequests, messagesOffRequests } from '../db/tables/limits'
import type { loanChanges } from '../db/tables/loanChanges'
import type { reversals } from '../db/tables/reversals'
import type { reopenings } from '../db/tables/runs'
import { admins } from '../db/tables/schema'
import type { termChanges } from '../db/tables/terms'
import { lagosStamp } from '../lists/conditions'
import type { ApprovalState } from './decisions'

export const requester = alias(admins, 'requester')
export const firstDecider = alias(admins, 'first_decider')
export const secondDecider = alias(admins, 'second_decider')

export const decider = alias(admins, 'decider')

type OneDecision =
  | typeof creditRequests
  | typeof dayOpenings
  | typeof lateBatches
  | typeof messagesOffRequests
  | typeof reopenings
  | typeof reversals
  | typeof settingChanges
  | typeof sheetRequests
  | typeof termChanges
/** The columns of a request that one admin decides on; the query joins who requested it and who decided. */
export const oneDecisionRow = <T extends OneDecision>(t: T) => ({
  id: t.id as T['id'],
  created_at: lagosStamp(t.createdAt),
  reference: t.reference as T['reference'],
  reason: t.reason as T['reason'],
  status: t.status as T['status'],
  requested_by_id: t.requestedBy as T['requestedBy'],
  requested_by_name: requester.name,
  decided_by_name: decider.name,
  decided_at: lagosStamp(t.decidedAt),
  comment: t.comment as T['comment'],
})

const statusTexts = sql.raw(approvalStates.map((text) => `'${text}'`).join(', '))

/** The columns of who requested and who decided; the query joins the three admins. */
export const decidedRow = (
  t: typeof cashDifferences | typeof loanChanges | typeof agentStatements | typeof expenses,
) => ({
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
}) => ({ ...row, requestedBy: row.requested_by_id, firstDecidedBy: row.first_decision_id })
