import * as v from 'valibot'
import { columnsOf } from '../call'
import { anyOf } from '../permissions'
import { BasisPoints, Id, Kobo, optionalText, Stamp, Text } from '../values'

/** A naira amount, or a part of the loan. */
export const FeeKind = v.picklist(['amount', 'percent'])
/** Asked of each new customer, for each new savings wallet, or for each loan. */
export const FeeSubject = v.picklist(['customer', 'card', 'loan'])
/** Customers and cards pay at the registration; a loan's fee is paid before its second approval, or kept back from it. */
export const FeeMoment = v.picklist(['registration', 'before-approval', 'kept-back'])
export const LoanFeeMoment = v.picklist(['before-approval', 'kept-back'])

const price = { kind: FeeKind, amount: Kobo, rate: BasisPoints }

export const Fee = v.object({
  id: Id,
  name: Text,
  ...price,
  applies_to: FeeSubject,
  /** Of a fee for loans: the only type that has it; null for all. */
  loan_type_id: v.nullable(Id),
  loan_type_name: optionalText,
  moment: FeeMoment,
  /** An inactive fee is not asked for. */
  status: v.picklist(['active', 'inactive']),
  created_at: Stamp,
})
export type Fee = v.InferOutput<typeof Fee>

/** A row of the list, in words. */
const FeeRow = v.object({ ...Fee.entries, price: Text, subject: Text, when: Text })
export const feeColumns = columnsOf(FeeRow, [
  { field: 'name', header: 'Name', kind: 'text' },
  { field: 'price', header: 'Fee', kind: 'text' },
  { field: 'subject', header: 'For', kind: 'text' },
  { field: 'when', header: 'Paid', kind: 'text' },
  { field: 'status', header: 'Status', kind: 'status' },
  { field: 'created_at', header: 'Created', kind: 'datetime', hidden: true },
])

/** A fee that an application for a loan fixes. */
export const OfferedFee = v.object({
  name: Text,
  ...price,
  loan_type_id: v.nullable(Id),
  moment: LoanFeeMoment,
})
export type OfferedFee = v.InferOutput<typeof OfferedFee>

/** A fee of one loan, as it stood at the application. */
export const LoanFee = v.object({
  fee_id: Id,
  name: Text,
  amount: Kobo,
  moment: LoanFeeMoment,
  /** The reference of its payment; null while it is not paid. */
  paid_by: optionalText,
})
export type LoanFee = v.InferOutput<typeof LoanFee>

/** A fee that a customer has not paid. */
const OpenFee = v.object({
  fee_id: Id,
  name: Text,
  amount: Kobo,
  applies_to: FeeSubject,
  loan_id: v.nullable(Id),
  savings_id: v.nullable(Id),
  /** The reference of the loan or the savings wallet. */
  about: optionalText,
  /** Whether it is asked for; others, such as a card's that is older than the fee, can be paid. */
  is_due: v.boolean(),
})
export type OpenFee = v.InferOutput<typeof OpenFee>

/** A payment of a fee, or the reversal of one. */
const PaidFee = v.object({
  id: Id,
  created_at: Stamp,
  /** The entry's. */
  reference: Text,
  name: Text,
  about: optionalText,
  /** Negative for a reversal. */
  amount: Kobo,
  /** Cash, the main wallet, or kept back from a loan. */
  paid_from: v.picklist(['cash', 'wallet', 'loan']),
  by: optionalText,
  reversed_by: optionalText,
  reverses: optionalText,
})
export type PaidFee = v.InferOutput<typeof PaidFee>
/** The newest payments that are sent. */
export const shownPaidFees = 20

/** A customer's fees: what is not paid, those that are asked for first, and what was paid, the newest first. */
export const customerFees = { open: v.array(OpenFee), paid: v.array(PaidFee) }
export const customerFeesAccess = anyOf('can-view-fee', 'can-take-fee')
