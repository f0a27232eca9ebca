import * as v from 'valibot'
import { columnsOf, read, write } from '../call'
import { nameOf } from '../names'
import { anyOf } from '../permissions'
import { Reason } from './approvals'
import { BasisPoints, Id, optionalText, Stamp, Text } from '../values'

/** The periods of instalments, in the order of the screens. */
export const InstalmentPeriod = v.picklist(['daily', 'weekly', 'monthly'])

/** A product that customers apply for loans of. A loan keeps the terms of its application. */
export const LoanType = v.object({
  id: Id,
  name: Text,
  description: Text,
  /** Of the amount, flat. */
  interest_rate: BasisPoints,
  /** Of what is open of an instalment, once, after the days of grace. */
  penalty_rate: BasisPoints,
  grace_days: v.number(),
  /** Those that it offers. */
  periods: v.array(InstalmentPeriod),
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
  { field: 'status', header: 'Status', kind: 'status' },
])

const description = v.pipe(
  Text,
  v.check((text) => text.trim() !== '', 'Description is required.'),
  v.maxLength(500, 'Description may have at most 500 characters.'),
)
/**
 * What a loan copies at its application, besides its rate. Changed by a request that another admin approves (rules.md, "Change
 * of terms").
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
    input: v.object({ id: Id, ...loanTypeTerms.entries, reason: Reason }),
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
