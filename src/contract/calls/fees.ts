import * as v from 'valibot'
import { group, read, write } from '../call'
import { MainWallet } from './customerPage'
import { customerFees, Fee, feeColumns, FeeKind, FeeMoment, FeeSubject } from './feeRows'
import { nameOf } from '../names'
import { anyOf } from '../permissions'
import { amountUpTo, AmountOrZero, BasisPoints, Id, Kobo, maxCustomerAmount, Text } from '../values'

const CustomerFees = v.object({
  user_id: Id,
  customer_name: Text,
  customer_reference: Text,
  main_wallet: MainWallet,
  ...customerFees,
})
export type CustomerFees = v.InferOutput<typeof CustomerFees>

const most = 'A fee may be at most ₦100,000,000.00.'

export const feeCalls = group('fees', {
  /** All of them, or the one with the id. */
  getFees: read({
    reads: ['fees', 'loanTypes'],
    path: 'getfees',
    access: anyOf('can-view-fee', 'can-edit-fee'),
    input: v.object({ id: v.optional(Id) }),
    output: v.object({ data: v.array(Fee) }),
    whole: { columns: feeColumns },
  }),
  /** A fee never changes: another one takes its place. `amount` or `rate` is 0, by the kind. */
  createFee: write({
    path: 'createfee',
    access: anyOf('can-edit-fee'),
    input: v.object({
      name: nameOf('Fee'),
      applies_to: v.message(FeeSubject, 'Please select what the fee is for.'),
      loan_type_id: v.optional(Id),
      moment: v.message(FeeMoment, 'Please select when the fee is paid.'),
      kind: v.message(FeeKind, 'Please select an amount or a percentage.'),
      amount: v.pipe(AmountOrZero, v.maxValue(maxCustomerAmount, most)),
      rate: BasisPoints,
    }),
    subject: ['name'],
    writes: ['fees'],
  }),
  switchOffFee: write({
    path: 'switchofffee',
    access: anyOf('can-edit-fee'),
    input: v.object({ id: Id }),
    subject: ['id'],
    writes: ['fees'],
  }),
  switchOnFee: write({
    path: 'switchonfee',
    access: anyOf('can-edit-fee'),
    input: v.object({ id: Id }),
    subject: ['id'],
    writes: ['fees'],
  }),
  /** What a customer can pay. */
  getCustomerFees: read({
    reads: ['admins', 'customers', 'fees', 'imports', 'ledger', 'loans', 'savings'],
    path: 'getcustomerfees',
    access: anyOf('can-take-fee'),
    input: v.object({ customer_id: Id }),
    output: v.object({ data: CustomerFees }),
  }),
  /** Takes a fee in cash or from the main wallet: once of a customer, a savings wallet or a loan. `amount` is what was shown. */
  payFee: write({
    path: 'payfee',
    access: anyOf('can-take-fee'),
    input: v.object({
      customer_id: Id,
      fee_id: v.message(Id, 'Please select a fee.'),
      loan_id: v.optional(Id),
      savings_id: v.optional(Id),
      amount: amountUpTo(maxCustomerAmount, most),
      from: v.picklist(['cash', 'wallet'], 'Please select cash or the main wallet.'),
    }),
    output: v.object({ data: v.object({ reference: Text, main_balance: v.nullable(Kobo) }) }),
    subject: ['customer_id', 'fee_id'],
    writes: ['ledger', 'messages'],
  }),
})
