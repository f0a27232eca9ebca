import * as v from 'valibot'
import { MovementKind } from '../movementKinds'
import { amountRange, dayRange, decidedBy, ofAgent, ofStatus } from '../filters'
import { columnsOf, group, read, write } from '../call'
import { decisionInput, oneDecisionFields, Reason } from './approvals'
import { anyOf } from '../permissions'
import { Day, Id, Kobo, optionalText, paged, SearchText, snakePageInput, Stamp, Text } from '../values'

/** Fields of a listed movement: the reference of the entry that reverses it, and of the entry that it reverses. */
export const reversalFields = {
  reversed_by: optionalText,
  reverses: optionalText,
  /** Its day of collection, where it was recorded later. Absent in what was saved by an older release. */
  collected_on: v.optional(v.nullable(Day)),
}
export const collectedOnColumn = {
  field: 'collected_on',
  header: 'Collected On',
  kind: 'date',
  sparse: true,
} as const
export const reversedByColumn = {
  field: 'reversed_by',
  header: 'Reversed By',
  kind: 'text',
  sparse: true,
} as const
export const reversesColumn = { field: 'reverses', header: 'Reverses', kind: 'text', sparse: true } as const

/** Who may see, with a reversal, what a customer's wallets hold: admins who see it elsewhere, or decide. */
export const reversedBalanceAccess = anyOf(
  'can-view-customer-details',
  'can-credit-customer',
  'can-create-withdrawal',
  'can-record-collection',
  'can-close-saving',
  'can-approve-reversal',
)

/** The movement that is reversed. */
const movement = {
  /** The entry's reference and kind. */
  original: Text,
  kind: Text,
  made_at: Stamp,
  amount: Kobo,
  /** Null of a movement of the business's own money, or of an agent's cash. */
  user_id: v.nullable(Id),
  customer: optionalText,
  /** Who collected it. Null at the counter; a deleted agent has a name and no id. */
  agent_id: v.nullable(Id),
  agent: optionalText,
  recorded_by_name: optionalText,
}

const Reversal = v.object({
  id: Id,
  created_at: Stamp,
  reference: Text,
  ...movement,
  reason: Text,
  ...oneDecisionFields,
  /** The reference of the reversing entry. */
  entry: optionalText,
})
export type Reversal = v.InferOutput<typeof Reversal>

/** A customer's wallet that a reversal changes. */
const ReversedWallet = v.object({
  name: Text,
  balance: Kobo,
  /** Held by pending withdrawals. */
  held: Kobo,
  /** Above zero if the reversal pays it in. */
  change: Kobo,
})

/** What a reversal would change now. */
const effect = {
  /** The receipt of the collection sheet. */
  receipt: optionalText,
  /** Null for callers who may not see them (`reversedBalanceAccess`). */
  wallets: v.nullable(v.array(ReversedWallet)),
  /** What the agent holds; null if no agent's cash changes, or for callers who may not see it (`agentCashAccess`). */
  agent_holds: v.nullable(Kobo),
  /** What the reversal changes of it. Absent in what was saved by an older release. */
  agent_change: v.optional(v.nullable(Kobo)),
  /** Why it can't be reversed now, such as a wallet that does not cover it; null if it can. */
  obstacle: optionalText,
}

export const Reversible = v.object({ ...movement, ...effect })
export type Reversible = v.InferOutput<typeof Reversible>

/** A reversal with what is needed to decide on it. */
export const ReversalCase = v.object({
  ...Reversal.entries,
  ...effect,
  /** Why the caller may not decide; null if they may. */
  against: optionalText,
})
export type ReversalCase = v.InferOutput<typeof ReversalCase>

export const reversalColumns = columnsOf(Reversal, [
  { field: 'created_at', header: 'Created', kind: 'datetime' },
  { field: 'reference', header: 'Reference', kind: 'text' },
  { field: 'amount', header: 'Amount', kind: 'money', isSummed: true },
  { field: 'status', header: 'Status', kind: 'status' },
  { field: 'customer', header: 'Customer Name', kind: 'text', isSubject: true },
  { field: 'original', header: 'Movement', kind: 'text' },
  { field: 'kind', header: 'Kind', kind: 'text' },
  { field: 'reason', header: 'Reason', kind: 'text' },
  { field: 'requested_by_name', header: 'Requested By', kind: 'text' },
  { field: 'entry', header: 'Reversed By', kind: 'text', sparse: true },
  { field: 'made_at', header: 'Movement Made', kind: 'datetime', hidden: true },
  { field: 'agent', header: 'Agent Name', kind: 'text', hidden: true },
  { field: 'recorded_by_name', header: 'Recorded By', kind: 'text', hidden: true },
  { field: 'decided_by_name', header: 'Decided By', kind: 'text', hidden: true },
  { field: 'decided_at', header: 'Decided', kind: 'datetime', hidden: true },
  { field: 'comment', header: 'Comment', kind: 'text', hidden: true },
])

const access = anyOf('can-request-reversal', 'can-approve-reversal')

/** What the effect of a reversal is read from. */
const effectReads = [
  'admins',
  'agents',
  'collections',
  'customers',
  'ledger',
  'loans',
  'reversals',
  'savings',
  'withdrawals',
] as const

export const reversalCalls = group('reversals', {
  getReversals: read({
    reads: ['admins', 'agents', 'customers', 'ledger', 'reversals'],
    path: 'getreversals',
    access,
    input: v.object({
      ...snakePageInput,
      search: v.optional(SearchText),
      waiting: v.optional(v.literal('mine')),
      /** What is reversed. */
      kind: v.optional(MovementKind),
      /** Of whose cash, or by whom it was collected. */
      ...ofAgent,
      ...ofStatus,
      ...amountRange,
      ...decidedBy,
      ...dayRange,
    }),
    output: v.object({ data: paged(Reversal) }),
    csv: reversalColumns,
    sortable: ['created_at', 'amount'],
    searchable: { by: ['reference original', 'customer'], on: 'created_at' },
  }),
  /** One reversal with what is needed to decide on it. */
  getReversalCase: read({
    reads: effectReads,
    path: 'getreversals',
    access,
    input: v.object({ id: Id }),
    output: v.object({ data: v.array(ReversalCase) }),
  }),
  /** A movement by its reference, with what its reversal would change. */
  getReversible: read({
    reads: effectReads,
    path: 'getreversible',
    access: anyOf('can-request-reversal'),
    input: v.object({ reference: Text }),
    output: v.object({ data: Reversible }),
  }),
  requestReversal: write({
    path: 'requestreversal',
    access: anyOf('can-request-reversal'),
    input: v.object({
      reference: Text,
      reason: Reason,
    }),
    output: v.object({ data: v.object({ reference: Text }) }),
    subject: ['reference'],
    writes: ['reversals'],
  }),
  reversalDecision: write({
    path: 'reversaldecision',
    access: anyOf('can-approve-reversal'),
    input: decisionInput,
    output: v.object({ data: v.object({ reference: Text, entry: optionalText }) }),
    subject: ['id'],
    writes: ['ledger', 'loans', 'messages', 'reversals', 'savings', 'withdrawals'],
  }),
})
