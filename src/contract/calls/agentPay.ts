import * as v from 'valibot'
import { amountRange, decidedBy, ofAgent } from '../filters'
import { approvalStates, decidedColumns, decidedFields, decisionInput } from './approvals'
import { columnsOf, group, read, write } from '../call'
import { WaitingFilter } from './dashboard'
import { anyOf } from '../permissions'
import {
  amountUpTo,
  BasisPoints,
  Day,
  Id,
  Kobo,
  maxCustomerAmount,
  Month,
  optionalText,
  paged,
  SearchText,
  snakePageInput,
  Stamp,
  Text,
} from '../values'

/** How pay is paid: at the counter, or set off against the cash that the agent holds. */
export const agentPaymentWays = ['cash', 'set-off'] as const
const PaymentWay = v.picklist(agentPaymentWays, 'Please select how it is paid.')
export type AgentPaymentWay = v.InferOutput<typeof PaymentWay>
export const agentPaymentLabels: Record<AgentPaymentWay, string> = {
  cash: 'In cash at the counter',
  'set-off': 'Set off against the cash held',
}

/** What an agent brought in a month, less what was reversed in it. */
const brought = { commissions: Kobo, savings: Kobo, repayments: Kobo }

const AgentStatement = v.object({
  id: Id,
  created_at: Stamp,
  reference: Text,
  /** Null for a deleted agent. */
  agent_id: v.nullable(Id),
  agent: Text,
  month: Day,
  ...brought,
  /** The rates of the month, and what they make. */
  commission_rate: BasisPoints,
  savings_rate: BasisPoints,
  repayment_rate: BasisPoints,
  commission_pay: Kobo,
  savings_pay: Kobo,
  repayment_pay: Kobo,
  /** Below zero: the agent owes it. */
  total: Kobo,
  paid: Kobo,
  ...decidedFields,
})
export type AgentStatement = v.InferOutput<typeof AgentStatement>

const AgentStatementRow = v.object({
  id: Id,
  created_at: Stamp,
  user_id: Id,
  customer: Text,
  ...brought,
})

const AgentPayment = v.object({
  id: Id,
  created_at: Stamp,
  /** The entry's. */
  reference: Text,
  way: PaymentWay,
  amount: Kobo,
  admin: Text,
  reversed_by: v.optional(optionalText),
})
export type AgentPayment = v.InferOutput<typeof AgentPayment>

/** A statement with what is needed to decide on it and to pay it. */
export const StatementCase = v.object({
  ...AgentStatement.entries,
  payments: v.array(AgentPayment),
  /** What the agent holds; null for who may not see it (rules.md, "Blind count"). */
  holds: v.nullable(Kobo),
  /** Whether the profit wallet does not cover what is open. */
  is_short: v.boolean(),
  /** Why the caller may not make the next decision; null if they may. */
  against: optionalText,
})
export type StatementCase = v.InferOutput<typeof StatementCase>

/** The rates from a month on; of one agent, or of all. */
const AgentPayTerms = v.object({
  id: Id,
  from_month: Day,
  /** Null for a deleted agent and for all. */
  agent_id: v.nullable(Id),
  /** All agents, or the name of one. */
  agent: Text,
  /** Null where the agent has those of all again. */
  commission_rate: v.nullable(BasisPoints),
  savings_rate: v.nullable(BasisPoints),
  repayment_rate: v.nullable(BasisPoints),
  admin: Text,
  created_at: Stamp,
})
export type AgentPayTerms = v.InferOutput<typeof AgentPayTerms>

export const agentStatementColumns = columnsOf(AgentStatement, [
  { field: 'created_at', header: 'Created', kind: 'datetime', hidden: true },
  { field: 'reference', header: 'Reference', kind: 'text' },
  { field: 'agent', header: 'Agent', kind: 'text', isSubject: true },
  { field: 'month', header: 'Month', kind: 'date', ofMonth: true },
  { field: 'total', header: 'Pay', kind: 'money', isSummed: true },
  { field: 'paid', header: 'Paid', kind: 'money', isSummed: true },
  { field: 'status', header: 'Status', kind: 'status' },
  { field: 'commissions', header: 'Commissions', kind: 'money', isSummed: true },
  { field: 'commission_rate', header: 'Of Commissions', kind: 'percent', hidden: true },
  { field: 'commission_pay', header: 'For Commissions', kind: 'money', isSummed: true, hidden: true },
  { field: 'savings', header: 'Savings', kind: 'money', isSummed: true },
  { field: 'savings_rate', header: 'Of Savings', kind: 'percent', hidden: true },
  { field: 'savings_pay', header: 'For Savings', kind: 'money', isSummed: true, hidden: true },
  { field: 'repayments', header: 'Repayments', kind: 'money', isSummed: true },
  { field: 'repayment_rate', header: 'Of Repayments', kind: 'percent', hidden: true },
  { field: 'repayment_pay', header: 'For Repayments', kind: 'money', isSummed: true, hidden: true },
  { field: 'requested_by_name', header: 'Made By', kind: 'text', hidden: true },
  ...decidedColumns,
])

export const agentStatementRowColumns = columnsOf(AgentStatementRow, [
  { field: 'customer', header: 'Customer', kind: 'text' },
  { field: 'commissions', header: 'Commissions', kind: 'money', isSummed: true },
  { field: 'savings', header: 'Savings', kind: 'money', isSummed: true },
  { field: 'repayments', header: 'Repayments', kind: 'money', isSummed: true },
  { field: 'created_at', header: 'Created', kind: 'datetime', hidden: true },
])

export const agentPayTermsColumns = columnsOf(AgentPayTerms, [
  { field: 'from_month', header: 'From', kind: 'date', ofMonth: true },
  { field: 'agent', header: 'Agent', kind: 'text', isSubject: true },
  { field: 'commission_rate', header: 'Of Commissions', kind: 'percent' },
  { field: 'savings_rate', header: 'Of Savings', kind: 'percent' },
  { field: 'repayment_rate', header: 'Of Repayments', kind: 'percent' },
  { field: 'admin', header: 'Set By', kind: 'text' },
  { field: 'created_at', header: 'Set', kind: 'datetime' },
])

/** What a statement awaits, or that it is paid. */
export const statementStates = [...approvalStates, 'Paid'] as const

const view = 'can-view-agent-pay'
const rate = v.nullable(BasisPoints)

/** What agents get for what they bring: terms, a statement a month, its approvals and its payment. */
export const agentPayCalls = group('agentPay', {
  getAgentStatements: read({
    reads: ['admins', 'agentPay', 'agents', 'ledger'],
    path: 'getagentstatements',
    access: anyOf(view),
    input: v.object({
      ...snakePageInput,
      search: v.optional(SearchText),
      waiting: v.optional(WaitingFilter),
      ...ofAgent,
      ...amountRange,
      ...decidedBy,
      status: v.optional(v.picklist(statementStates)),
    }),
    output: v.object({ data: paged(AgentStatement) }),
    csv: agentStatementColumns,
    sortable: ['created_at', 'month', 'total'],
    searchable: { by: ['reference', 'agent'] },
  }),
  /** One statement with what is needed to decide on it and to pay it. */
  getAgentStatementCase: read({
    reads: ['admins', 'agentPay', 'agents', 'ledger'],
    path: 'getagentstatements',
    access: anyOf(view, 'can-do-first-approval', 'can-do-second-approval', 'can-pay-agent'),
    input: v.object({ id: Id }),
    output: v.object({ data: v.array(StatementCase) }),
  }),
  /** What the agent brought, by customer. */
  getAgentStatementRows: read({
    reads: ['agentPay', 'customers'],
    path: 'getagentstatementrows',
    access: anyOf(view, 'can-do-first-approval', 'can-do-second-approval'),
    input: v.object({ ...snakePageInput, statement_id: Id }),
    output: v.object({ data: paged(AgentStatementRow) }),
    csv: agentStatementRowColumns,
    sortable: ['created_at'],
  }),
  /** Makes the statements of an ended month: of every agent who has none, or again of one whose statement was rejected. */
  makeAgentStatements: write({
    path: 'makeagentstatements',
    access: anyOf('can-edit-agent-pay'),
    input: v.object({ month: Month, agent_id: v.optional(Id) }),
    output: v.object({ data: v.object({ made: v.number(), total: Kobo }) }),
    subject: ['month'],
    writes: ['agentPay'],
  }),
  firstAgentStatementDecision: write({
    path: 'firstagentstatementdecision',
    access: anyOf('can-do-first-approval'),
    input: decisionInput,
    subject: ['id'],
    writes: ['agentPay'],
  }),
  secondAgentStatementDecision: write({
    path: 'secondagentstatementdecision',
    access: anyOf('can-do-second-approval'),
    input: decisionInput,
    subject: ['id'],
    writes: ['agentPay'],
  }),
  /** Pays an approved statement, whole or in part; one below zero is charged to the agent's cash as a whole. */
  payAgent: write({
    path: 'payagent',
    access: anyOf('can-pay-agent'),
    input: v.object({
      statement_id: Id,
      way: PaymentWay,
      amount: amountUpTo(maxCustomerAmount, 'One payment may be at most ₦100,000,000.00.'),
    }),
    output: v.object({ data: AgentPayment }),
    subject: ['statement_id'],
    writes: ['agentPay', 'ledger'],
  }),
  getAgentPayTerms: read({
    reads: ['admins', 'agentPay', 'agents'],
    path: 'getagentpayterms',
    access: anyOf(view, 'can-edit-agent-pay'),
    input: v.object({}),
    output: v.object({ data: v.array(AgentPayTerms) }),
    whole: { columns: agentPayTermsColumns },
  }),
  /** Sets the rates from this month or a later one on, of all agents or of one; without rates an agent has those of all again. */
  setAgentPayTerms: write({
    path: 'setagentpayterms',
    access: anyOf('can-edit-agent-pay'),
    input: v.object({
      from_month: Month,
      /** Null for all. */
      agent_id: v.nullable(Id),
      commission_rate: rate,
      savings_rate: rate,
      repayment_rate: rate,
    }),
    subject: ['from_month', 'agent_id'],
    writes: ['agentPay'],
  }),
})
