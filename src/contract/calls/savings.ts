import * as v from 'valibot'
import { amountRange, ofAgent, ofMarket, ofSavingType } from '../filters'
import { columnsOf, group, read } from '../call'
import { Week } from './dashboard'
import { collectedOnColumn, reversalFields, reversedByColumn, reversesColumn } from './reversals'
import { savingCardCalls } from './savingCards'
import { savingChangeCalls } from './savingChanges'
import { savingTypeCalls } from './savingTypes'
import { anyOf } from '../permissions'
import {
  BasisPoints,
  Day,
  Id,
  Kobo,
  optionalText,
  paged,
  pageInput,
  portfolioSum,
  SearchText,
  Stamp,
  Text,
} from '../values'

/** What the movement is, by its entry. Absent in what was saved by an older release. */
const movementField = { movement: v.optional(optionalText) }
const movementColumn = { field: 'movement', header: 'Movement', kind: 'text' } as const

const people = { customer_firstname: Text, customer_lastname: Text, customer_phone: Text }

/** One movement of a savings wallet. */
export const SavingHistory = v.object({
  id: Id,
  savings_id: Id,
  user_id: Id,
  savings_reference: Text,
  /** The entry's reference; `savings_reference` is the wallet's. */
  reference: Text,
  /** Negative for money that left the wallet. */
  amount: Kobo,
  status: Text,
  saving_type_name: Text,
  /** The collecting agent; null for interest, charges and transfers. A deleted agent has a name and no id. */
  agent_name: optionalText,
  agent_id: v.nullable(Id),
  ...people,
  created_at: Stamp,
  savings_type_id: Id,
  /** Nothing is recorded of these. */
  printed: optionalText,
  notes: optionalText,
  customer_middlename: optionalText,
  /** Not in the spec. */
  ...movementField,
  ...reversalFields,
})
export type SavingHistory = v.InferOutput<typeof SavingHistory>

const SavingDetail = v.object({
  id: Id,
  reference: Text,
  amount: Kobo,
  status: Text,
  created_at: Stamp,
  ...people,
  amount_before: Kobo,
  amount_After: Kobo,
  agent_name: optionalText,
  /** Not in the spec. */
  ...movementField,
  ...reversalFields,
})

const CustomerSaving = v.object({
  id: Id,
  user_id: Id,
  agent_id: v.nullable(Id),
  created_at: Stamp,
  reference: Text,
  amount: Kobo,
  status: Text,
  agent_name: optionalText,
  ...people,
  customer: Text,
  saving_type_name: Text,
  /** Not in the spec. */
  ...movementField,
  ...reversalFields,
})

/** A savings wallet with its plan and its ledger balance. */
const SavingPortfolio = v.object({
  id: Id,
  user_id: Id,
  created_at: Stamp,
  reference: Text,
  customer_firstname: Text,
  customer_lastname: Text,
  saving_types_name: Text,
  market: optionalText,
  balance: Kobo,
  fixed_amount: Kobo,
  /** Per year. */
  interest: BasisPoints,
  status: Text,
  /** The next due date. */
  market_day: v.nullable(Day),
  /** Days. */
  duration: v.number(),
  due_date: Day,
  deposit_type: Text,
  charge: Kobo,
  agent_id: v.nullable(Id),
  agentName: Text,
  savings_type_id: Id,
  market_id: v.nullable(Id),
  /** Who collects from the customer now. */
  assigned_agent_id: v.nullable(Id),
  /** Savings have no penalty. */
  penalty_rate: v.nullable(BasisPoints),
})

const HistoryRow = v.object({ ...SavingHistory.entries, customer: Text })
export const savingHistoryColumns = columnsOf(HistoryRow, [
  { field: 'created_at', header: 'Created', kind: 'datetime' },
  { field: 'savings_reference', header: 'Reference', kind: 'text' },
  { field: 'amount', header: 'Amount', kind: 'money', isSummed: true },
  { field: 'saving_type_name', header: 'Saving Type', kind: 'text' },
  { field: 'status', header: 'Status', kind: 'status' },
  { field: 'agent_name', header: 'Agent Name', kind: 'text' },
  { field: 'customer', header: 'Full Name', kind: 'text', isSubject: true },
  { field: 'customer_phone', header: 'Customer Phone', kind: 'phone' },
  movementColumn,
  reversedByColumn,
  reversesColumn,
  collectedOnColumn,
])

const savingHistoryFileColumns = columnsOf(HistoryRow, [
  ...savingHistoryColumns,
  { field: 'user_id', header: 'User Id', kind: 'number' },
  { field: 'agent_id', header: 'Agent Id', kind: 'number' },
  { field: 'printed', header: 'Printed', kind: 'text' },
  { field: 'notes', header: 'Notes', kind: 'text' },
  { field: 'savings_type_id', header: 'Savings Type Id', kind: 'number' },
  { field: 'customer_middlename', header: 'Customer Middlename', kind: 'text' },
])

/** Movements of one wallet. The spec heads the saving type 'Balance' (docs/change/deviations.md). */
export const customerSavingColumns = columnsOf(CustomerSaving, [
  { field: 'created_at', header: 'Created', kind: 'datetime' },
  { field: 'reference', header: 'Reference', kind: 'text' },
  { field: 'amount', header: 'Amount', kind: 'money', isSummed: true },
  { field: 'saving_type_name', header: 'Saving Type', kind: 'text' },
  { field: 'status', header: 'Status', kind: 'status' },
  { field: 'agent_name', header: 'Agent Name', kind: 'text' },
  { field: 'customer', header: 'Full Name', kind: 'text', isSubject: true },
  { field: 'customer_phone', header: 'Customer Phone', kind: 'phone' },
  movementColumn,
  reversedByColumn,
  reversesColumn,
  collectedOnColumn,
])

const PortfolioRow = v.object({ ...SavingPortfolio.entries, customer: Text })
export const savingPortfolioColumns = columnsOf(PortfolioRow, [
  { field: 'created_at', header: 'Created', kind: 'datetime' },
  { field: 'reference', header: 'Reference', kind: 'text' },
  { field: 'customer', header: 'Customer Name', kind: 'text', isSubject: true },
  { field: 'saving_types_name', header: 'Saving Type', kind: 'text' },
  { field: 'market', header: 'Market', kind: 'text', hidden: true },
  { field: 'balance', header: 'Balance', kind: 'money', isSummed: true },
  { field: 'fixed_amount', header: 'Fixed Amount', kind: 'money' },
  { field: 'interest', header: 'Interest', kind: 'percent' },
  { field: 'status', header: 'Status', kind: 'status' },
  { field: 'market_day', header: 'Market Day', kind: 'date', hidden: true },
  { field: 'duration', header: 'Duration (days)', kind: 'number', hidden: true },
  { field: 'due_date', header: 'Due Date', kind: 'date' },
  { field: 'deposit_type', header: 'Deposit Type', kind: 'text', hidden: true },
  { field: 'charge', header: 'Charge', kind: 'money', hidden: true },
  { field: 'agentName', header: 'Agent Name', kind: 'text' },
])

export const savingCalls = group('savings', {
  ...savingTypeCalls,
  ...savingChangeCalls,
  ...savingCardCalls,
  savingHistory: read({
    reads: ['agents', 'customers', 'ledger', 'savingTypes', 'savings'],
    path: 'savinghistory',
    access: anyOf('can-view-saving'),
    encoding: 'form',
    input: v.object({
      ...pageInput,
      search: v.optional(SearchText),
      start_date: v.optional(Day),
      end_date: v.optional(Day),
      /** Only approved deposits of this week. */
      week: v.optional(Week),
      ...ofAgent,
      ...ofSavingType,
      ...amountRange,
    }),
    output: v.object({ data: paged(HistoryRow) }),
    csv: savingHistoryFileColumns,
    sortable: ['created_at', 'amount'],
    searchable: {
      by: ['reference', 'savings_reference', 'customer_firstname customer_lastname customer_phone'],
      on: 'created_at',
    },
  }),
  savingDetails: read({
    reads: ['agents', 'customers', 'ledger', 'savings'],
    path: 'savingdetails',
    access: anyOf('can-view-saving-details'),
    input: v.object({ saving_history_id: Id }),
    output: v.object({ data: SavingDetail }),
  }),
  getSavingPortfolio: read({
    reads: ['agents', 'customers', 'ledger', 'markets', 'savingTypes', 'savings'],
    path: 'getsavingportfolio',
    access: anyOf('can-view-saving-portfolio'),
    input: v.object({
      ...pageInput,
      search: v.optional(SearchText),
      /** Who collects from the customer now. */
      ...ofAgent,
      ...ofMarket,
      ...ofSavingType,
    }),
    output: v.object({ data: v.object({ activeSave: portfolioSum, getActive: paged(PortfolioRow) }) }),
    csv: savingPortfolioColumns,
    sortable: ['created_at', 'fixed_amount', 'due_date'],
    searchable: { by: ['reference', 'customer_firstname customer_lastname'] },
  }),
  customerSavingHistory: read({
    report: true,
    reads: ['agents', 'customers', 'ledger', 'savingTypes', 'savings'],
    path: 'customersavinghistory',
    access: anyOf('can-view-saving-history'),
    input: v.object({ savings_id: Id }),
    output: v.object({ data: v.array(CustomerSaving) }),
    whole: { columns: customerSavingColumns },
  }),
})
