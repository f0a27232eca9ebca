import * as v from 'valibot'
import { Id, optionalText, Stamp, Text } from '../values'

/** The states of what needs two approvals, by number (rules.md, "Two approvals"). */
export const approvalStates = [
  'Awaiting first approval',
  'Awaiting second approval',
  'Approved',
  'Rejected',
] as const

export const Decision = v.picklist(['accept', 'reject'], 'Please select accept or reject.')
export type Decision = v.InferOutput<typeof Decision>

/** Why something is requested. */
export const Reason = v.pipe(
  Text,
  v.check((text) => text.trim() !== '', 'Reason is required.'),
  v.maxLength(500, 'Reason may have at most 500 characters.'),
)
/** Of a decision; required to reject. */
export const DecisionComment = v.optional(
  v.nullable(v.pipe(Text, v.maxLength(500, 'A comment may have at most 500 characters.'))),
)

/** The input of a decision. */
export const decisionInput = v.object({ id: Id, status: Decision, comment: DecisionComment })

/** Who requested what one admin decides on, and what was decided. */
export const oneDecisionFields = {
  status: v.picklist(['pending', 'approved', 'rejected']),
  requested_by_id: Id,
  requested_by_name: Text,
  decided_by_name: optionalText,
  decided_at: v.nullable(Stamp),
  comment: optionalText,
}

/** The columns of a list for them, after the status. */
export const oneDecisionColumns = [
  { field: 'requested_by_name', header: 'Requested By', kind: 'text', hidden: true },
  { field: 'decided_by_name', header: 'Decided By', kind: 'text', hidden: true },
  { field: 'decided_at', header: 'Decided', kind: 'datetime', hidden: true },
  { field: 'comment', header: 'Comment', kind: 'text', hidden: true },
] as const

/** Who requested it, and what was decided. */
export const decidedFields = {
  /** An index of `approvalStates`, and its text. */
  state: v.picklist([0, 1, 2, 3]),
  status: Text,
  requested_by_id: Id,
  requested_by_name: Text,
  first_decision_id: v.nullable(Id),
  first_decision_name: optionalText,
  first_decision_at: v.nullable(Stamp),
  first_comment: optionalText,
  second_decision_name: optionalText,
  second_decision_at: v.nullable(Stamp),
  second_comment: optionalText,
}

/** The columns of a list for them; the requester has a column of its own place. */
export const decidedColumns = [
  { field: 'first_decision_name', header: 'First Decision By', kind: 'text', hidden: true },
  { field: 'first_comment', header: 'First Comment', kind: 'text', hidden: true },
  { field: 'second_decision_name', header: 'Second Decision By', kind: 'text', hidden: true },
  { field: 'second_comment', header: 'Second Comment', kind: 'text', hidden: true },
] as const
