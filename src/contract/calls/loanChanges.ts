import * as v from 'valibot'
import { amountRange, dayRange, decidedBy } from '../filters'
import { approvalStates, decidedColumns, decidedFields, decisionInput, Reason } from './approvals'
import { columnsOf, group, read, write } from '../call'
import { WaitingFilter } from './dashboard'
import { LoanInstalment } from './loanRows'
import { InstalmentTimes } from './loanApplications'
import { InstalmentPeriod } from './loanTypes'
import { anyOf } from '../permissions'
import {
  Amount,
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

export const loanChangeKinds = ['write-off', 'reschedule', 'set-off', 'release'] as const
export type LoanChangeKind = (typeof loanChangeKinds)[number]
export const loanChangeLabels: Record<LoanChangeKind, string> = {
  'write-off': 'Write-off',
  reschedule: 'Rescheduling',
  'set-off': 'Set-off',
  release: 'Release of security',
}

/** A request to change a loan: to write it off, to reschedule it, or what becomes of its security. */
export const LoanChange = v.object({
  id: Id,
  created_at: Stamp,
  reference: Text,
  kind: v.picklist(loanChangeKinds),
  loan_id: Id,
  loan_reference: Text,
  user_id: Id,
  customer: Text,
  /** What was owed at the request. */
  amount: Kobo,
  reason: Text,
  /** The new instalments of a rescheduling; null for others. */
  instalment_period: v.nullable(InstalmentPeriod),
  instalment_times: v.nullable(v.number()),
  first_due: v.nullable(Day),
  /** What secured the loan at the request of a set-off or a release; null for others. Absent from older releases. */
  security: v.optional(v.nullable(Kobo)),
  ...decidedFields,
  /** The reference of the entry of a write-off or a set-off. */
  entry: optionalText,
})
export type LoanChange = v.InferOutput<typeof LoanChange>

/** An instalment that a rescheduling would make. */
const NewInstalment = v.object({ number: v.number(), due_date: Day, amount: Kobo, penalty: Kobo })

/** A change with what is needed to decide on it. */
export const LoanChangeCase = v.object({
  ...LoanChange.entries,
  loan_type_name: Text,
  agent: Text,
  loan_status: Text,
  /** What is owed now. */
  owed: Kobo,
  days_overdue: v.number(),
  overdue_amount: Kobo,
  schedule: v.array(LoanInstalment),
  /** The instalments after a rescheduling, while it is undecided and possible. */
  planned: v.array(NewInstalment),
  /** Why it can't be approved now, such as a repayment since the request; null if it can. */
  obstacle: optionalText,
  /** Why the caller may not make the next decision; null if they may. */
  against: optionalText,
})
export type LoanChangeCase = v.InferOutput<typeof LoanChangeCase>

export const loanChangeColumns = columnsOf(LoanChange, [
  { field: 'created_at', header: 'Created', kind: 'datetime' },
  { field: 'reference', header: 'Reference', kind: 'text' },
  { field: 'kind', header: 'Kind', kind: 'status' },
  { field: 'loan_reference', header: 'Loan', kind: 'text', isMinor: true },
  { field: 'customer', header: 'Customer Name', kind: 'text', isSubject: true },
  { field: 'amount', header: 'Owed', kind: 'money', isSummed: true },
  { field: 'status', header: 'Status', kind: 'status' },
  { field: 'reason', header: 'Reason', kind: 'text' },
  { field: 'requested_by_name', header: 'Requested By', kind: 'text' },
  { field: 'instalment_times', header: 'Installment times', kind: 'number', hidden: true },
  { field: 'instalment_period', header: 'Installment period', kind: 'text', hidden: true },
  { field: 'first_due', header: 'First Due', kind: 'date', hidden: true },
  { field: 'security', header: 'Security', kind: 'money', isSummed: true, hidden: true },
  ...decidedColumns,
  { field: 'entry', header: 'Movement', kind: 'text', hidden: true },
])

const access = anyOf(
  'can-view-loan-details',
  'can-write-off-loan',
  'can-reschedule-loan',
  'can-set-off-loan',
  'can-do-first-approval',
  'can-do-second-approval',
)

/** What is requested of a loan: what is owed as the caller sees it, and why. */
const requested = {
  loan_id: Id,
  /** Refused if something else is owed by now. */
  amount: Amount,
  reason: Reason,
}
/** What secures the loan as the caller sees it; refused if it is something else by now. */
const ofSecurity = v.object({ ...requested, security: Amount })
const Requested = v.object({ data: v.object({ reference: Text }) })

export const loanChangeCalls = group('loanChanges', {
  getLoanChanges: read({
    reads: ['admins', 'customers', 'ledger', 'loanChanges', 'loans'],
    path: 'getloanchanges',
    access,
    input: v.object({
      ...snakePageInput,
      search: v.optional(SearchText),
      waiting: v.optional(WaitingFilter),
      kind: v.optional(v.picklist(loanChangeKinds)),
      status: v.optional(v.picklist(approvalStates)),
      ...amountRange,
      ...decidedBy,
      ...dayRange,
    }),
    output: v.object({ data: paged(LoanChange) }),
    csv: loanChangeColumns,
    sortable: ['created_at', 'amount'],
    searchable: { by: ['reference loan_reference', 'customer'], on: 'created_at' },
  }),
  /** One change with what is needed to decide on it. */
  getLoanChangeCase: read({
    reads: ['admins', 'agents', 'calendar', 'customers', 'ledger', 'loanChanges', 'loanTypes', 'loans'],
    path: 'getloanchanges',
    access,
    input: v.object({ id: Id }),
    output: v.object({ data: v.array(LoanChangeCase) }),
  }),
  requestWriteOff: write({
    path: 'requestloanwriteoff',
    access: anyOf('can-write-off-loan'),
    input: v.object(requested),
    output: Requested,
    subject: ['loan_id'],
    writes: ['loanChanges'],
  }),
  requestRescheduling: write({
    path: 'requestloanrescheduling',
    access: anyOf('can-reschedule-loan'),
    input: v.object({
      ...requested,
      instalment_period: v.message(InstalmentPeriod, 'Please select the installment period.'),
      instalment_times: InstalmentTimes,
      first_due: v.message(Day, 'Please enter the day of the first installment.'),
    }),
    output: Requested,
    subject: ['loan_id'],
    writes: ['loanChanges'],
  }),
  /** What is held as security pays what is owed. */
  requestSetOff: write({
    path: 'requestloansetoff',
    access: anyOf('can-set-off-loan'),
    input: ofSecurity,
    output: Requested,
    subject: ['loan_id'],
    writes: ['loanChanges'],
  }),
  /** The loan goes on without its security. */
  requestRelease: write({
    path: 'requestsecurityrelease',
    access: anyOf('can-set-off-loan'),
    input: ofSecurity,
    output: Requested,
    subject: ['loan_id'],
    writes: ['loanChanges'],
  }),
  firstLoanChangeDecision: write({
    path: 'firstloanchangedecision',
    access: anyOf('can-do-first-approval'),
    input: decisionInput,
    subject: ['id'],
    writes: ['loanChanges'],
  }),
  secondLoanChangeDecision: write({
    path: 'secondloanchangedecision',
    access: anyOf('can-do-second-approval'),
    input: decisionInput,
    subject: ['id'],
    writes: ['ledger', 'loanChanges', 'loans', 'messages', 'savings'],
  }),
})
