import * as v from 'valibot'
import { columnsOf, read, write } from '../call'
import { anyOf } from '../permissions'
import { closedDays } from './closing'
import { commissionFields, SavingCategory } from './savingTypes'
import { amountUpTo, BasisPoints, Day, Id, Kobo, maxCustomerAmount, Stamp, Text } from '../values'

export const DepositType = v.picklist(['daily', 'weekly', 'monthly'], 'Please select how often.')
/** The longest plan: ten years. */
const maxDuration = 3650

export const owedCommission = {
  /** What a transfer or the closing takes first (rules.md, "Commission of a cycle"); absent for a wallet without cycles. */
  commission_owed: v.optional(Kobo),
  /** What the wallet costs and when its plan ends, in words; absent for a charge a month. */
  terms: v.optional(Text),
}

/** A savings wallet with what is needed to deposit into it or to close it. */
export const SavingAccount = v.object({
  id: Id,
  reference: Text,
  user_id: Id,
  customer_name: Text,
  customer_reference: Text,
  /** Whether the customer is active. */
  is_active: v.boolean(),
  saving_type_name: Text,
  status: v.picklist(['active', 'closed']),
  deposit_type: DepositType,
  fixed_amount: Kobo,
  due_date: Day,
  balance: Kobo,
  /** How much of it secures loans. Absent from older releases. */
  held: v.optional(Kobo),
  main_balance: Kobo,
  ...closedDays,
  ...owedCommission,
})
export type SavingAccount = v.InferOutput<typeof SavingAccount>

/** What a customer means to pay each time; the market day of a saving of the category market, refused for others. */
const contribution = {
  fixed_amount: amountUpTo(maxCustomerAmount, 'The fixed amount may be at most ₦100,000,000.00.'),
  deposit_type: DepositType,
  market_id: v.optional(Id),
}

/** A change of a wallet's contribution. Waiting until its first day, unless a later one of the same day replaced it. */
const PlanChange = v.object({
  id: Id,
  created_at: Stamp,
  from_day: Day,
  before: Text,
  after: Text,
  state: v.picklist(['waiting', 'made', 'replaced']),
  admin_name: Text,
})
export type PlanChange = v.InferOutput<typeof PlanChange>

export const planChangeColumns = columnsOf(PlanChange, [
  { field: 'from_day', header: 'From', kind: 'date' },
  { field: 'before', header: 'Before', kind: 'text' },
  { field: 'after', header: 'After', kind: 'text' },
  { field: 'state', header: 'State', kind: 'text' },
  { field: 'admin_name', header: 'By', kind: 'text' },
  { field: 'created_at', header: 'Created', kind: 'datetime' },
])

/** A savings wallet with its contribution, what it is from the next cycle on, and how it changed, newest first. */
const SavingPlanChanges = v.object({
  id: Id,
  reference: Text,
  customer_name: Text,
  customer_reference: Text,
  saving_type_name: Text,
  category: SavingCategory,
  status: v.picklist(['active', 'closed']),
  contribution: Text,
  /** The first day of the next cycle. */
  from_day: Day,
  next: v.object({
    contribution: Text,
    fixed_amount: Kobo,
    deposit_type: DepositType,
    market_id: v.nullable(Id),
    market: v.nullable(Text),
  }),
  changes: v.array(PlanChange),
})
export type SavingPlanChanges = v.InferOutput<typeof SavingPlanChanges>

const deposit = {
  savings_id: Id,
  amount: amountUpTo(maxCustomerAmount, 'One deposit may be at most ₦100,000,000.00.'),
}

/** Calls that open a savings wallet, deposit into it and close it. */
export const savingChangeCalls = {
  getSavingAccount: read({
    reads: ['businessDays', 'customers', 'ledger', 'savingTypes', 'savings'],
    path: 'getsavingaccount',
    access: anyOf('can-record-collection', 'can-close-saving'),
    input: v.object({ savings_id: Id }),
    output: v.object({ data: SavingAccount }),
  }),
  /** What a new wallet can be: active saving types with their terms, and active market days. */
  getSavingChoices: read({
    reads: ['markets', 'savingTypes'],
    path: 'getsavingchoices',
    access: anyOf('can-open-saving'),
    input: v.object({}),
    output: v.object({
      data: v.object({
        types: v.array(
          v.object({
            id: Id,
            name: Text,
            category: SavingCategory,
            interest: BasisPoints,
            charge: Kobo,
            ...commissionFields,
            /** What a wallet costs and when its plan ends, in words; absent for a charge a month. */
            terms: v.optional(Text),
          }),
        ),
        markets: v.array(
          v.object({
            id: Id,
            name: Text,
            period: v.number(),
            every_days: v.nullable(v.number()),
            from_day: v.nullable(Day),
            state: Text,
            lga: Text,
          }),
        ),
      }),
    }),
    catalogue: true,
  }),
  /** The type's interest, commission and end of plans apply to the wallet as they are now. */
  openSaving: write({
    path: 'opensaving',
    access: anyOf('can-open-saving'),
    input: v.object({
      customer_id: Id,
      saving_type_id: v.message(Id, 'Please select a saving type.'),
      ...contribution,
      duration: v.message(
        v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(maxDuration), v.metadata({ wire: 'id' })),
        'Duration must be a whole number of days from 1 to 3,650.',
      ),
    }),
    output: v.object({ data: v.object({ reference: Text }) }),
    subject: ['customer_id', 'saving_type_id'],
    writes: ['ledger', 'savings'],
  }),
  getPlanChanges: read({
    reads: ['admins', 'customers', 'markets', 'savingTypes', 'savings'],
    path: 'getplanchanges',
    access: anyOf('can-open-saving'),
    input: v.object({ savings_id: Id }),
    output: v.object({ data: SavingPlanChanges }),
  }),
  /** From the wallet's next cycle on. Replaces a change that waits for the same day. */
  changeSavingPlan: write({
    path: 'changesavingplan',
    access: anyOf('can-open-saving'),
    input: v.object({ savings_id: Id, ...contribution }),
    output: v.object({ data: v.object({ from_day: Day }) }),
    subject: ['savings_id'],
    writes: ['savings'],
  }),
  /** Cash that was paid in at the counter, with the day of that. */
  recordDeposit: write({
    path: 'recorddeposit',
    access: anyOf('can-record-collection'),
    input: v.object({ ...deposit, day: Day }),
    output: v.object({ data: v.object({ reference: Text, balance: Kobo }) }),
    subject: ['savings_id'],
    writes: ['ledger', 'messages', 'savings'],
  }),
  /** The same today, from portals of older releases. */
  depositSaving: write({
    path: 'depositsaving',
    access: anyOf('can-record-collection'),
    input: v.object(deposit),
    output: v.object({ data: v.object({ reference: Text, balance: Kobo }) }),
    subject: ['savings_id'],
    writes: ['ledger', 'messages', 'savings'],
  }),
  /** Moves the balance to the customer's main wallet; the wallet takes no more movements. */
  closeSaving: write({
    path: 'closesaving',
    access: anyOf('can-close-saving'),
    input: v.object({ savings_id: Id }),
    output: v.object({ data: v.object({ main_balance: Kobo }) }),
    subject: ['savings_id'],
    writes: ['ledger', 'messages', 'savings'],
  }),
}
