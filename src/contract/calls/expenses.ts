import * as v from 'valibot'
import { columnsOf, group, read, write } from '../call'
import { amountRange, dayRange, decidedBy } from '../filters'
import { anyOf } from '../permissions'
import {
  amountUpTo,
  Id,
  Kobo,
  maxCustomerAmount,
  optionalText,
  paged,
  requiredText,
  snakePageInput,
  Stamp,
  Text,
} from '../values'
import { approvalStates, decidedColumns, decidedFields, decisionInput, Reason } from './approvals'
import { WaitingFilter } from './dashboard'
import { reversedByColumn } from './reversals'

/** Where the cash of an expense is paid from. */
export const ExpenseSource = v.picklist(['cash', 'vault', 'bank'], 'Please select which cash pays for it.')
export type ExpenseSource = v.InferOutput<typeof ExpenseSource>
export const expenseSourceLabels: Record<ExpenseSource, string> = {
  cash: 'Counter',
  vault: 'Vault',
  bank: 'Bank',
}

const Status = v.picklist(['active', 'inactive'])

const ExpenseCategory = v.object({ id: Id, created_at: Stamp, name: Text, code: Text, status: Status })
export type ExpenseCategory = v.InferOutput<typeof ExpenseCategory>

export const expenseCategoryColumns = columnsOf(ExpenseCategory, [
  { field: 'name', header: 'Name', kind: 'text' },
  { field: 'code', header: 'Code', kind: 'text' },
  { field: 'status', header: 'Status', kind: 'status' },
  { field: 'created_at', header: 'Created', kind: 'datetime', hidden: true },
])

const Expense = v.object({
  id: Id,
  created_at: Stamp,
  reference: Text,
  category: Text,
  amount: Kobo,
  reason: Text,
  /** A label of `expenseSourceLabels`. */
  paid_from: Text,
  has_slip: v.boolean(),
  ...decidedFields,
  /** The reference of the movement, and of the entry that reverses it. */
  entry: optionalText,
  reversed_by: optionalText,
})
export type Expense = v.InferOutput<typeof Expense>

export const expenseColumns = columnsOf(Expense, [
  { field: 'created_at', header: 'Created', kind: 'datetime' },
  { field: 'reference', header: 'Reference', kind: 'text' },
  { field: 'category', header: 'Category', kind: 'text', isSubject: true },
  { field: 'amount', header: 'Amount', kind: 'money' },
  { field: 'status', header: 'Status', kind: 'status' },
  { field: 'reason', header: 'Reason', kind: 'text' },
  { field: 'paid_from', header: 'Paid From', kind: 'text', hidden: true },
  { field: 'has_slip', header: 'Slip', kind: 'yesNo', hidden: true },
  { field: 'requested_by_name', header: 'Requested By', kind: 'text' },
  ...decidedColumns,
  { field: 'entry', header: 'Movement', kind: 'text', hidden: true },
  reversedByColumn,
])

/** An expense with what is needed to decide on it. */
export const ExpenseCase = v.object({
  ...Expense.entries,
  /** Of the profit wallet; null for who may not see balances. */
  wallet_balance: v.nullable(Kobo),
  /** Whether the profit wallet does not cover it; null for who does not decide. */
  is_short: v.nullable(v.boolean()),
  /** Why the caller may not make the next decision; null if they may. */
  against: optionalText,
})
export type ExpenseCase = v.InferOutput<typeof ExpenseCase>

const access = anyOf('can-view-expense')

/** What the business spends (rules.md, "Expense"). */
export const expenseCalls = group('expenses', {
  getExpenses: read({
    reads: ['admins', 'expenses', 'ledger'],
    path: 'getexpenses',
    access,
    input: v.object({
      ...snakePageInput,
      category_id: v.optional(Id),
      waiting: v.optional(WaitingFilter),
      status: v.optional(v.picklist(approvalStates)),
      ...amountRange,
      ...decidedBy,
      ...dayRange,
    }),
    output: v.object({ data: paged(Expense) }),
    csv: expenseColumns,
    sortable: ['created_at', 'amount'],
  }),
  getExpenseCase: read({
    reads: ['admins', 'expenses', 'ledger'],
    path: 'getexpenses',
    access: anyOf('can-view-expense', 'can-do-first-approval', 'can-do-second-approval'),
    input: v.object({ id: Id }),
    output: v.object({ data: v.array(ExpenseCase) }),
  }),
  /** A link valid for a minute in this session; null without a slip. */
  getExpenseSlip: read({
    reads: ['expenses'],
    path: 'getexpenseslip',
    access: anyOf('can-view-expense', 'can-do-first-approval', 'can-do-second-approval'),
    input: v.object({ id: Id }),
    output: v.object({ data: v.object({ slip: v.nullable(v.string()) }) }),
  }),
  requestExpense: write({
    path: 'requestexpense',
    access: anyOf('can-request-expense'),
    input: v.object({
      category_id: v.message(Id, 'Please select a category.'),
      amount: amountUpTo(maxCustomerAmount, 'One expense may be at most ₦100,000,000.00.'),
      reason: Reason,
      paid_from: ExpenseSource,
      /** An uploaded file. */
      slip: v.optional(v.nullable(Id)),
    }),
    output: v.object({ data: v.object({ reference: Text }) }),
    subject: ['category_id'],
    writes: ['expenses'],
  }),
  firstExpenseDecision: write({
    path: 'firstexpensedecision',
    access: anyOf('can-do-first-approval'),
    input: decisionInput,
    subject: ['id'],
    writes: ['expenses'],
  }),
  secondExpenseDecision: write({
    path: 'secondexpensedecision',
    access: anyOf('can-do-second-approval'),
    input: decisionInput,
    subject: ['id'],
    writes: ['expenses', 'ledger'],
  }),
  getExpenseCategories: read({
    reads: ['books', 'expenses'],
    path: 'getexpensecategories',
    access: anyOf('can-view-expense', 'can-request-expense', 'can-edit-books'),
    input: v.object({}),
    output: v.object({ data: v.array(ExpenseCategory) }),
    whole: { columns: expenseCategoryColumns },
  }),
  createExpenseCategory: write({
    path: 'createexpensecategory',
    access: anyOf('can-edit-books'),
    input: v.object({
      name: v.pipe(
        requiredText('Please enter a name.'),
        v.maxLength(60, 'A name may have at most 60 characters.'),
      ),
    }),
    subject: ['name'],
    writes: ['books', 'expenses'],
  }),
  /** An inactive category is not asked for any more; its expenses stay. */
  switchExpenseCategory: write({
    path: 'switchexpensecategory',
    access: anyOf('can-edit-books'),
    input: v.object({ id: Id, status: Status }),
    subject: ['id', 'status'],
    writes: ['expenses'],
  }),
})
