import * as v from 'valibot'
import { columnsOf, read, write } from '../call'
import { nameOf } from '../names'
import { anyOf } from '../permissions'
import { Reason } from './approvals'
import { AmountOrZero, BasisPoints, Id, Kobo, maxCustomerAmount, optionalText, Stamp, Text } from '../values'

/** The periods of instalments, in the order of the screens. */
export const InstalmentPeriod = v.picklist(['daily', 'weekly', 'monthly'])

const InterestKind = v.picklist(['flat', 'reducing'], 'Please select how interest is counted.')
const Settlement = v.picklist(['whole', 'accrued'], 'Please select what settling early costs.')
const PenaltyKind = v.picklist(['rate', 'daily'], 'Please select the kind of penalty.')
export const maxInstalments = 366
export const maxGuarantors = 5

const noAmount = 0 as Kobo
const noRate = 0 as BasisPoints
/** The terms of a type that its loans keep, without its rates. Portals and servers of older releases know none of them. */
export const loanTermFields = {
  /** Flat: the rate is of the amount. Reducing: it is of a year, of what is open. */
  interest_kind: v.optional(InterestKind, 'flat'),
  /** What settling early costs: the whole interest, or what has accrued until that day. */
  settlement: v.optional(Settlement, 'whole'),
  /** A rate of what is open of an instalment, once, or an amount for each day late. */
  penalty_kind: v.optional(PenaltyKind, 'rate'),
  penalty_amount: v.optional(Kobo, noAmount),
  /** The most that a penalty of an amount a day comes to, of the instalment. */
  penalty_ceiling: v.optional(BasisPoints, noRate),
  /** The part of the amount that is held in a savings wallet while the loan runs. */
  security_rate: v.optional(BasisPoints, noRate),
  /** Without so many it is not approved. */
  least_guarantors: v.optional(v.number(), 0),
}
const LoanTermRow = v.object(loanTermFields)
export type LoanTermRow = v.InferOutput<typeof LoanTermRow>

/** What an application must keep to; 0 for no bound. */
const boundFields = {
  least_amount: v.optional(Kobo, noAmount),
  most_amount: v.optional(Kobo, noAmount),
  least_times: v.optional(v.number(), 0),
  most_times: v.optional(v.number(), 0),
  /** The part of the amount that the customer must have saved. */
  savings_wanted: v.optional(BasisPoints, noRate),
}

/** A product that customers apply for loans of. A loan keeps the terms of its application. */
export const LoanType = v.object({
  id: Id,
  name: Text,
  description: Text,
  /** Of the amount, or of a year (`interest_kind`). */
  interest_rate: BasisPoints,
  /** Of what is open of an instalment, once, after the days of grace. */
  penalty_rate: BasisPoints,
  grace_days: v.number(),
  /** Those that it offers. */
  periods: v.array(InstalmentPeriod),
  ...loanTermFields,
  ...boundFields,
  /** An inactive type is not offered for new loans. */
  status: v.picklist(['active', 'inactive']),
  created_at: Stamp,
})
export type LoanType = v.InferOutput<typeof LoanType>

/** A type with the numbers of loans that keep their terms if it changes. */
export const LoanTypeUse = v.object({
  ...LoanType.entries,
  active_loans: v.number(),
  undecided_loans: v.number(),
  /** The reference of its undecided change of terms. Absent in the replies of an older release. */
  open_change: v.optional(optionalText),
})
export type LoanTypeUse = v.InferOutput<typeof LoanTypeUse>

/** A row of the list, with the periods as one text. */
const LoanTypeRow = v.object({ ...LoanType.entries, offered: Text })
export const loanTypeColumns = columnsOf(LoanTypeRow, [
  { field: 'name', header: 'Name', kind: 'text' },
  { field: 'description', header: 'Description', kind: 'text' },
  { field: 'interest_rate', header: 'Interest Rate', kind: 'percent' },
  { field: 'penalty_rate', header: 'Penalty Rate', kind: 'percent' },
  { field: 'grace_days', header: 'Days of Grace', kind: 'number', hidden: true },
  { field: 'offered', header: 'Installment periods', kind: 'text', hidden: true },
  { field: 'interest_kind', header: 'Interest', kind: 'text', hidden: true },
  { field: 'settlement', header: 'Settled Early', kind: 'text', hidden: true },
  { field: 'penalty_amount', header: 'Penalty a Day', kind: 'money', hidden: true },
  { field: 'penalty_ceiling', header: 'Penalty at Most', kind: 'percent', hidden: true },
  { field: 'security_rate', header: 'Security', kind: 'percent', hidden: true },
  { field: 'least_amount', header: 'Least Amount', kind: 'money', hidden: true },
  { field: 'most_amount', header: 'Most Amount', kind: 'money', hidden: true },
  { field: 'least_times', header: 'Least Installments', kind: 'number', hidden: true },
  { field: 'most_times', header: 'Most Installments', kind: 'number', hidden: true },
  { field: 'least_guarantors', header: 'Least Guarantors', kind: 'number', hidden: true },
  { field: 'savings_wanted', header: 'Savings Wanted', kind: 'percent', hidden: true },
  { field: 'status', header: 'Status', kind: 'status' },
])

const description = v.pipe(
  Text,
  v.check((text) => text.trim() !== '', 'Description is required.'),
  v.maxLength(500, 'Description may have at most 500 characters.'),
)
const amountOrNone = v.pipe(
  AmountOrZero,
  v.maxValue(maxCustomerAmount, 'An amount of a loan type may be at most ₦100,000,000.00.'),
)
const countUpTo = (most: number, what: string) =>
  v.message(
    v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(most), v.metadata({ wire: 'id' })),
    `${what} must be a whole number from 0 to ${most}.`,
  )
/**
 * What a loan copies at its application, besides its rate, and what the application must keep to. Changed by a request that another
 * admin approves (rules.md, "Change of terms").
 */
export const loanTypeTerms = v.object({
  penalty_rate: BasisPoints,
  grace_days: v.message(
    v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(365), v.metadata({ wire: 'id' })),
    'Days of grace must be a whole number from 0 to 365.',
  ),
  periods: v.pipe(
    v.array(InstalmentPeriod),
    v.minLength(1, 'Please select at least one installment period.'),
    v.maxLength(InstalmentPeriod.options.length),
    v.check((periods) => new Set(periods).size === periods.length, 'Select each installment period once.'),
  ),
  ...loanTermFields,
  penalty_amount: v.optional(amountOrNone, noAmount),
  least_amount: v.optional(amountOrNone, noAmount),
  most_amount: v.optional(amountOrNone, noAmount),
  least_times: v.optional(countUpTo(maxInstalments, 'The least number of installments'), 0),
  most_times: v.optional(countUpTo(maxInstalments, 'The most installments'), 0),
  least_guarantors: v.optional(countUpTo(maxGuarantors, 'The least number of guarantors'), 0),
  savings_wanted: v.optional(BasisPoints, noRate),
})
export type LoanTypeTerms = v.InferOutput<typeof loanTypeTerms>

export const loanTypeCalls = {
  /** All of them, or the one with the id. */
  getLoanType: read({
    reads: ['loanTypes'],
    path: 'getloantype',
    access: 'session',
    input: v.object({ id: v.optional(Id) }),
    output: v.object({ data: v.array(LoanType) }),
    whole: { columns: loanTypeColumns },
    catalogue: true,
  }),
  /** One type and how many loans are open under it, for the screens that change it (not in the spec). */
  loanTypeUse: read({
    reads: ['loanTypes', 'loans', 'termChanges'],
    path: 'loantypeuse',
    access: anyOf('can-edit-loan-type'),
    input: v.object({ id: Id }),
    output: v.object({ data: LoanTypeUse }),
  }),
  createLoanType: write({
    path: 'createloantype',
    access: anyOf('can-create-loan-type'),
    input: v.object({
      name: nameOf('Loan type'),
      description,
      interest_rate: BasisPoints,
      ...loanTypeTerms.entries,
    }),
    subject: ['name'],
    writes: ['loanTypes'],
  }),
  updateLoanType: write({
    path: 'updateloantype',
    access: anyOf('can-edit-loan-type'),
    input: v.object({
      id: Id,
      /** Read-only, ignored. */
      name: v.optional(Text),
      description,
      interest_rate: BasisPoints,
    }),
    subject: ['id'],
    writes: ['loanTypes'],
  }),
  /** Requests other terms, which the spec's call lacks, for loans applied for after the approval. */
  updateLoanTypeTerms: write({
    path: 'updateloantypeterms',
    access: anyOf('can-edit-loan-type'),
    input: v.object({
      id: Id,
      interest_rate: v.optional(BasisPoints),
      ...loanTypeTerms.entries,
      reason: Reason,
    }),
    subject: ['id'],
    writes: ['termChanges'],
  }),
  switchOffLoanType: write({
    path: 'switchoffloantype',
    access: anyOf('can-edit-loan-type'),
    input: v.object({ id: Id }),
    subject: ['id'],
    writes: ['loanTypes'],
  }),
  switchOnLoanType: write({
    path: 'switchonloantype',
    access: anyOf('can-edit-loan-type'),
    input: v.object({ id: Id }),
    subject: ['id'],
    writes: ['loanTypes'],
  }),
}
