import * as v from 'valibot'
import { columnsOf, group, read, write } from '../call'
import { amountRange, dayRange, decidedBy, ofStatus } from '../filters'
import { anyOf } from '../permissions'
import {
  amountUpTo,
  Id,
  Kobo,
  maxCustomerAmount,
  optionalText,
  paged,
  snakePageInput,
  Stamp,
  Text,
} from '../values'
import { decisionInput, oneDecisionColumns, oneDecisionFields, Reason } from './approvals'
import { dashboardCalls } from './dashboard'

/** A request to credit a main wallet with cash at the counter, and what was decided. */
const CreditRequest = v.object({
  id: Id,
  created_at: Stamp,
  reference: Text,
  /** The customer; null for the main business wallet. */
  user_id: v.nullable(Id),
  /** The customer's name, or Main Business Wallet. */
  wallet: Text,
  amount: Kobo,
  reason: Text,
  /** The entry's reference, once it is approved, and of what reversed it. */
  movement: optionalText,
  ...oneDecisionFields,
})
export type CreditRequest = v.InferOutput<typeof CreditRequest>

export const creditRequestColumns = columnsOf(CreditRequest, [
  { field: 'created_at', header: 'Created', kind: 'datetime' },
  { field: 'reference', header: 'Reference', kind: 'text' },
  { field: 'wallet', header: 'Wallet', kind: 'text', isSubject: true },
  { field: 'amount', header: 'Amount', kind: 'money' },
  { field: 'reason', header: 'Reason', kind: 'text' },
  { field: 'status', header: 'Status', kind: 'status' },
  { field: 'movement', header: 'Movement', kind: 'text', sparse: true },
  ...oneDecisionColumns,
])

/** One with what is needed to decide on it. */
const CreditCase = v.object({
  ...CreditRequest.entries,
  /** The balance of the wallet; null for callers who may not see that of the business. */
  balance: v.nullable(Kobo),
  /** Why it can only be rejected; null if it can be approved, or is decided. */
  obstacle: optionalText,
  /** Why the caller may not decide; null if they may. */
  against: optionalText,
})
export type CreditCase = v.InferOutput<typeof CreditCase>

const access = anyOf('can-credit-customer', 'can-credit-main-wallet', 'can-approve-credit')
const requested = v.object({ data: v.object({ reference: Text }) })

/** Credits at the counter that two admins make: requested with a reason, and decided by another admin. */
export const creditCalls = group('credits', {
  requestCustomerCredit: write({
    path: 'requestcustomercredit',
    access: anyOf('can-credit-customer'),
    input: v.object({
      customer_id: Id,
      amount: amountUpTo(maxCustomerAmount, 'At most ₦100,000,000.00 can be moved at once.'),
      reason: Reason,
    }),
    output: requested,
    subject: ['customer_id'],
    writes: ['credits'],
  }),
  requestMainWalletCredit: write({
    path: 'requestmainwalletcredit',
    access: anyOf('can-credit-main-wallet'),
    input: v.object({ amount: dashboardCalls.creditMainWalletsBalance.input.entries.amount, reason: Reason }),
    output: requested,
    subject: [],
    writes: ['credits'],
  }),
  getCreditRequests: read({
    reads: ['admins', 'credits', 'customers', 'ledger'],
    path: 'getcreditrequests',
    access,
    input: v.object({
      ...snakePageInput,
      waiting: v.optional(v.literal('mine')),
      ...ofStatus,
      ...amountRange,
      ...decidedBy,
      ...dayRange,
    }),
    output: v.object({ data: paged(CreditRequest) }),
    csv: creditRequestColumns,
    sortable: ['created_at'],
  }),
  getCreditCase: read({
    reads: ['admins', 'credits', 'customers', 'ledger'],
    path: 'getcreditrequests',
    access,
    input: v.object({ id: Id }),
    output: v.object({ data: v.array(CreditCase) }),
  }),
  creditDecision: write({
    path: 'creditdecision',
    access: anyOf('can-approve-credit'),
    input: decisionInput,
    output: requested,
    subject: ['id'],
    writes: ['credits', 'ledger', 'messages'],
  }),
})
