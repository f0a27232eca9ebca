import * as v from 'valibot'
import { columnsOf, group, read, write } from '../call'
import { anyOf } from '../permissions'
import {
  amountUpTo,
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
})
export type Withdrawal = v.InferOutput<typeof Withdrawal>

const WithdrawalRow = v.object({ ...Withdrawal.entries, customer: Text })

/** A withdrawal with what is needed to decide on it. */
export const WithdrawalCase = v.object({
  ...WithdrawalRow.entries,
  /** The customer's main wallet: its balance, and what pending withdrawals hold. */
  main_balance: Kobo,
  main_held: Kobo,
  /** Why the caller may not decide; null if they may. */
  against: optionalText,
})
export type WithdrawalCase = v.InferOutput<typeof WithdrawalCase>

export const withdrawalColumns = columnsOf(WithdrawalRow, [
  { field: 'customer', header: 'Customer Name', kind: 'text' },
  { field: 'amount', header: 'Amount', kind: 'money' },
  { field: 'status', header: 'Status', kind: 'status' },
  { field: 'description', header: 'Description', kind: 'text' },
  { field: 'admin', header: 'Admin', kind: 'text' },
  { field: 'created_at', header: 'Created', kind: 'datetime' },
  { field: 'reference', header: 'Reference', kind: 'text', hidden: true },
  { field: 'approved_by', header: 'Decided By', kind: 'text', hidden: true },
  { field: 'rejection_reason', header: 'Rejection Reason', kind: 'text', hidden: true },
])

export const withdrawalCalls = group('withdrawals', {
  /** One withdrawal with what is needed to decide on it. */
  getWithDrawal: read({
    reads: ['admins', 'customers', 'ledger', 'withdrawals'],
    path: 'getwithdrawlist',
    access: anyOf('can-view-withdrawal', 'can-approve-withdrawal'),
    input: v.object({ id: Id }),
    output: v.object({ data: v.object({ data: v.array(WithdrawalCase) }) }),
  }),
  getWithDrawList: read({
    reads: ['admins', 'customers', 'withdrawals'],
    path: 'getwithdrawlist',
    access: anyOf('can-view-withdrawal'),
    input: v.object({
      ...snakePageInput,
      search: v.optional(SearchText),
      waiting: v.optional(v.literal('mine')),
    }),
    output: v.object({ data: paged(WithdrawalRow) }),
    csv: withdrawalColumns,
    sortable: ['created_at', 'amount', 'status'],
    searchable: { by: ['reference', 'customer_firstname customer_lastname'] },
  }),
  createWithDrawalRequest: write({
    path: 'createwithdrawalrequest',
    access: anyOf('can-create-withdrawal'),
    input: v.object({
      amount: amountUpTo(maxCustomerAmount, 'One withdrawal may be at most ₦100,000,000.00.'),
      description: v.pipe(
        Text,
        v.check((text) => text.trim() !== '', 'Description is required.'),
        v.maxLength(500, 'Description may have at most 500 characters.'),
      ),
      customer_id: Id,
    }),
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
})
