import * as v from 'valibot'
import { columnsOf, read } from '../call'
import { amountRange, dayRange, ofAgent } from '../filters'
import { collectedOnColumn, reversalFields } from './reversals'
import { anyOf } from '../permissions'
import {
  Day,
  Id,
  Kobo,
  optionalText,
  paged,
  pageInput,
  SearchText,
  snakePageInput,
  Stamp,
  Text,
} from '../values'

const people = { customer_firstname: Text, customer_lastname: Text, customer_phone: Text, customer: Text }

/** References of the entry that reverses a repayment, and of the one that a reversal reverses. */
const reversal = reversalFields

/** One movement of a loan's balance: a repayment of one instalment, or a penalty for it. */
export const LoanHistory = v.object({
  id: Id,
  loan_id: Id,
  user_id: Id,
  loan_reference: Text,
  /** The entry's reference, as in the transaction reports. */
  reference: Text,
  /** The instalment's. */
  amount: Kobo,
  loan_type_name: Text,
  /** 'paid', 'late' or 'pending'. */
  status: Text,
  /** The loan's balance after the movement. */
  balance: Kobo,
  ...people,
  due_date: Day,
  created_at: Stamp,
  repayment: Kobo,
  penalty: Kobo,
  ...reversal,
})
export type LoanHistory = v.InferOutput<typeof LoanHistory>

export const Repayment = v.object({
  id: Id,
  loan_id: Id,
  user_id: Id,
  created_at: Stamp,
  /** The loan's. */
  reference: Text,
  ...people,
  /** The repaid amount; negative for a reversal. */
  amount: Kobo,
  loan_type_name: Text,
  /** Also null for a deleted agent. */
  agent_id: v.nullable(Id),
  agent_name: optionalText,
  /** Days. */
  maturity_period: v.number(),
  ...reversal,
})

export const Disbursement = v.object({
  id: Id,
  user_id: Id,
  created_at: Stamp,
  reference: Text,
  amount: Kobo,
  loan_type_name: Text,
  loan_status: Text,
  application_status: Text,
  /** Days. */
  maturity_period: v.number(),
  interest_amount: Kobo,
  total_payable: Kobo,
  instalment_amount: Kobo,
  instalment_period: Text,
  instalment_times: v.number(),
  agent_id: v.nullable(Id),
  agent_name: Text,
  /** Fees that the customer did not receive; null for none. Absent in what was saved by an older release. */
  kept_back: v.optional(v.nullable(Kobo)),
  ...people,
})

const CustomerLoanHistory = v.object({
  id: Id,
  user_id: Id,
  created_at: Stamp,
  reference: Text,
  amount: Kobo,
  /** Shown as Unknown if it is missing. */
  status: optionalText,
  balance: Kobo,
  due_date: Day,
  loan_type_name: Text,
  customer_phone: Text,
  ...reversal,
})

const created = { field: 'created_at', header: 'Created', kind: 'datetime' } as const
const customer = { field: 'customer', header: 'Customer Name', kind: 'text', isSubject: true } as const
const amount = { field: 'amount', header: 'Amount', kind: 'money', isSummed: true } as const
const loanType = { field: 'loan_type_name', header: 'Loan Type', kind: 'text' } as const
const status = { field: 'status', header: 'Loan Status', kind: 'status', ofRepayment: true } as const
const balance = { field: 'balance', header: 'Balance', kind: 'money' } as const
const reversalColumns = [
  { field: 'reversed_by', header: 'Reversed By', kind: 'text', hidden: true },
  { field: 'reverses', header: 'Reverses', kind: 'text', hidden: true },
  collectedOnColumn,
] as const
const dueDate = { field: 'due_date', header: 'Due Date', kind: 'date' } as const

export const loanHistoryColumns = columnsOf(LoanHistory, [
  created,
  { field: 'loan_reference', header: 'Reference', kind: 'text' },
  amount,
  loanType,
  status,
  balance,
  customer,
  { field: 'customer_phone', header: 'Customer Phone', kind: 'phone' },
  dueDate,
  { field: 'repayment', header: 'Repayment', kind: 'money', isSummed: true, hidden: true },
  { field: 'penalty', header: 'Penalty', kind: 'money', isSummed: true, hidden: true },
  ...reversalColumns,
])
export const repaymentColumns = columnsOf(Repayment, [
  created,
  { field: 'reference', header: 'Reference', kind: 'text' },
  customer,
  amount,
  loanType,
  { field: 'customer_phone', header: 'Phone Number', kind: 'phone' },
  ...reversalColumns,
])
const repaymentFileColumns = columnsOf(Repayment, [
  ...repaymentColumns,
  { field: 'maturity_period', header: 'Maturity Period (days)', kind: 'number' },
])
export const disbursementColumns = columnsOf(Disbursement, [
  created,
  { field: 'reference', header: 'Reference', kind: 'text' },
  customer,
  { field: 'customer_phone', header: 'Customer Phone', kind: 'phone' },
  amount,
  loanType,
  { field: 'loan_status', header: 'Loan Status', kind: 'status' },
  { field: 'application_status', header: 'Application Status', kind: 'status' },
  { field: 'interest_amount', header: 'Int Amount', kind: 'money', isSummed: true },
  { field: 'total_payable', header: 'Total Payable', kind: 'money', isSummed: true },
  { field: 'instalment_amount', header: 'Installment Amount', kind: 'money' },
  { field: 'instalment_period', header: 'Installment period', kind: 'text' },
  { field: 'instalment_times', header: 'Installment times', kind: 'number' },
  { field: 'maturity_period', header: 'Maturity Period (days)', kind: 'number', hidden: true },
  { field: 'agent_name', header: 'Agent Name', kind: 'text' },
  { field: 'kept_back', header: 'Kept Back', kind: 'money', isSummed: true, sparse: true },
])
export const customerLoanHistoryColumns = columnsOf(CustomerLoanHistory, [
  created,
  { field: 'reference', header: 'Reference', kind: 'text' },
  amount,
  status,
  balance,
  dueDate,
  ...reversalColumns,
])

const filtered = v.object({
  ...pageInput,
  search: v.optional(SearchText),
  ...dayRange,
  ...ofAgent,
  ...amountRange,
})

/** What a loan brought in some days: the interest and penalties that were paid, less what was reversed. */
const LoanInterest = v.object({
  id: Id,
  created_at: Stamp,
  reference: Text,
  user_id: Id,
  customer: Text,
  customer_phone: Text,
  loan_type_name: Text,
  agent_id: v.nullable(Id),
  agentName: Text,
  amount: Kobo,
  interest: Kobo,
  penalties: Kobo,
  repaid: Kobo,
})
export const loanInterestColumns = columnsOf(LoanInterest, [
  { field: 'reference', header: 'Reference', kind: 'text' },
  { field: 'customer', header: 'Customer Name', kind: 'text', isSubject: true },
  { field: 'interest', header: 'Interest', kind: 'money', isSummed: true },
  { field: 'penalties', header: 'Penalties', kind: 'money', isSummed: true },
  { field: 'repaid', header: 'Repaid', kind: 'money', isSummed: true },
  { field: 'amount', header: 'Amount', kind: 'money', isSummed: true },
  { field: 'loan_type_name', header: 'Loan Type', kind: 'text' },
  { field: 'agentName', header: 'Agent Name', kind: 'text' },
  { field: 'customer_phone', header: 'Customer Phone', kind: 'phone', hidden: true },
  { field: 'created_at', header: 'Created', kind: 'datetime', hidden: true },
])

/** Part of the loans group: reports on disbursements and repayments. */
export const loanHistoryCalls = {
  loanHistory: read({
    reads: ['customers', 'loanTypes', 'loans'],
    path: 'loanhistory',
    access: anyOf('can-view-loan-history'),
    encoding: 'form',
    input: filtered,
    output: v.object({ data: paged(LoanHistory) }),
    csv: loanHistoryColumns,
    sortable: ['created_at', 'amount'],
    searchable: {
      by: ['reference', 'loan_reference', 'customer_firstname customer_lastname customer_phone'],
      on: 'created_at',
    },
  }),
  loanHistoryRepayment: read({
    reads: ['agents', 'customers', 'loanTypes', 'loans'],
    path: 'loanhistoryrepayment',
    access: anyOf('can-view-loan-history'),
    input: filtered,
    output: v.object({ data: paged(Repayment) }),
    csv: repaymentFileColumns,
    sortable: ['created_at', 'amount'],
    searchable: {
      by: ['reference', 'customer_firstname customer_lastname customer_phone'],
      on: 'created_at',
    },
  }),
  loanDisbursementHistory: read({
    reads: ['agents', 'customers', 'loanTypes', 'loans'],
    path: 'loandisbursementhistory',
    access: anyOf('can-view-loan-disbursement'),
    input: filtered,
    output: v.object({ data: paged(Disbursement) }),
    csv: disbursementColumns,
    sortable: ['created_at', 'amount'],
    searchable: {
      by: ['reference', 'customer_firstname customer_lastname customer_phone'],
      on: 'created_at',
    },
  }),
  /** Loans on which something was paid in some days, this month's unless they are chosen (not in the spec). */
  loanInterest: read({
    reads: ['agents', 'customers', 'ledger', 'loanTypes', 'loans'],
    path: 'loaninterest',
    access: anyOf('can-view-loan-history'),
    input: v.object({
      ...snakePageInput,
      search: v.optional(SearchText),
      ...dayRange,
      ...ofAgent,
      loan_type_id: v.optional(Id),
    }),
    output: v.object({ data: paged(LoanInterest) }),
    csv: loanInterestColumns,
    sortable: ['created_at', 'amount'],
    searchable: { by: ['reference', 'customer customer_phone'] },
  }),
  customerLoanHistory: read({
    report: true,
    reads: ['customers', 'loanTypes', 'loans'],
    path: 'customerloanhistory',
    access: anyOf('can-view-loan-history'),
    input: v.object({ loan_id: Id }),
    output: v.object({ data: v.array(CustomerLoanHistory) }),
    whole: { columns: customerLoanHistoryColumns, byDay: true },
  }),
}
