import * as v from 'valibot'
import { columnsOf, read, write } from '../call'
import { anyOf } from '../permissions'
import {
  amountUpTo,
  BasisPoints,
  Day,
  Id,
  Kobo,
  maxCustomerAmount,
  optionalText,
  Stamp,
  Text,
} from '../values'
import { closedDays } from './closing'
import { LoanFee } from './feeRows'
import { LoanChange } from './loanChanges'
import { Loan, LoanGuarantor, LoanInstalment, LoanSecurity, LoanStep } from './loanRows'
import { loanTermFields } from './loanTypes'

/** A repayment of one instalment, a penalty for it, its write-off, or a reversal of one of them. */
export const LoanMovement = v.object({
  id: Id,
  created_at: Stamp,
  /** The entry's; a repayment of several instalments has several movements. */
  reference: Text,
  kind: v.picklist(['repayment', 'penalty', 'write-off']),
  /** The instalment's number. */
  instalment: v.number(),
  /** What was paid of it, the penalty, or what was written off; negative for a reversal. */
  amount: Kobo,
  /** The loan's balance afterwards. */
  balance: Kobo,
  /** Its day of collection, where it was recorded later. Absent in what was saved by an older release. */
  collected_on: v.optional(v.nullable(Day)),
  /** The agent who collected it, else the admin who recorded or approved it; null for what a run posted. */
  by: optionalText,
  reversed_by: optionalText,
  reverses: optionalText,
})
export type LoanMovement = v.InferOutput<typeof LoanMovement>

/** What came in on a loan that is written off, or the reversal of that. */
export const LoanRecovery = v.object({
  id: Id,
  created_at: Stamp,
  reference: Text,
  /** Negative for a reversal. */
  amount: Kobo,
  by: optionalText,
  reversed_by: optionalText,
  reverses: optionalText,
})
export type LoanRecovery = v.InferOutput<typeof LoanRecovery>

/** A loan's page shows its newest movements; all of them are in its history. */
export const shownMovements = 50

/** Days late, what is late, and the bucket of days; a loan without arrears is in none. */
export const Arrears = v.object({ days: v.number(), amount: Kobo, bucket: v.nullable(Text) })

/** A loan with its schedule, its movements and its decisions. */
export const LoanAccount = v.object({
  ...Loan.entries,
  customer_reference: Text,
  /** Whether the customer is active. */
  is_active: v.boolean(),
  penalty_rate: BasisPoints,
  grace_days: v.number(),
  ...loanTermFields,
  /** The savings that secure it; null for none. Absent from older releases, as the next two. */
  security: v.optional(v.nullable(LoanSecurity)),
  /** The interest that an early settlement did not ask for. */
  interest_waived: v.optional(Kobo),
  /** What settles it today, and the interest that it need not pay then; null unless that is less than what is owed. */
  settles: v.optional(v.nullable(v.object({ amount: Kobo, waived: Kobo }))),
  /** The reference of the disbursement's entry; null before it. */
  disbursement: optionalText,
  /** The interest in its repayments. */
  interest_paid: Kobo,
  /** What was owed when it was written off; 0 unless it is. */
  written_off: Kobo,
  /** What came in on it since, and by which movements, the newest first. Absent in what was saved by an older release. */
  recovered: v.optional(Kobo),
  recoveries: v.optional(v.array(LoanRecovery)),
  /** When it was last rescheduled. */
  rescheduled_date: v.nullable(Stamp),
  /** When its disbursement was reversed. */
  reversed_date: v.nullable(Stamp),
  /** The reference of the entry that reversed it. */
  disbursement_reversed_by: optionalText,
  /** Requests to write it off or to reschedule it, the newest first. */
  changes: v.array(LoanChange),
  /** Absent in what was saved by an older release. */
  fees: v.optional(v.array(LoanFee)),
  arrears: Arrears,
  schedule: v.array(LoanInstalment),
  /** The newest `shownMovements`, the newest first. */
  movements: v.array(LoanMovement),
  /** The number of all movements. */
  movement_count: v.number(),
  ...closedDays,
  history: v.array(LoanStep),
  /** Null for callers who may not see them. */
  guarantors: v.nullable(v.array(LoanGuarantor)),
})
export type LoanAccount = v.InferOutput<typeof LoanAccount>

/** An installment that is late or due today, with what is open of it. */
const DueInstalment = v.object({
  id: Id,
  due_date: Day,
  loan_id: Id,
  loan_reference: Text,
  loan_type_name: Text,
  number: v.number(),
  days_late: v.number(),
  amount: Kobo,
  penalty: Kobo,
  paid: Kobo,
  open: Kobo,
})
export type DueInstalment = v.InferOutput<typeof DueInstalment>
export const dueInstalmentColumns = columnsOf(DueInstalment, [
  { field: 'due_date', header: 'Due Date', kind: 'date' },
  { field: 'loan_reference', header: 'Loan', kind: 'text' },
  { field: 'loan_type_name', header: 'Loan Type', kind: 'text', isMinor: true },
  { field: 'number', header: 'Installment', kind: 'number' },
  { field: 'days_late', header: 'Days Late', kind: 'number' },
  { field: 'amount', header: 'Amount', kind: 'money', isSummed: true },
  { field: 'penalty', header: 'Penalty', kind: 'money', isSummed: true },
  { field: 'paid', header: 'Paid', kind: 'money', isSummed: true },
  { field: 'open', header: 'Open', kind: 'money', isSummed: true },
])
/** Of what is due by today. */
export const dueStates = ['late', 'today'] as const

const accountAccess = anyOf(
  'can-view-loan-details',
  'can-record-collection',
  'can-write-off-loan',
  'can-reschedule-loan',
  'can-set-off-loan',
)

const repayment = {
  loan_id: Id,
  amount: amountUpTo(maxCustomerAmount, 'One repayment may be at most ₦100,000,000.00.'),
}

/** Part of the loans group: one loan, and its repayment and recovery at the counter. */
export const loanAccountCalls = {
  getLoanAccount: read({
    reads: [
      'admins',
      'agents',
      'businessDays',
      'customers',
      'fees',
      'guarantors',
      'identities',
      'ledger',
      'loanChanges',
      'loanTypes',
      'loans',
      'savings',
    ],
    path: 'getloanaccount',
    access: accountAccess,
    input: v.object({ loan_id: Id }),
    output: v.object({ data: LoanAccount }),
  }),
  /** What a customer has to pay by today, on all active loans or one: late, due today, or both. */
  getDueInstalments: read({
    report: true,
    reads: ['loanTypes', 'loans'],
    path: 'getdueinstalments',
    access: accountAccess,
    input: v.object({
      customer_id: Id,
      loan_id: v.optional(Id),
      due: v.optional(v.picklist(dueStates)),
    }),
    output: v.object({ data: v.array(DueInstalment) }),
    whole: { columns: dueInstalmentColumns },
  }),
  /**
   * Cash that was paid at the counter, with the day of that: penalties first, the oldest instalment first, never more than is owed.
   */
  repayLoan: write({
    path: 'repayloan',
    access: anyOf('can-record-collection'),
    input: v.object({ ...repayment, day: Day }),
    output: v.object({ data: v.object({ reference: Text, balance: Kobo }) }),
    subject: ['loan_id'],
    writes: ['ledger', 'loans', 'messages'],
  }),
  /** Cash at the counter that settles a loan of which only accrued interest is owed then. `amount` is what the caller's screen says. */
  settleLoan: write({
    path: 'settleloan',
    access: anyOf('can-record-collection'),
    input: v.object(repayment),
    output: v.object({ data: v.object({ reference: Text, waived: Kobo }) }),
    subject: ['loan_id'],
    writes: ['ledger', 'loans', 'messages'],
  }),
  /** The same today, from portals of older releases. */
  recordRepayment: write({
    path: 'recordrepayment',
    access: anyOf('can-record-collection'),
    input: v.object(repayment),
    output: v.object({ data: v.object({ reference: Text, balance: Kobo }) }),
    subject: ['loan_id'],
    writes: ['ledger', 'loans', 'messages'],
  }),
  /** Cash that comes in on a loan that is written off, never more than was written off; the write-off stays. */
  recordRecovery: write({
    path: 'recordrecovery',
    access: anyOf('can-record-collection'),
    input: v.object({
      loan_id: Id,
      amount: amountUpTo(maxCustomerAmount, 'One recovery may be at most ₦100,000,000.00.'),
    }),
    output: v.object({ data: v.object({ reference: Text, left: Kobo }) }),
    subject: ['loan_id'],
    writes: ['ledger', 'loans', 'messages'],
  }),
}
