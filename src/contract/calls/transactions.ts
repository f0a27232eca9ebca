import * as v from 'valibot'
import { MovementKind } from '../movementKinds'
import { amountRange } from '../filters'
import { columnsOf, group, read } from '../call'
import { anyOf, tellingBalances } from '../permissions'
import { collectedOnColumn, reversalFields, reversedByColumn, reversesColumn } from './reversals'
import { DayFirst, Id, Kobo, optionalText, SearchText, snakePageInput, Stamp, Text } from '../values'

const Person = v.nullable(v.object({ name: Text, phone_number: optionalText }))

/** One posting of the ledger. */
export const Transaction = v.object({
  id: Id,
  created_at: Stamp,
  reference: Text,
  /** Signed: negative for a debit. */
  amount: Kobo,
  /** The balance of the wallet. */
  balance_before: Kobo,
  balance: Kobo,
  /** What happened: the entry's kind. */
  source: Text,
  type: v.picklist(['credit', 'debit']),
  wallet_code: Text,
  /** Payable or receivable; null for business wallets. */
  flow: v.nullable(v.picklist(['payable', 'receivable'])),
  admin: v.nullable(v.object({ name: Text })),
  user: Person,
  agent: Person,
  /** Ids for links (not in the spec): null if there is none, or the agent is deleted. */
  user_id: v.nullable(Id),
  agent_id: v.nullable(Id),
  /** The loan or saving of the account, with its reference. */
  loan_id: v.nullable(Id),
  savings_id: v.nullable(Id),
  account_reference: optionalText,
  customer_firstname: optionalText,
  customer_lastname: optionalText,
  /** Names and phone numbers as flat columns (not in the spec). */
  admin_name: optionalText,
  user_name: optionalText,
  user_phone: optionalText,
  agent_name: optionalText,
  agent_phone: optionalText,
  /** Not in the spec. */
  ...reversalFields,
})
export type Transaction = v.InferOutput<typeof Transaction>

const created = { field: 'created_at', header: 'Created', kind: 'datetime' } as const
const reference = { field: 'reference', header: 'Reference', kind: 'text' } as const
const amount = { field: 'amount', header: 'Amount', kind: 'money' } as const
const before = { field: 'balance_before', header: 'Balance Before', kind: 'money' } as const
const balance = { field: 'balance', header: 'Balance', kind: 'money' } as const
const money = [created, reference, amount, before, balance] as const
const type = { field: 'type', header: 'Transaction Type', kind: 'status' } as const
const source = { field: 'source', header: 'Source', kind: 'text' } as const
const admin = { field: 'admin_name', header: 'Admin Name', kind: 'text' } as const
const customer = { field: 'user_name', header: 'Customer Name', kind: 'text' } as const
/** Business wallets move without a customer too, so their rows are not about one. */
const subject = { ...customer, isSubject: true } as const
const customerPhone = { field: 'user_phone', header: 'Customer Phone', kind: 'phone' } as const
const agent = { field: 'agent_name', header: 'Agent Name', kind: 'text' } as const
const agentPhone = { field: 'agent_phone', header: 'Agent Phone', kind: 'phone' } as const
const wallet = { field: 'wallet_code', header: 'Wallet Code', kind: 'text' } as const
const flow = { field: 'flow', header: 'Kind', kind: 'text' } as const

/** What reverses what. */
const reversal = [reversedByColumn, reversesColumn, collectedOnColumn] as const
export const businessColumns = columnsOf(Transaction, [
  ...money,
  type,
  source,
  admin,
  customer,
  agent,
  ...reversal,
])
export const flowColumns = columnsOf(Transaction, [
  ...money,
  type,
  wallet,
  flow,
  source,
  subject,
  agent,
  ...reversal,
])
/** In this report 'Transaction Type' is the source, and the type is headed 'Type'. */
const userSource = { ...source, header: 'Transaction Type' }
const userType = { ...type, header: 'Type' }
export const userTransactionColumns = columnsOf(Transaction, [
  ...money,
  userType,
  wallet,
  userSource,
  admin,
  subject,
  customerPhone,
  agent,
  agentPhone,
  ...reversal,
])
const userTransactionFileColumns = columnsOf(Transaction, [
  { ...created, header: 'Created Date' },
  reference,
  amount,
  before,
  { ...balance, header: 'Current Balance' },
  userSource,
  customer,
  customerPhone,
  agent,
  agentPhone,
  wallet,
  userType,
  ...reversal,
])

const searchable = { by: ['reference', 'user_name user.phone_number'], on: 'created_at' }

/** 1 main, 2 profit, 3 transaction (rules.md, "Wallets"). */
const BusinessId = v.pipe(Id, v.values([1, 2, 3], 'Please select a business type'))
const FlowType = v.picklist(['payable', 'receivable', 'all'], 'Please select a transaction type')
const SavingFilter = v.picklist(['daily', 'market', 'microsoft', 'all'], 'Please select a saving type')
/** For the main business history (rules.md, "Filters"). */
export const maxMainRangeDays = 31

const filter = {
  search: v.optional(SearchText),
  start_date: v.optional(DayFirst),
  end_date: v.optional(DayFirst),
  kind: v.optional(MovementKind),
  ...amountRange,
}
/**
 * Totals over all pages of a filter. No net over several kinds of wallets: a debt and savings don't add up.
 */
const Totals = v.object({ credits: Kobo, debits: Kobo, net: v.nullable(Kobo) })
const History = v.object({
  data: v.object({
    total: v.pipe(v.number(), v.integer(), v.minValue(0)),
    per_page: v.number(),
    page: v.number(),
    history: v.array(Transaction),
  }),
})

/**
 * Who sees the balances of business wallets: in their histories, whose movements add up to them, and in decisions and
 * refusals (rules.md, "Business wallet balances").
 */
export const businessHistoryAccess = tellingBalances(anyOf('can-view-withdrawal'))

export const transactionCalls = group('transactions', {
  businessHistory: read({
    reads: ['admins', 'agents', 'customers', 'ledger', 'loans', 'savings'],
    path: 'businesshistory',
    access: businessHistoryAccess,
    input: v.object({ business_id: BusinessId, ...snakePageInput, ...filter }),
    output: History,
    csv: businessColumns,
    sortable: ['created_at'],
    searchable,
  }),
  transactionFlowHistory: read({
    reads: ['admins', 'agents', 'customers', 'ledger', 'loans', 'savings'],
    path: 'transactionflowhistory',
    access: anyOf('can-view-withdrawal'),
    input: v.object({ transaction_type: FlowType, ...snakePageInput, ...filter }),
    output: History,
    csv: flowColumns,
    sortable: ['created_at'],
    searchable,
  }),
  userTransactionHistory: read({
    reads: ['admins', 'agents', 'customers', 'ledger', 'loans', 'savings'],
    path: 'usertransactionhistory',
    access: anyOf('can-view-withdrawal'),
    input: v.object({ customer_id: Id, savings_type: SavingFilter, ...snakePageInput, ...filter }),
    output: History,
    csv: userTransactionFileColumns,
    sortable: ['created_at'],
    searchable,
  }),
  /** A separate call, so that the first rows don't wait for a sum over millions (not in the spec). */
  businessTotals: read({
    report: true,
    reads: ['customers', 'ledger'],
    path: 'businesstotals',
    access: businessHistoryAccess,
    input: v.object({ business_id: BusinessId, ...filter }),
    output: v.object({ data: Totals }),
  }),
  transactionFlowTotals: read({
    report: true,
    reads: ['customers', 'ledger'],
    path: 'transactionflowtotals',
    access: anyOf('can-view-withdrawal'),
    input: v.object({ transaction_type: FlowType, ...filter }),
    output: v.object({ data: Totals }),
  }),
  userTransactionTotals: read({
    report: true,
    reads: ['customers', 'ledger'],
    path: 'usertransactiontotals',
    access: anyOf('can-view-withdrawal'),
    input: v.object({ customer_id: Id, savings_type: SavingFilter, ...filter }),
    output: v.object({ data: Totals }),
  }),
})
