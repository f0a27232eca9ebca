import * as v from 'valibot'
import { amountRange, dayRange, decidedBy, ofAgent, ofStatus } from '../filters'
import { columnsOf, group, read, write } from '../call'
import { DecisionComment } from './approvals'
import { Flag } from './flags'
import { anyOf } from '../permissions'
import { reversedByColumn } from './reversals'
import {
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
  TextFlag,
} from '../values'

/** Where an approved withdrawal stands that the customer's agent pays (not in the spec). */
export const Payment = v.picklist(['to pay', 'paid', 'cancelled'])
/** A list filter: these, and those whose day is over. */
export const PaymentFilter = v.picklist(['to pay', 'not paid', 'paid', 'cancelled'])
export type PaymentFilter = v.InferOutput<typeof PaymentFilter>

/** The farthest day for which an agent is asked to pay. */
export const maxPayDays = 31

export const Withdrawal = v.object({
  id: Id,
  reference: Text,
  created_at: Stamp,
  customer_firstname: Text,
  customer_lastname: Text,
  amount: Kobo,
  status: v.picklist(['pending', 'approved', 'rejected']),
  description: Text,
  /** The requester. */
  admin: Text,
  admin_id: Id,
  user_id: Id,
  approved_by: optionalText,
  rejection_reason: optionalText,
  /** An agent's name or Counter; null unless it is approved. These are absent in what was saved by an older release. */
  paid_by: v.optional(optionalText),
  /** The day on which the agent pays. */
  pay_on: v.optional(v.nullable(Day)),
  /** Null unless the agent was to pay. */
  payment: v.optional(v.nullable(Payment)),
  /** The reference of the movement that paid it, or cancelled it, and of the entry that reverses that. */
  movement: v.optional(optionalText),
  reversed_by: v.optional(optionalText),
  /** Who made the first of two approvals. */
  first_approved_by: v.optional(optionalText),
})
export type Withdrawal = v.InferOutput<typeof Withdrawal>

const WithdrawalRow = v.object({ ...Withdrawal.entries, customer: Text })

/** What who decides on a withdrawal should know of the customer. */
const Standing = v.object({
  /** '1' is active. */
  status: TextFlag,
  /** Null unless nothing goes out of the customer. */
  frozen: v.nullable(v.object({ reason: Text, by: Text, at: Stamp })),
  /** On all open loans: what is owed, what of it is late, and since how many days. */
  owed: Kobo,
  late: Kobo,
  days_late: v.number(),
  /** What of the savings is held as security. */
  held: Kobo,
  /** The last change of the phone number in seven days, and the number before; null without one. */
  phone_changed: v.nullable(v.object({ at: Stamp, by: optionalText, before: optionalText })),
  /** The customer's other withdrawals that are not decided, and what they add up to. */
  others: v.number(),
  others_amount: Kobo,
  /** The newest movements of the main wallet. */
  movements: v.array(
    v.object({ id: Id, created_at: Stamp, source: Text, by: optionalText, amount: Kobo, balance: Kobo }),
  ),
})
export type Standing = v.InferOutput<typeof Standing>
export const standingMovementColumns = columnsOf(Standing.entries.movements.item, [
  { field: 'created_at', header: 'Created', kind: 'datetime' },
  { field: 'source', header: 'Movement', kind: 'text' },
  { field: 'by', header: 'By', kind: 'text' },
  { field: 'amount', header: 'Amount', kind: 'money' },
  { field: 'balance', header: 'Balance', kind: 'money' },
])
/** The newest movements that are sent. */
export const shownStandingMovements = 5

/** A withdrawal with what is needed to decide on it. */
export const WithdrawalCase = v.object({
  ...WithdrawalRow.entries,
  /** The customer's main wallet: its balance, and what pending withdrawals hold. */
  main_balance: Kobo,
  main_held: Kobo,
  /** Why the caller may not decide; null if they may. */
  against: optionalText,
  /** The customer's agent of now, who would pay it. Absent, as what follows, in what was saved by an older release. */
  agent: v.optional(Text),
  /** Why the agent can't pay; null if they can. */
  agent_against: v.optional(optionalText),
  /** Whether a sheet of the agent and the day of the payment was recorded. */
  sheet_recorded: v.optional(v.boolean()),
  /** Why the caller may not say how it is paid; null if they may, or if nothing is to be paid. */
  payment_against: v.optional(optionalText),
  /** Null for callers who may not decide. */
  standing: v.optional(v.nullable(Standing)),
  /** When the first of two approvals was made. */
  first_approved_at: v.optional(v.nullable(Stamp)),
  /** Whether an approval now is the first of two, after which nothing is paid yet. */
  first_of_two: v.optional(v.boolean()),
  flags: v.optional(v.array(Flag)),
})
export type WithdrawalCase = v.InferOutput<typeof WithdrawalCase>

export const withdrawalColumns = columnsOf(WithdrawalRow, [
  { field: 'customer', header: 'Customer Name', kind: 'text' },
  { field: 'amount', header: 'Amount', kind: 'money', isSummed: true },
  { field: 'status', header: 'Status', kind: 'status' },
  { field: 'description', header: 'Description', kind: 'text' },
  { field: 'admin', header: 'Admin', kind: 'text' },
  { field: 'created_at', header: 'Created', kind: 'datetime' },
  { field: 'reference', header: 'Reference', kind: 'text', hidden: true },
  { field: 'first_approved_by', header: 'First Approval By', kind: 'text', hidden: true },
  { field: 'approved_by', header: 'Decided By', kind: 'text', hidden: true },
  { field: 'rejection_reason', header: 'Rejection Reason', kind: 'text', hidden: true },
  { field: 'payment', header: 'Payment', kind: 'status', sparse: true },
  { field: 'pay_on', header: 'Pay On', kind: 'date', sparse: true },
  { field: 'paid_by', header: 'Paid By', kind: 'text', hidden: true },
  { field: 'movement', header: 'Movement', kind: 'text', hidden: true },
  reversedByColumn,
])

/** What is said of a withdrawal that is requested. */
export const AskedWithdrawal = v.object({
  amount: amountUpTo(maxCustomerAmount, 'One withdrawal may be at most ₦100,000,000.00.'),
  description: v.pipe(
    Text,
    v.check((text) => text.trim() !== '', 'Description is required.'),
    v.maxLength(500, 'Description may have at most 500 characters.'),
  ),
  customer_id: Id,
})

export const withdrawalCalls = group('withdrawals', {
  /** One withdrawal with what is needed to decide on it. */
  getWithDrawal: read({
    reads: [
      'activity',
      'admins',
      'agents',
      'businessSettings',
      'collections',
      'customers',
      'devices',
      'freezes',
      'ledger',
      'loans',
      'withdrawals',
    ],
    path: 'getwithdrawlist',
    access: anyOf('can-view-withdrawal', 'can-approve-withdrawal'),
    input: v.object({ id: Id }),
    output: v.object({ data: v.object({ data: v.array(WithdrawalCase) }) }),
  }),
  getWithDrawList: read({
    reads: ['admins', 'agents', 'customers', 'ledger', 'withdrawals'],
    path: 'getwithdrawlist',
    access: anyOf('can-view-withdrawal'),
    input: v.object({
      ...snakePageInput,
      search: v.optional(SearchText),
      /** For the caller's decision, or for a word on how what the agent has not paid is paid. */
      waiting: v.optional(v.picklist(['mine', 'payment'])),
      payment: v.optional(PaymentFilter),
      ...ofStatus,
      ...amountRange,
      ...decidedBy,
      /** Who collects from the customer now. */
      ...ofAgent,
      ...dayRange,
    }),
    output: v.object({ data: paged(WithdrawalRow) }),
    csv: withdrawalColumns,
    sortable: ['created_at', 'amount', 'status'],
    searchable: { by: ['reference', 'customer_firstname customer_lastname'], on: 'created_at' },
  }),
  createWithDrawalRequest: write({
    path: 'createwithdrawalrequest',
    access: anyOf('can-create-withdrawal'),
    input: AskedWithdrawal,
    output: v.object({ data: v.object({ reference: Text }) }),
    subject: ['customer_id'],
    writes: ['ledger', 'withdrawals'],
  }),
  WithDrawalRequestApproval: write({
    path: 'withdrawalrequestapproval',
    access: anyOf('can-approve-withdrawal'),
    input: v.object({
      id: Id,
      status: v.picklist(['approve', 'rejected'], 'Please select Accept or Reject.'),
      comment: v.optional(
        v.nullable(v.pipe(Text, v.maxLength(500, 'A comment may have at most 500 characters.'))),
      ),
    }),
    output: v.object({ data: v.object({ reference: Text }) }),
    subject: ['id'],
    writes: ['ledger', 'messages', 'withdrawals'],
  }),
  /** Approves one that the customer's agent pays on a day, with the sheet of that day. */
  approveWithdrawalForAgent: write({
    path: 'approvewithdrawalforagent',
    access: anyOf('can-approve-withdrawal'),
    input: v.object({ id: Id, pay_on: Day }),
    output: v.object({ data: v.object({ reference: Text }) }),
    subject: ['id'],
    writes: ['ledger', 'messages', 'withdrawals'],
  }),
  /** How one is paid that the agent has not paid: by the agent on another day, at the counter, or not at all. */
  withdrawalPayment: write({
    path: 'withdrawalpayment',
    access: anyOf('can-approve-withdrawal'),
    input: v.object({
      id: Id,
      payment: v.picklist(['agent', 'counter', 'cancel'], 'Please select how it is paid.'),
      pay_on: v.optional(v.nullable(Day)),
      comment: DecisionComment,
    }),
    output: v.object({ data: v.object({ reference: Text }) }),
    subject: ['id'],
    writes: ['ledger', 'messages', 'withdrawals'],
  }),
})
