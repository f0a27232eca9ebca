import * as v from 'valibot'
import { amountRange, dayRange, decidedBy, ofAgent } from '../filters'
import { Flag } from './flags'
import { columnsOf, group, read, write } from '../call'
import { approvalStates, decidedColumns, decidedFields, decisionInput, Reason } from './approvals'
import { WaitingFilter } from './dashboard'
import { anyOf } from '../permissions'
import { collectedOnColumn, reversalFields, reversedByColumn, reversesColumn } from './reversals'
import {
  Amount,
  amountUpTo,
  Day,
  Id,
  Kobo,
  maxCustomerAmount,
  optionalText,
  paged,
  SearchText,
  snakePageInput,
  Stamp,
  Text,
} from '../values'

/** Who may see what an agent holds. An admin who may only record a remittance counts blind (rules.md, "Blind count"). */
export const agentCashAccess = anyOf('can-view-remittance')

/** An agent with the cash in their hands. */
const AgentCash = v.object({
  id: Id,
  created_at: Stamp,
  name: Text,
  phone_number: Text,
  status: Text,
  /** Below zero if the agent handed in more than was collected. */
  holds: Kobo,
  /** Since when the agent has held cash without interruption; null if the agent holds none. */
  held_since: v.nullable(Stamp),
  last_remittance: v.nullable(Stamp),
  /** The reference of the undecided difference. */
  open_difference: optionalText,
})
export type AgentCash = v.InferOutput<typeof AgentCash>

/** A movement of an agent's cash: above zero what came in, below zero what went out. */
const CashMovement = v.object({
  id: Id,
  created_at: Stamp,
  reference: Text,
  source: Text,
  amount: Kobo,
  held_after: Kobo,
  customer: optionalText,
  ...reversalFields,
})
export type CashMovement = v.InferOutput<typeof CashMovement>

export const OneAgentCash = v.object({ ...AgentCash.entries, movements: v.array(CashMovement) })
export type OneAgentCash = v.InferOutput<typeof OneAgentCash>

/** An agent without amounts, to choose from. */
export const CashAgent = v.object({ id: Id, name: Text, phone_number: Text })
export type CashAgent = v.InferOutput<typeof CashAgent>

/** The count, entered a second time. Without it the reply names nothing of what was expected (rules.md, "Blind count"). */
export const countedAgain = { counted_again: v.optional(Amount) }

const Remittance = v.object({
  id: Id,
  created_at: Stamp,
  reference: Text,
  /** Null for a deleted agent. */
  agent_id: v.nullable(Id),
  agent: Text,
  /** What the agent held before. */
  expected: Kobo,
  counted: Kobo,
  /** What stays with the agent; below zero if more was handed in than expected. */
  left: Kobo,
  admin: Text,
  note: optionalText,
  /** The reference of the entry that reverses it. Absent in what was saved by an older release. */
  reversed_by: v.optional(optionalText),
})
export type Remittance = v.InferOutput<typeof Remittance>

/** missing: the agent's debt is written off. surplus: there is more cash than was collected. */
export const DifferenceType = v.picklist(['missing', 'surplus'], 'Please select missing or surplus.')
export type DifferenceType = v.InferOutput<typeof DifferenceType>
export const differenceTypeLabels: Record<DifferenceType, string> = {
  missing: 'Cash is missing',
  surplus: 'Too much cash',
}

const CashDifference = v.object({
  id: Id,
  created_at: Stamp,
  reference: Text,
  /** Null for a deleted agent. */
  agent_id: v.nullable(Id),
  /** The agent's name, or the till's. */
  agent: Text,
  /** The session whose till does not agree; null for an agent. Absent in what was saved by an older release. */
  till_session: v.optional(optionalText),
  type: DifferenceType,
  amount: Kobo,
  reason: Text,
  ...decidedFields,
  /** The reference of the movement. */
  entry: optionalText,
  /** Of the entry that reverses it. Absent in what was saved by an older release. */
  reversed_by: v.optional(optionalText),
})

/** A difference with what is needed to decide on it. */
export const DifferenceCase = v.object({
  ...CashDifference.entries,
  holds: Kobo,
  held_since: v.nullable(Stamp),
  /** Whether the agent's account shows less than the difference. */
  is_short: v.boolean(),
  /** Why the caller may not make the next decision; null if they may. */
  against: optionalText,
  movements: v.array(CashMovement),
  /** Absent in what was saved by an older release. */
  flags: v.optional(v.array(Flag)),
})
export type DifferenceCase = v.InferOutput<typeof DifferenceCase>

export const agentCashColumns = columnsOf(AgentCash, [
  { field: 'name', header: 'Full Name', kind: 'text' },
  { field: 'holds', header: 'Holds', kind: 'money', isSummed: true },
  { field: 'held_since', header: 'Held Since', kind: 'datetime', sparse: true },
  { field: 'status', header: 'Status', kind: 'status' },
  { field: 'phone_number', header: 'Phone', kind: 'phone' },
  { field: 'last_remittance', header: 'Last Remittance', kind: 'datetime', sparse: true },
  { field: 'open_difference', header: 'Open Difference', kind: 'text', sparse: true },
  { field: 'created_at', header: 'Created', kind: 'datetime', hidden: true },
])

/** What an agent should hand in tonight: what is held, what is still due today, less what is to be paid out today. */
const CashTonight = v.object({
  id: Id,
  name: Text,
  phone_number: Text,
  status: Text,
  holds: Kobo,
  /** Zero once a sheet of today is typed. */
  due: Kobo,
  to_pay: Kobo,
  tonight: Kobo,
  sheet: v.picklist(['Typed', 'Not typed']),
})

export const cashTonightColumns = columnsOf(CashTonight, [
  { field: 'name', header: 'Full Name', kind: 'text' },
  { field: 'tonight', header: 'To Hand In', kind: 'money', isSummed: true },
  { field: 'holds', header: 'Holds', kind: 'money', isSummed: true },
  { field: 'due', header: 'Still Due Today', kind: 'money', isSummed: true },
  { field: 'to_pay', header: 'To Pay Out', kind: 'money', isSummed: true },
  { field: 'sheet', header: 'Sheet', kind: 'text' },
  { field: 'phone_number', header: 'Phone', kind: 'phone' },
  { field: 'status', header: 'Status', kind: 'status', hidden: true },
])

/** A statement of an agent's cash. */
export const cashMovementColumns = columnsOf(CashMovement, [
  { field: 'created_at', header: 'Created', kind: 'datetime' },
  { field: 'reference', header: 'Reference', kind: 'text' },
  { field: 'source', header: 'Movement', kind: 'text' },
  { field: 'customer', header: 'Customer', kind: 'text' },
  { field: 'amount', header: 'In or Out', kind: 'money', isSummed: true },
  { field: 'held_after', header: 'Held After', kind: 'money' },
  reversedByColumn,
  reversesColumn,
  collectedOnColumn,
])

export const remittanceColumns = columnsOf(Remittance, [
  { field: 'created_at', header: 'Date', kind: 'datetime' },
  { field: 'reference', header: 'Reference', kind: 'text' },
  { field: 'agent', header: 'Agent', kind: 'text', isSubject: true },
  { field: 'counted', header: 'Counted', kind: 'money', isSummed: true },
  { field: 'expected', header: 'Expected', kind: 'money', hidden: true },
  { field: 'left', header: 'Left With Agent', kind: 'money' },
  { field: 'admin', header: 'Counted By', kind: 'text' },
  { field: 'note', header: 'Note', kind: 'text', hidden: true },
  reversedByColumn,
])

export const cashDifferenceColumns = columnsOf(CashDifference, [
  { field: 'created_at', header: 'Created', kind: 'datetime' },
  { field: 'reference', header: 'Reference', kind: 'text' },
  { field: 'agent', header: 'Agent or Till', kind: 'text', isSubject: true },
  { field: 'till_session', header: 'Till Session', kind: 'text', sparse: true },
  { field: 'type', header: 'Type', kind: 'text', isWord: true },
  { field: 'amount', header: 'Amount', kind: 'money', isSummed: true },
  { field: 'status', header: 'Status', kind: 'status' },
  { field: 'reason', header: 'Reason', kind: 'text' },
  { field: 'requested_by_name', header: 'Requested By', kind: 'text' },
  ...decidedColumns,
  { field: 'entry', header: 'Movement', kind: 'text', hidden: true },
  reversedByColumn,
])

export const cashCalls = group('cash', {
  /** Active agents and every agent who holds cash. */
  getAgentsCash: read({
    reads: ['agents', 'cash', 'ledger'],
    path: 'getagentscash',
    access: agentCashAccess,
    input: v.object({
      ...snakePageInput,
      search: v.optional(SearchText),
      /** Only agents whose cash is not settled, now or since before today (not in the spec). */
      holding: v.optional(v.picklist(['now', 'before'])),
    }),
    output: v.object({ data: paged(AgentCash) }),
    csv: agentCashColumns,
    sortable: ['created_at', 'name', 'holds'],
    searchable: { by: ['name', 'phone_number'] },
  }),
  /** Agents with something to hand in tonight, by name (not in the spec). */
  getCashTonight: read({
    report: true,
    reads: [
      'agents',
      'calendar',
      'collections',
      'customers',
      'ledger',
      'loans',
      'markets',
      'savings',
      'withdrawals',
    ],
    path: 'getcashtonight',
    access: agentCashAccess,
    input: v.object({}),
    output: v.object({ data: v.array(CashTonight) }),
    whole: { columns: cashTonightColumns },
  }),
  /** One agent's cash and its last movements. */
  getAgentCash: read({
    reads: ['agents', 'cash', 'customers', 'ledger'],
    path: 'getagentscash',
    access: agentCashAccess,
    input: v.object({ agent_id: Id }),
    output: v.object({ data: v.array(OneAgentCash) }),
  }),
  /** All movements of one agent's cash: the rows behind the agent's figures in the day's close. */
  getAgentCashMovements: read({
    reads: ['customers', 'ledger'],
    path: 'getagentcashmovements',
    access: agentCashAccess,
    input: v.object({
      ...snakePageInput,
      agent_id: Id,
      start_date: v.optional(Day),
      end_date: v.optional(Day),
    }),
    output: v.object({ data: paged(CashMovement) }),
    csv: cashMovementColumns,
    sortable: ['created_at'],
  }),
  /** Agents who can hand in cash, by name and without amounts. */
  getCashAgents: read({
    reads: ['agents'],
    path: 'getcashagents',
    access: anyOf('can-view-remittance', 'can-record-remittance'),
    input: v.object({}),
    output: v.object({ data: v.array(CashAgent) }),
  }),
  recordRemittance: write({
    path: 'recordremittance',
    access: anyOf('can-record-remittance'),
    input: v.object({
      agent_id: Id,
      counted: amountUpTo(maxCustomerAmount, 'One remittance may be at most ₦100,000,000.00.'),
      ...countedAgain,
      note: v.optional(v.nullable(v.pipe(Text, v.maxLength(500, 'A note may have at most 500 characters.')))),
    }),
    output: v.object({
      data: v.object({
        ...v.omit(Remittance, ['id', 'agent_id', 'reversed_by']).entries,
        /** Null where the count is blind (rules.md, "Blind count"). */
        expected: v.nullable(Kobo),
        left: v.nullable(Kobo),
      }),
    }),
    subject: ['agent_id'],
    writes: ['cash', 'ledger'],
  }),
  getRemittances: read({
    reads: ['admins', 'agents', 'cash', 'ledger'],
    path: 'getremittances',
    access: agentCashAccess,
    input: v.object({
      ...snakePageInput,
      search: v.optional(SearchText),
      ...dayRange,
      ...ofAgent,
      ...amountRange,
    }),
    output: v.object({ data: paged(Remittance) }),
    csv: remittanceColumns,
    sortable: ['created_at', 'counted'],
    searchable: { by: ['reference', 'agent'], on: 'created_at' },
  }),
  getCashDifferences: read({
    reads: ['admins', 'agents', 'cash', 'ledger', 'tills'],
    path: 'getcashdifferences',
    access: agentCashAccess,
    input: v.object({
      ...snakePageInput,
      search: v.optional(SearchText),
      waiting: v.optional(WaitingFilter),
      ...dayRange,
      ...ofAgent,
      ...amountRange,
      ...decidedBy,
      type: v.optional(DifferenceType),
      status: v.optional(v.picklist(approvalStates)),
    }),
    output: v.object({ data: paged(CashDifference) }),
    csv: cashDifferenceColumns,
    sortable: ['created_at'],
    searchable: { by: ['reference', 'agent'], on: 'created_at' },
  }),
  /** One difference with what is needed to decide on it. */
  getCashDifferenceCase: read({
    reads: ['admins', 'agents', 'businessSettings', 'cash', 'customers', 'ledger', 'tills'],
    path: 'getcashdifferences',
    access: anyOf('can-view-remittance', 'can-do-first-approval', 'can-do-second-approval'),
    input: v.object({ id: Id }),
    output: v.object({ data: v.array(DifferenceCase) }),
  }),
  requestCashDifference: write({
    path: 'requestcashdifference',
    access: anyOf('can-record-remittance'),
    input: v.object({
      agent_id: Id,
      type: DifferenceType,
      amount: amountUpTo(maxCustomerAmount, 'One difference may be at most ₦100,000,000.00.'),
      reason: Reason,
    }),
    output: v.object({ data: v.object({ reference: Text }) }),
    subject: ['agent_id'],
    writes: ['cash'],
  }),
  /** Of all that the account of a closed till shows. The reply names no amount: who closed it counted blind. */
  requestTillDifference: write({
    path: 'requesttilldifference',
    access: anyOf('can-open-till', 'can-edit-till'),
    input: v.object({ till_session_id: Id, reason: Reason }),
    output: v.object({ data: v.object({ reference: Text }) }),
    subject: ['till_session_id'],
    writes: ['cash'],
  }),
  firstCashDifferenceDecision: write({
    path: 'firstcashdifferencedecision',
    access: anyOf('can-do-first-approval'),
    input: decisionInput,
    subject: ['id'],
    writes: ['cash'],
  }),
  secondCashDifferenceDecision: write({
    path: 'secondcashdifferencedecision',
    access: anyOf('can-do-second-approval'),
    input: decisionInput,
    subject: ['id'],
    writes: ['cash', 'ledger'],
  }),
})
