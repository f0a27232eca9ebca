import * as v from 'valibot'
import { ofAgent, ofMarket, ofSavingType } from '../filters'
import { columnsOf, read } from '../call'
import { anyOf } from '../permissions'
import {
  BasisPoints,
  Day,
  Id,
  Kobo,
  optionalText,
  paged,
  SearchText,
  snakePageInput,
  Stamp,
  Text,
} from '../values'
import { DepositType } from './savingChanges'
import { commissionKinds } from './savingTypes'

/** What the boxes of a card are called: a box for each time that the plan asks for a deposit. */
export const boxUnits = ['day', 'week', 'month', 'market day'] as const
export type BoxUnit = (typeof boxUnits)[number]

/** A deposit that counts in a cycle and stands. */
const CardPayment = v.object({
  /** In the wallet's history; null for what was taken over from the old books. */
  id: v.nullable(Id),
  reference: optionalText,
  /** Its day, and when it was recorded. */
  day: Day,
  created_at: v.nullable(Stamp),
  amount: Kobo,
})
export type CardPayment = v.InferOutput<typeof CardPayment>

/** A cycle of a savings wallet with what decides on its boxes: `cardOf` in domain/savings/card.ts makes the card of it. */
const SavingsCard = v.object({
  savings_id: Id,
  reference: Text,
  saving_type_name: Text,
  user_id: Id,
  customer: Text,
  customer_reference: Text,
  home_address: optionalText,
  /** Who collects from the customer now. */
  agent: Text,
  /** The number of the cycle, 1 for that of the opening, and of the present one. */
  number: v.number(),
  present: v.number(),
  from_day: Day,
  through_day: Day,
  /** The day as of which boxes are due. */
  day: Day,
  deposit_type: DepositType,
  market: optionalText,
  unit: v.picklist(boxUnits),
  boxes: v.number(),
  due_boxes: v.number(),
  fixed_amount: Kobo,
  charge: Kobo,
  commission: v.picklist(commissionKinds),
  commission_rate: BasisPoints,
  /** The charge is taken at the end of each calendar month, also without a deposit. */
  is_monthly: v.boolean(),
  /** The commission that was taken of the cycle, and on which day last. */
  taken: Kobo,
  /** What a reversal gave back of it for good. Absent in what was saved by an older release. */
  waived: v.optional(Kobo),
  taken_on: v.nullable(Day),
  payments: v.array(CardPayment),
})
export type SavingsCard = v.InferOutput<typeof SavingsCard>

/** The most customers whose cards are read at once. */
export const maxCardCustomers = 100

/** An open wallet into which nothing was paid for some days. */
const NotSaving = v.object({
  id: Id,
  user_id: Id,
  customer: Text,
  customer_phone: Text,
  agent_id: v.nullable(Id),
  agent: Text,
  reference: Text,
  saving_type_name: Text,
  fixed_amount: Kobo,
  deposit_type: DepositType,
  market: optionalText,
  /** The day of the last deposit that stands; null if there was none. */
  last_day: v.nullable(Day),
  /** That day, or without one the day of the opening or of the import; and for how many days. */
  since: Day,
  days: v.number(),
})
export type NotSaving = v.InferOutput<typeof NotSaving>

export const notSavingColumns = columnsOf(NotSaving, [
  { field: 'customer', header: 'Customer', kind: 'text', isSubject: true },
  { field: 'customer_phone', header: 'Phone Number', kind: 'phone' },
  { field: 'agent', header: 'Agent', kind: 'text' },
  { field: 'saving_type_name', header: 'Plan', kind: 'text' },
  { field: 'fixed_amount', header: 'Fixed Amount', kind: 'money' },
  { field: 'deposit_type', header: 'Deposit Type', kind: 'text', hidden: true },
  { field: 'market', header: 'Market', kind: 'text', hidden: true },
  { field: 'reference', header: 'Wallet', kind: 'text' },
  { field: 'last_day', header: 'Last Contribution', kind: 'date' },
  { field: 'since', header: 'Not Saving Since', kind: 'date', hidden: true },
  { field: 'days', header: 'Days Since', kind: 'number' },
])

/** After how many days without a contribution a wallet is listed: the choices, and the usual one. */
export const notSavingDays = [3, 7, 14, 30, 60, 90] as const
export const usualNotSavingDays = 14

const totalsOfSavings = { customers: v.number(), wallets: v.number(), balance: Kobo }
const MarketSavings = v.object({
  id: Id,
  created_at: Stamp,
  name: Text,
  state: Text,
  lga: Text,
  status: Text,
  ...totalsOfSavings,
})

export const marketSavingsColumns = columnsOf(MarketSavings, [
  { field: 'name', header: 'Market', kind: 'text', isSubject: true },
  { field: 'customers', header: 'Customers', kind: 'number', isSummed: true },
  { field: 'wallets', header: 'Savings Wallets', kind: 'number', isSummed: true },
  { field: 'balance', header: 'Savings', kind: 'money', isSummed: true },
  { field: 'state', header: 'State', kind: 'text' },
  { field: 'lga', header: 'LGA', kind: 'text' },
  { field: 'status', header: 'Status', kind: 'status', hidden: true },
  { field: 'created_at', header: 'Created', kind: 'datetime', hidden: true },
])

/** Part of the savings group: cards of cycles, who stopped saving, and savings by market. */
export const savingCardCalls = {
  /** The cards of customers' open wallets: of their present cycles, or of one wallet's cycle with a number. */
  savingsCards: read({
    reads: ['agents', 'calendar', 'customers', 'imports', 'ledger', 'savingTypes', 'savings'],
    path: 'savingscards',
    access: anyOf('can-view-customer-details'),
    input: v.object({
      customer_ids: v.pipe(v.array(Id), v.minLength(1), v.maxLength(maxCardCustomers)),
      savings_id: v.optional(Id),
      number: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.metadata({ wire: 'id' }))),
    }),
    output: v.object({ data: v.array(SavingsCard) }),
  }),
  getNotSaving: read({
    reads: ['agents', 'customers', 'markets', 'savingTypes', 'savings'],
    path: 'getnotsaving',
    access: anyOf('can-view-saving-portfolio'),
    input: v.object({
      ...snakePageInput,
      /** Who collects from the customer now. */
      ...ofAgent,
      ...ofMarket,
      /** For at least so many days; the usual number if it is missing. */
      days: v.optional(
        v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(3650), v.metadata({ wire: 'id' })),
      ),
    }),
    output: v.object({ data: paged(NotSaving) }),
    csv: notSavingColumns,
    sortable: ['since'],
  }),
  /** Customers with active wallets, and what these hold, by market; a customer of two markets counts once in the totals. */
  savingsByMarket: read({
    reads: ['customers', 'ledger', 'markets', 'savings'],
    path: 'savingsbymarket',
    access: anyOf('can-view-saving-portfolio'),
    input: v.object({
      ...snakePageInput,
      search: v.optional(SearchText),
      ...ofAgent,
      ...ofSavingType,
    }),
    /** `without`: the active wallets of the filter without a market. */
    output: v.object({ data: paged(MarketSavings), without: v.optional(v.object(totalsOfSavings)) }),
    csv: marketSavingsColumns,
    sortable: ['created_at', 'name'],
    searchable: { by: ['name'] },
  }),
}
