import * as v from 'valibot'
import { columnsOf, group, read } from './call'
import { anyOf } from './permissions'
import { DayFirst, Id, Kobo, optionalText, SearchText, snakePageInput, Stamp, Text } from './values'

const Somebody = v.nullable(v.object({ name: Text, phone_number: optionalText }))

/** One posting of the ledger: what one wallet gained or lost by an entry. */
export const Transaction = v.object({
  id: Id,
  created_at: Stamp,
  reference: Text,
  /** How much, without its sign: `type` says which way. */
  amount: Kobo,
  balance_before: Kobo,
  balance: Kobo,
  /** What happened: the entry's kind. */
  source: Text,
  type: v.picklist(['credit', 'debit']),
  wallet_code: Text,
  admin: v.nullable(v.object({ name: Text })),
  user: Somebody,
  agent: Somebody,
  /** For the ways to what the row names (ours): nobody's where there is none, or where the agent is deleted. */
  user_id: v.nullable(Id),
  agent_id: v.nullable(Id),
  /** The loan or the saving whose account it is, with its reference. */
  loan_id: v.nullable(Id),
  savings_id: v.nullable(Id),
  account_reference: optionalText,
  customer_firstname: optionalText,
  customer_lastname: optionalText,
  /** The three names once more, as columns (ours). */
  admin_name: optionalText,
  user_name: optionalText,
  agent_name: optionalText,
})
export type Transaction = v.InferOutput<typeof Transaction>

const money = [
  { field: 'created_at', header: 'Created', kind: 'datetime' },
  { field: 'reference', header: 'Reference', kind: 'text' },
  { field: 'amount', header: 'Amount', kind: 'money' },
  { field: 'balance_before', header: 'Balance Before', kind: 'money' },
  { field: 'balance', header: 'Balance', kind: 'money' },
] as const
const people = [
  { field: 'user_name', header: 'Customer Name', kind: 'text' },
  { field: 'agent_name', header: 'Agent Name', kind: 'text' },
] as const
const type = { field: 'type', header: 'Transaction Type', kind: 'status' } as const
const source = { field: 'source', header: 'Source', kind: 'text' } as const
const admin = { field: 'admin_name', header: 'Admin Name', kind: 'text' } as const

export const businessColumns = columnsOf(Transaction, [...money, type, source, admin, ...people])
export const flowColumns = columnsOf(Transaction, [...money, type, source, ...people])
/** There 'Transaction Type' is the source (spec 2, "Transaction reports"). */
export const userTransactionColumns = columnsOf(Transaction, [
  ...money,
  { ...source, header: 'Transaction Type' },
  admin,
  ...people,
])

const sought = { by: ['reference', 'user_name user.phone_number'], on: 'created_at' }

/** 1 main, 2 profit, 3 transaction (spec 2, point 9). */
export const BusinessId = v.pipe(Id, v.values([1, 2, 3], 'Please select a business type'))
export const FlowType = v.picklist(['payable', 'receivable', 'all'], 'Please select a transaction type')
export const SavingFilter = v.picklist(['daily', 'market', 'microsoft', 'all'], 'Please select a saving type')
/** Days: of the main business history (spec 2, point 9). */
export const longestMainRange = 31

const filter = {
  search: v.optional(SearchText),
  start_date: v.optional(DayFirst),
  end_date: v.optional(DayFirst),
}
/** What the rows of the filter come to, all pages together; nothing is left out or counted twice. */
const Totals = v.object({ credits: Kobo, debits: Kobo, net: Kobo })
const History = v.object({
  data: v.object({
    total: v.pipe(v.number(), v.integer(), v.minValue(0)),
    per_page: v.number(),
    page: v.number(),
    history: v.array(Transaction),
  }),
})

export const transactionCalls = group('transactions', {
  businessHistory: read({
    path: 'businesshistory',
    access: anyOf('can-view-withdrawal'),
    input: v.object({ business_id: BusinessId, ...snakePageInput, ...filter }),
    output: History,
    csv: businessColumns,
    sortable: ['created_at'],
    sought: sought,
  }),
  transactionFlowHistory: read({
    path: 'transactionflowhistory',
    access: anyOf('can-view-withdrawal'),
    input: v.object({ transaction_type: FlowType, ...snakePageInput, ...filter }),
    output: History,
    csv: flowColumns,
    sortable: ['created_at'],
    sought: sought,
  }),
  userTransactionHistory: read({
    path: 'usertransactionhistory',
    access: anyOf('can-view-withdrawal'),
    input: v.object({ customer_id: Id, savings_type: SavingFilter, ...snakePageInput, ...filter }),
    output: History,
    csv: userTransactionColumns,
    sortable: ['created_at'],
    sought: sought,
  }),
  /** Beside the report, so that the first rows never wait for a sum of millions (ours). */
  businessTotals: read({
    path: 'businesstotals',
    access: anyOf('can-view-withdrawal'),
    input: v.object({ business_id: BusinessId, ...filter }),
    output: v.object({ data: Totals }),
  }),
  transactionFlowTotals: read({
    path: 'transactionflowtotals',
    access: anyOf('can-view-withdrawal'),
    input: v.object({ transaction_type: FlowType, ...filter }),
    output: v.object({ data: Totals }),
  }),
  userTransactionTotals: read({
    path: 'usertransactiontotals',
    access: anyOf('can-view-withdrawal'),
    input: v.object({ customer_id: Id, savings_type: SavingFilter, ...filter }),
    output: v.object({ data: Totals }),
  }),
})
