import * as v from 'valibot'
import { read, write } from '../call'
import { anyOf } from '../permissions'
import { commissionFields, SavingCategory } from './savingTypes'
import { amountUpTo, BasisPoints, Day, Id, Kobo, maxCustomerAmount, Text } from '../values'

export const DepositType = v.picklist(['daily', 'weekly', 'monthly'], 'Please select how often.')
/** The longest plan: ten years. */
const maxDuration = 3650

/** What a transfer or the closing of a wallet takes first (rules.md, "Commission of a cycle"). Absent in what was saved by an older release. */
export const owedCommission = {
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
  main_balance: Kobo,
  ...owedCommission,
})
export type SavingAccount = v.InferOutput<typeof SavingAccount>

const deposit = {
  savings_id: Id,
  amount: amountUpTo(maxCustomerAmount, 'One deposit may be at most ₦100,000,000.00.'),
}

/** Calls that open a savings wallet, deposit into it and close it. */
export const savingChangeCalls = {
  getSavingAccount: read({
    reads: ['customers', 'ledger', 'savingTypes', 'savings'],
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
        markets: v.array(v.object({ id: Id, name: Text, period: v.number(), state: Text, lga: Text })),
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
      fixed_amount: amountUpTo(maxCustomerAmount, 'The fixed amount may be at most ₦100,000,000.00.'),
      deposit_type: DepositType,
      duration: v.message(
        v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(maxDuration), v.metadata({ wire: 'id' })),
        'Duration must be a whole number of days from 1 to 3,650.',
      ),
      /** The market day of a saving of the category market; refused for others. */
      market_id: v.optional(Id),
    }),
    output: v.object({ data: v.object({ reference: Text }) }),
    subject: ['customer_id', 'saving_type_id'],
    writes: ['ledger', 'savings'],
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
