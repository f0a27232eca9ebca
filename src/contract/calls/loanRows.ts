import * as v from 'valibot'
import { borrowerFields } from './borrowers'
import { columnsOf } from '../call'
import { Flag } from './flags'
import { LoanFee } from './feeRows'
import { loanTermFields } from './loanTypes'
import { anyOf } from '../permissions'
import { BasisPoints, Day, Id, Kobo, optionalText, Stamp, Text } from '../values'

export const Loan = v.object({
  id: Id,
  user_id: Id,
  reference: Text,
  created_at: Stamp,
  amount: Kobo,
  customer: Text,
  customer_firstname: Text,
  customer_lastname: Text,
  customer_phone: Text,
  loan_type_name: Text,
  interest_rate: BasisPoints,
  interest_amount: Kobo,
  total_payable: Kobo,
  instalment_amount: Kobo,
  instalment_period: Text,
  instalment_times: v.number(),
  /** Days. */
  maturity_period: v.number(),
  maturity_date: v.nullable(Day),
  /** 'active', 'non-active', 'paid', 'written-off' or 'reversed'. */
  loan_status: Text,
  /** 'pending', 'in-progress', 'approved' or 'rejected'. */
  application_status: Text,
  description: optionalText,
  /** Null for a deleted agent. */
  agent_id: v.nullable(Id),
  agentName: Text,
  first_approval_id: v.nullable(Id),
  first_approval_name: optionalText,
  first_approval_email: optionalText,
  first_approval_date: v.nullable(Stamp),
  approved_amount: v.nullable(Kobo),
  approved_date: v.nullable(Stamp),
  approved_by_name: optionalText,
  approved_by_email: optionalText,
  /** The same as `approved_by_name`, under the spec's other name. */
  approvedByName: optionalText,
  disbursed_date: v.nullable(Stamp),
  rejected_date: v.nullable(Stamp),
  rejected_by_name: optionalText,
  rejected_by_email: optionalText,
  rejection_reason: optionalText,
  /** The admin who entered the application; null if the agent did. */
  admin_id: v.nullable(Id),
  loan_type_id: Id,
  approved_by: v.nullable(Id),
  rejected_id: v.nullable(Id),
  /** Days. */
  extension_period: v.nullable(v.number()),
  extension_percentage: v.nullable(BasisPoints),
  /** What is owed, from the ledger; 0 before the disbursement. */
  balance: Kobo,
  /** The arrears: unpaid parts of overdue instalments. */
  overdue_amount: Kobo,
  days_overdue: v.number(),
})
export type Loan = v.InferOutput<typeof Loan>

/** One step of a loan's decisions, oldest first. `by` is an admin, or the agent who applied for the customer. */
export const LoanStep = v.object({
  kind: v.picklist(['applied', 'rate', 'first-approval', 'second-approval', 'rejected']),
  at: Stamp,
  by: Text,
  /** The rate after this step. */
  rate: BasisPoints,
  /** The previous rate, for a rate change. */
  rate_before: v.nullable(BasisPoints),
  comment: optionalText,
  /** A first approval that a later rate change withdrew. */
  withdrawn: v.boolean(),
})
export type LoanStep = v.InferOutput<typeof LoanStep>

/** Pending and paid; what was moved to later instalments; what was open when the loan was written off or reversed. */
const instalmentStatuses = ['pending', 'paid', 'rescheduled', 'written-off', 'reversed'] as const

/** The savings that secure a loan. */
export const LoanSecurity = v.object({
  savings_id: Id,
  reference: Text,
  /** What is held while the loan runs, and what is held now. */
  wanted: Kobo,
  held: Kobo,
})
export type LoanSecurity = v.InferOutput<typeof LoanSecurity>

/** One instalment of a disbursed loan. */
export const LoanInstalment = v.object({
  number: v.number(),
  due_date: Day,
  amount: Kobo,
  /** The interest in the amount; null where it is a share of each repayment. Absent from older releases, as the next one. */
  interest: v.optional(v.nullable(Kobo)),
  /** Interest that an early settlement did not ask for. */
  waived: v.optional(Kobo),
  penalty: Kobo,
  /** Of amount and penalty together. */
  paid: Kobo,
  /** What a rescheduling moved to later instalments, with its penalty. */
  moved: Kobo,
  /** What is still owed of it, with its penalty. */
  open: Kobo,
  /** How much of that is penalty. */
  open_penalty: Kobo,
  status: v.picklist(instalmentStatuses),
  paid_at: v.nullable(Stamp),
  days_late: v.number(),
})
export type LoanInstalment = v.InferOutput<typeof LoanInstalment>

/** What a guarantor, known by the phone number, owes and guarantees already. */
export const KnownGuarantor = v.object({
  /** The phone number or BVN became the borrower's after the application. */
  is_borrower: v.boolean(),
  /** Customers with this phone number or BVN: names and references, for callers who may see customers. */
  customers: v.array(Text),
  /** What these customers owe on their loans. */
  owed: Kobo,
  /** Other loans, active or undecided, that a guarantor with one of both guarantees, and what is owed on them or asked for. */
  guarantees: v.number(),
  guaranteed: Kobo,
})
export type KnownGuarantor = v.InferOutput<typeof KnownGuarantor>

/** A guarantor of a loan. `idcard` and `utitity` are labels of existing files (`getGuarantorFileUpload`). */
export const LoanGuarantor = v.object({
  id: Id,
  name: Text,
  phone: Text,
  address: Text,
  idcard: optionalText,
  utitity: optionalText,
  /** Whether a BVN is recorded. Absent in what was saved by an older release. */
  has_bvn: v.optional(v.boolean()),
  /** For who decides on the loan. */
  known: v.optional(KnownGuarantor),
})
export type LoanGuarantor = v.InferOutput<typeof LoanGuarantor>

/** Who sees the guarantors in a loan's case: who decides on it, and who may open their list. */
export const caseGuarantorsAccess = anyOf(
  'can-view-guarantor',
  'can-do-first-approval',
  'can-do-second-approval',
)

/** A loan with what is needed to decide on it. */
export const LoanCase = v.object({
  ...Loan.entries,
  ...borrowerFields,
  /** Of what is open of an instalment, from the loan's own terms. */
  penalty_rate: BasisPoints,
  /** Days after an instalment's due date without a penalty. */
  grace_days: v.number(),
  ...loanTermFields,
  /** The savings that are to secure it; null for none. Absent from older releases. */
  security: v.optional(v.nullable(LoanSecurity)),
  /** Why it can't be approved now: guarantors or security are missing; null if it can. */
  obstacle: v.optional(optionalText),
  /** The balance of the wallet that pays; null for callers who may not see it (`businessHistoryAccess`). */
  business_balance: v.nullable(Kobo),
  /** Whether that wallet holds less than the loan. */
  is_short: v.boolean(),
  /** Null for callers who may not see them (`caseGuarantorsAccess`). */
  guarantors: v.nullable(v.array(LoanGuarantor)),
  /** Absent in what was saved by an older release. */
  fees: v.optional(v.array(LoanFee)),
  first_approval_comment: optionalText,
  history: v.array(LoanStep),
  /** Why the caller may not make the first decision; null if they may. */
  first_decision_barred: v.optional(optionalText),
  /** Why the caller may not make the second decision; null if they may. */
  second_decision_barred: optionalText,
  /** Absent in what was saved by an older release, as what follows. */
  flags: v.optional(v.array(Flag)),
  customer_reference: v.optional(Text),
  /** When the customer was registered. */
  customer_since: v.optional(Stamp),
  /** What the fees go into that a disbursement keeps back; null for who may not see it. */
  transaction_balance: v.optional(v.nullable(Kobo)),
})
export type LoanCase = v.InferOutput<typeof LoanCase>

const shared = [
  { field: 'created_at', header: 'Created', kind: 'datetime' },
  { field: 'reference', header: 'Reference', kind: 'text' },
  { field: 'customer', header: 'Customer Name', kind: 'text', isSubject: true },
] as const
const terms = [
  { field: 'loan_type_name', header: 'Loan Type', kind: 'text' },
  { field: 'interest_rate', header: 'Int Rate', kind: 'percent', isMinor: true },
  { field: 'interest_amount', header: 'Int Amount', kind: 'money', isSummed: true, isMinor: true },
  { field: 'total_payable', header: 'Total Payable', kind: 'money', isSummed: true, isMinor: true },
  { field: 'instalment_amount', header: 'Installment Amount', kind: 'money' },
] as const
const loanStatus = { field: 'loan_status', header: 'Loan Status', kind: 'status' } as const
const applicationStatus = {
  field: 'application_status',
  header: 'Application Status',
  kind: 'status',
} as const
/** Of applications, and of loans: the other state is the same in all their rows. */
const undecided = [{ ...loanStatus, isMinor: true }, applicationStatus] as const
const states = [loanStatus, { ...applicationStatus, isMinor: true }] as const
const plan = [
  { field: 'instalment_period', header: 'Installment period', kind: 'text', isMinor: true },
  { field: 'instalment_times', header: 'Installment times', kind: 'number', isMinor: true },
] as const
const amount = { field: 'amount', header: 'Amount', kind: 'money', isSummed: true } as const
const agent = { field: 'agentName', header: 'Agent Name', kind: 'text' } as const
const approval = [
  { field: 'approved_date', header: 'Approved date', kind: 'datetime' },
  { field: 'approved_by_name', header: 'Approved By', kind: 'text', hidden: true },
  { field: 'first_approval_name', header: 'First Approval', kind: 'text', hidden: true },
] as const

export const pendingLoanColumns = columnsOf(Loan, [...shared, amount, ...terms, ...undecided, ...plan, agent])
export const overdueLoanColumns = columnsOf(Loan, [
  ...shared,
  amount,
  { field: 'balance', header: 'Balance', kind: 'money', isSummed: true },
  { field: 'overdue_amount', header: 'Overdue', kind: 'money', isSummed: true },
  { field: 'days_overdue', header: 'Days Overdue', kind: 'number' },
  ...terms,
  ...states,
  ...plan,
  { field: 'maturity_date', header: 'Maturity Date', kind: 'date' },
  agent,
])
export const approvedLoanColumns = columnsOf(Loan, [
  ...shared,
  amount,
  ...terms,
  ...states,
  ...plan,
  ...approval,
  agent,
])
export const rejectedLoanColumns = columnsOf(Loan, [
  ...shared,
  amount,
  ...terms,
  { field: 'application_status', header: 'Application Status', kind: 'status' },
  { field: 'rejected_date', header: 'Rejected Date', kind: 'datetime' },
  { field: 'rejected_by_name', header: 'Rejected By', kind: 'text' },
  { field: 'rejected_by_email', header: 'Rejected By Email', kind: 'email', hidden: true },
  { field: 'first_approval_email', header: 'First Approval Email', kind: 'email', hidden: true },
  { field: 'rejection_reason', header: 'Rejection Reason', kind: 'text' },
  ...plan,
])
/** In the order of the screen. */
export const paidLoanColumns = columnsOf(Loan, [
  ...shared,
  ...terms,
  ...states,
  ...plan,
  { field: 'approved_date', header: 'Approved date', kind: 'datetime' },
  { field: 'maturity_date', header: 'Maturity Date', kind: 'date' },
  agent,
])
export const loanPortfolioColumns = columnsOf(Loan, [
  ...shared,
  amount,
  { field: 'balance', header: 'Balance', kind: 'money', isSummed: true },
  { field: 'days_overdue', header: 'Days Overdue', kind: 'number' },
  ...terms,
  ...states,
  ...plan,
  ...approval,
  { field: 'maturity_date', header: 'Maturity Date', kind: 'date' },
  agent,
])

export const endingLoanColumns = columnsOf(Loan, [
  ...shared,
  amount,
  { field: 'balance', header: 'Balance', kind: 'money', isSummed: true },
  { field: 'overdue_amount', header: 'Overdue', kind: 'money', isSummed: true },
  { field: 'days_overdue', header: 'Days Overdue', kind: 'number' },
  { field: 'maturity_date', header: 'Maturity Date', kind: 'date' },
  { field: 'customer_phone', header: 'Phone Number', kind: 'phone' },
  { field: 'loan_type_name', header: 'Loan Type', kind: 'text' },
  agent,
])

/** Further columns of each loan's file. */
const fileColumns = columnsOf(Loan, [
  amount,
  ...states,
  { field: 'maturity_period', header: 'Maturity Period (days)', kind: 'number' },
  ...approval,
  { field: 'approved_by_email', header: 'Approved By Email', kind: 'email' },
  { field: 'first_approval_email', header: 'First Approval Email', kind: 'email' },
  agent,
  { field: 'admin_id', header: 'Admin Id', kind: 'number' },
  { field: 'user_id', header: 'User Id', kind: 'number' },
  { field: 'agent_id', header: 'Agent Id', kind: 'number' },
  { field: 'loan_type_id', header: 'Loan Type Id', kind: 'number' },
  { field: 'approved_amount', header: 'Approved Amount', kind: 'money', isSummed: true },
  { field: 'description', header: 'Description', kind: 'text' },
  { field: 'disbursed_date', header: 'Disbursed Date', kind: 'datetime' },
  { field: 'approved_by', header: 'Approved By Id', kind: 'number' },
  { field: 'first_approval_id', header: 'First Approval Id', kind: 'number' },
  { field: 'rejected_id', header: 'Rejected Id', kind: 'number' },
  { field: 'rejected_date', header: 'Rejected Date', kind: 'datetime' },
  { field: 'rejection_reason', header: 'Rejection Reason', kind: 'text' },
  { field: 'extension_period', header: 'Extension Period', kind: 'number' },
  { field: 'extension_percentage', header: 'Extension Percentage', kind: 'percent' },
  { field: 'rejected_by_name', header: 'Rejected By', kind: 'text' },
  { field: 'rejected_by_email', header: 'Rejected By Email', kind: 'email' },
])
/** The columns of a list's file: those of its screen, then all others that the spec names for exports of loans. */
export const loanFile = (columns: typeof fileColumns) => [
  ...columns,
  ...fileColumns.filter(({ field }) => columns.every((column) => column.field !== field)),
]

/** One movement of a loan's balance. */
export const LoanDetail = v.object({
  id: Id,
  /** The loan's reference. */
  reference: Text,
  /** The entry's reference, as in the transaction reports. */
  entry_reference: Text,
  /** The instalment's. */
  amount: Kobo,
  /** The loan's balance before and after this movement. */
  amount_before: Kobo,
  amount_after: Kobo,
  /** The current balance. */
  balance: Kobo,
  due_date: Day,
  created_at: Stamp,
  penalty: Kobo,
  repayment: Kobo,
  status: Text,
  customer_phone: Text,
  customer_firstname: Text,
  customer_lastname: Text,
})
