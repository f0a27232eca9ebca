import * as v from 'valibot'
import { WaitingFilter, Week } from './dashboard'
import { group, read, write } from '../call'
import { amountRange } from '../filters'
import {
  approvedLoanColumns,
  endingLoanColumns,
  Loan,
  LoanCase,
  LoanDetail,
  loanFile,
  loanPortfolioColumns,
  overdueLoanColumns,
  paidLoanColumns,
  pendingLoanColumns,
  rejectedLoanColumns,
} from './loanRows'
import { loanAccountCalls } from './loanAccounts'
import { loanApplicationCalls } from './loanApplications'
import { loanHistoryCalls } from './loanHistories'
import { loanTypeCalls } from './loanTypes'
import { anyOf } from '../permissions'
import {
  BasisPoints,
  Day,
  Id,
  paged,
  pageInput,
  portfolioSum,
  SearchText,
  snakePageInput,
  Text,
  totalsOf,
} from '../values'

/** The filters are not in the spec. */
const filters = {
  search: v.optional(SearchText),
  loan_type_id: v.optional(Id),
  /** Whose loan it is. */
  agent_id: v.optional(Id),
  /** On which days it was applied for: both or neither. */
  start_date: v.optional(Day),
  end_date: v.optional(Day),
  ...amountRange,
}
const listInput = v.object({ ...pageInput, ...filters })
const ofWeek = v.object({ ...listInput.entries, week: v.optional(Week) })
const searchableLoans = {
  by: ['reference', 'customer_firstname customer_lastname customer_phone'],
  on: 'created_at',
}
/** When the loans of the list end; the first is the usual one. */
export const loanEnds = ['this week', 'next week', 'this month', 'next month'] as const
const LoanPage = v.object({ data: paged(Loan) })
/** The pending and overdue lists spell the page size `perPage`. */
const LoanPageCamel = v.object({
  data: v.object({
    total: v.number(),
    perPage: v.number(),
    page: v.number(),
    data: v.array(Loan),
    totals: totalsOf(Loan),
  }),
})
const decision = v.object({
  id: Id,
  status: v.picklist(['accepted', 'rejected'], 'Status must be accepted or rejected.'),
  comment: v.optional(
    v.nullable(v.pipe(Text, v.maxLength(500, 'A comment may have at most 500 characters.'))),
  ),
  /** The rate on the caller's screen: refused if it has changed since (not in the spec). */
  interest_rate: v.optional(BasisPoints),
})
const decided = v.object({ data: v.object({ reference: Text }) })

export const loanCalls = group('loans', {
  ...loanAccountCalls,
  ...loanApplicationCalls,
  ...loanHistoryCalls,
  ...loanTypeCalls,
  getPendingLoan: read({
    reads: ['admins', 'agents', 'customers', 'ledger', 'loanTypes', 'loans'],
    path: 'getpendingloan',
    access: anyOf('can-view-pending-loan'),
    input: v.object({ ...listInput.entries, waiting: v.optional(WaitingFilter) }),
    output: LoanPageCamel,
    csv: loanFile(pendingLoanColumns),
    sortable: ['created_at', 'amount'],
    searchable: searchableLoans,
  }),
  /** All undecided loans, for the approval screens. */
  getPendingLoans: read({
    reads: ['admins', 'agents', 'customers', 'ledger', 'loanTypes', 'loans'],
    path: 'getpendingloan',
    access: anyOf('can-view-pending-loan'),
    input: v.object({}),
    output: v.object({ data: v.object({ data: v.array(Loan) }) }),
  }),
  /** One undecided loan with what is needed to decide on it (not in the spec). */
  getLoanCase: read({
    reads: [
      'admins',
      'agents',
      'businessSettings',
      'customers',
      'fees',
      'guarantors',
      'identities',
      'ledger',
      'loanTypes',
      'loans',
      'savingTypes',
      'savings',
    ],
    path: 'getpendingloan',
    access: anyOf(
      'can-view-pending-loan',
      'can-do-first-approval',
      'can-do-second-approval',
      'can-update-interest',
    ),
    input: v.object({ id: Id }),
    output: v.object({ data: v.object({ data: v.array(LoanCase) }) }),
  }),
  getOverdueLoan: read({
    reads: ['admins', 'agents', 'customers', 'ledger', 'loanTypes', 'loans'],
    path: 'getoverdueloan',
    access: anyOf('can-view-overdue-loan'),
    /** Only loans with unpaid instalments that became overdue in this week. */
    input: ofWeek,
    output: LoanPageCamel,
    csv: loanFile(overdueLoanColumns),
    sortable: ['created_at', 'amount', 'maturity_date'],
    searchable: searchableLoans,
  }),
  approvedLoan: read({
    reads: ['admins', 'agents', 'customers', 'ledger', 'loanTypes', 'loans'],
    path: 'approvedloan',
    access: anyOf('can-view-approved-loan'),
    input: ofWeek,
    output: LoanPage,
    csv: loanFile(approvedLoanColumns),
    sortable: ['created_at', 'amount'],
    searchable: searchableLoans,
  }),
  /** Applications in any status, of a week or all (not in the spec). */
  loanApplications: read({
    reads: ['admins', 'agents', 'customers', 'ledger', 'loanTypes', 'loans'],
    path: 'loanapplications',
    access: anyOf('can-view-loan'),
    input: ofWeek,
    output: LoanPage,
    csv: pendingLoanColumns,
    sortable: ['created_at', 'amount'],
    searchable: searchableLoans,
  }),
  rejectedLoan: read({
    reads: ['admins', 'agents', 'customers', 'ledger', 'loanTypes', 'loans'],
    path: 'rejectedloan',
    access: anyOf('can-view-loan'),
    input: listInput,
    output: LoanPage,
    csv: loanFile(rejectedLoanColumns),
    sortable: ['created_at', 'amount'],
    searchable: searchableLoans,
  }),
  paidLoan: read({
    reads: ['admins', 'agents', 'customers', 'ledger', 'loanTypes', 'loans'],
    path: 'paidloan',
    access: anyOf('can-view-loan-portfolio'),
    input: listInput,
    output: LoanPage,
    csv: loanFile(paidLoanColumns),
    sortable: ['created_at', 'maturity_date'],
    searchable: searchableLoans,
  }),
  loanPortfolio: read({
    reads: ['admins', 'agents', 'customers', 'ledger', 'loanTypes', 'loans'],
    path: 'loanportfolio',
    access: anyOf('can-view-loan-portfolio'),
    input: v.object({
      ...snakePageInput,
      ...filters,
      /** The days of the last installment. */
      ends_from: v.optional(Day),
      ends_to: v.optional(Day),
    }),
    output: v.object({ data: v.object({ activeLoan: portfolioSum, getActive: paged(Loan) }) }),
    csv: loanFile(loanPortfolioColumns),
    sortable: ['created_at', 'amount', 'maturity_date'],
    searchable: searchableLoans,
  }),
  /** Active loans whose last installment is due in some days: of this week, unless others are chosen (not in the spec). */
  loansEnding: read({
    reads: ['admins', 'agents', 'customers', 'ledger', 'loanTypes', 'loans'],
    path: 'loansending',
    access: anyOf('can-view-loan-portfolio'),
    input: v.object({ ...listInput.entries, ends: v.optional(v.picklist(loanEnds)) }),
    output: LoanPage,
    csv: endingLoanColumns,
    sortable: ['created_at', 'amount', 'maturity_date'],
    searchable: searchableLoans,
  }),
  firstLoanApproval: write({
    path: 'firstloanapproval',
    access: anyOf('can-do-first-approval'),
    input: decision,
    output: decided,
    subject: ['id'],
    writes: ['loans'],
  }),
  secondLoanApproval: write({
    path: 'secondloanapproval',
    access: anyOf('can-do-second-approval'),
    input: decision,
    output: decided,
    subject: ['id'],
    writes: ['ledger', 'loans', 'messages'],
  }),
  /** Changes an undecided loan's rate and withdraws a first approval, which was given for the old rate. */
  updateInterestLoan: write({
    path: 'updateinterestloan',
    access: anyOf('can-update-interest'),
    input: v.object({
      id: Id,
      new_rate: BasisPoints,
      /** The rate on the caller's screen: refused if it has changed since (not in the spec). */
      interest_rate: v.optional(BasisPoints),
    }),
    subject: ['id'],
    writes: ['loans'],
  }),
  loanDetails: read({
    reads: ['customers', 'ledger', 'loans'],
    path: 'loandetails',
    access: anyOf('can-view-loan-details'),
    input: v.object({ loan_history_id: Id }),
    output: v.object({ data: LoanDetail }),
  }),
})
