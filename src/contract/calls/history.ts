import * as v from 'valibot'
import { customerCalls } from './customers'
import { feeCalls } from './fees'
import { marketCalls } from './markets'
import { roleCalls } from './roles'
import { savingCalls } from './savings'
import { columnsOf, group, read } from '../call'
import { type Access, anyOf } from '../permissions'
import { Id, optionalText, paged, snakePageInput, Stamp, Text } from '../values'

/** What has a history, in the nouns of the activity log. */
export const historyNouns = [
  'customer',
  'agent',
  'admin',
  'role',
  'saving',
  'saving type',
  'loan type',
  'fee',
  'market day',
] as const
export type HistoryNoun = (typeof historyNouns)[number]

/** What the caller needs beside can-view-history: all that the page of the record needs to show the same values. */
export const historyAccess: Record<HistoryNoun, readonly Access[]> = {
  customer: [customerCalls.getCustomerPage.access, customerCalls.getCustomer.access],
  agent: [anyOf('can-view-agent-details', 'can-view-more-agent-details')],
  admin: [anyOf('can-view-admin')],
  role: [roleCalls.getRoles.access],
  saving: [savingCalls.getSavingPortfolio.access],
  'saving type': [anyOf('can-view-saving')],
  'loan type': [anyOf('can-view-loan')],
  fee: [feeCalls.getFees.access],
  'market day': [marketCalls.getMarket.access],
}
/** Who sees the agent's pay in the agent's history. */
export const agentPayHistoryAccess = anyOf('can-view-agent-pay', 'can-edit-agent-pay')

/** One value that a change gave to a record. */
const RecordChange = v.object({
  id: Id,
  created_at: Stamp,
  /** Who; null for the server and its commands. */
  by: optionalText,
  /** What changed, as the screens call it: 'Phone'. */
  field: Text,
  /** Null for none. Of a sealed value only that it changed. */
  before: optionalText,
  after: optionalText,
  /** Why, where the change has a reason. */
  reason: optionalText,
  /** The change, as the activity log has it: all rows with the same one were made together. */
  action: optionalText,
  reference: optionalText,
})
export type RecordChange = v.InferOutput<typeof RecordChange>

export const recordChangeColumns = columnsOf(RecordChange, [
  { field: 'created_at', header: 'Date', kind: 'datetime' },
  { field: 'field', header: 'Changed', kind: 'text', isSubject: true },
  { field: 'before', header: 'From', kind: 'text', sparse: 'either' },
  { field: 'after', header: 'To', kind: 'text', sparse: 'either' },
  { field: 'by', header: 'By', kind: 'text' },
  { field: 'reason', header: 'Reason', kind: 'text', sparse: true },
  { field: 'action', header: 'Change', kind: 'text', isMinor: true },
  { field: 'reference', header: 'Change Reference', kind: 'text', hidden: true },
])

export const historyCalls = group('history', {
  /** Old and new values of every change of one record, newest first (rules.md, "History"). */
  getRecordHistory: read({
    reads: [
      'activity',
      'admins',
      'agents',
      'loanTypes',
      'loans',
      'markets',
      'rights',
      'savingTypes',
      'termChanges',
    ],
    path: 'getrecordhistory',
    access: anyOf('can-view-history'),
    input: v.object({
      page: snakePageInput.page,
      per_page: snakePageInput.per_page,
      noun: v.picklist(historyNouns),
      id: Id,
    }),
    output: v.object({ data: paged(RecordChange) }),
    sortable: ['created_at'],
  }),
})
