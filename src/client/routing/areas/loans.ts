import * as v from 'valibot'
import { calls } from '#contract/index'
import { anyOf } from '#contract/permissions'
import { Id, Text } from '#contract/values'
import { area } from '../route'

const { dashboard, guarantors, loanChanges, loans } = calls

const OneLoan = v.object({ loan_id: Id })
const OneType = v.object({ loan_type_id: Id })
const noType = 'Loan type details not available'
const noLoan = 'Loan details not available'
const OneChange = v.object({ change_id: Id })
const noChange = 'Loan change details not available'

/** In menu order. */
export const loanRoutes = area({
  loanPortfolio: {
    path: '/loan/portfolio',
    title: 'Loan Portfolio',
    counts:
      'Active loans. Amount: lent. Balance: still owed, with interest and penalties. The sum is of all balances.',
    access: anyOf('can-view-loan-portfolio'),
    under: 'dashboard',
    menu: { section: 'Loan', label: 'Loan Portfolio' },
    calls: [loans.loanPortfolio],
  },
  loansPaid: {
    path: '/loan/paid',
    title: 'Paid Loan',
    counts:
      'Loans on which nothing is owed any more. Total Payable: what was lent, with interest, without penalties.',
    access: anyOf('can-view-loan-portfolio'),
    under: 'dashboard',
    menu: { section: 'Loan', label: 'Paid Loan' },
    calls: [loans.paidLoan],
  },
  loansApproved: {
    path: '/loan/approved',
    title: 'Approved Loan',
    counts:
      'Loans that were paid out, also those paid back since. Total Payable: with interest, without penalties.',
    access: anyOf('can-view-approved-loan'),
    under: 'dashboard',
    menu: { section: 'Loan', label: 'Approved Loan' },
    calls: [loans.approvedLoan, dashboard.sumOfApprovedLoan],
  },
  loansRejected: {
    path: '/loan/rejected',
    title: 'Rejected Loan',
    counts: 'Applications that were rejected at either approval. Nothing was paid out.',
    access: anyOf('can-view-loan'),
    under: 'dashboard',
    menu: { section: 'Loan', label: 'Rejected Loan' },
    calls: [loans.rejectedLoan],
  },
  loanApplications: {
    path: '/loan/applications',
    title: 'Loan Applications',
    counts:
      'All applications by the day on which they were made, whatever became of them. Amount: applied for.',
    access: anyOf('can-view-loan'),
    under: 'dashboard',
    calls: [loans.loanApplications, dashboard.getSumOfLoan],
  },
  loanTypes: {
    path: '/loan/type',
    title: 'Loan Type',
    access: anyOf('can-view-loan'),
    under: 'dashboard',
    menu: { section: 'Loan', label: 'Loan Type' },
    calls: [loans.getLoanType],
  },
  loanTypeCreate: {
    path: '/loan/type/create',
    title: 'Create Loan Type',
    access: anyOf('can-create-loan-type'),
    under: 'loanTypes',
    calls: [loans.createLoanType],
  },
  loanTypeUpdate: {
    path: '/loan/update',
    title: 'Update Loan Type',
    access: anyOf('can-edit-loan-type'),
    under: 'loanTypes',
    state: OneType,
    missing: noType,
    calls: [loans.getLoanType, loans.updateLoanType],
  },
  loanTypeTerms: {
    path: '/loan/type/terms',
    title: 'Loan Type Terms',
    access: anyOf('can-edit-loan-type'),
    under: 'loanTypes',
    state: OneType,
    missing: noType,
    calls: [loans.loanTypeUse, loans.updateLoanTypeTerms],
  },
  loanTypeOff: {
    path: '/loan/type/off',
    title: 'Switch Off Loan Type',
    access: anyOf('can-edit-loan-type'),
    under: 'loanTypes',
    state: OneType,
    missing: noType,
    calls: [loans.loanTypeUse, loans.switchOffLoanType],
  },
  loanTypeOn: {
    path: '/loan/type/on',
    title: 'Switch On Loan Type',
    access: anyOf('can-edit-loan-type'),
    under: 'loanTypes',
    state: OneType,
    missing: noType,
    calls: [loans.loanTypeUse, loans.switchOnLoanType],
  },
  loansPending: {
    path: '/loan/pending',
    title: 'Pending Loan',
    counts: 'Applications that wait for an approval. Nothing is paid out before the second one.',
    access: anyOf('can-view-pending-loan'),
    under: 'dashboard',
    menu: { section: 'Loan', label: 'Pending Loan', waiting: ['loans_first', 'loans_second'] },
    calls: [loans.getPendingLoan],
  },
  loanCreate: {
    path: '/loan/create',
    title: 'Loan Application',
    access: anyOf('can-create-loan'),
    under: 'customers',
    state: v.object({ user_id: Id }),
    missing: 'No customer is chosen for the loan application',
    calls: [loans.getLoanApplicant, loans.createLoan],
  },
  guarantorCreate: {
    path: '/guarantor/create',
    title: 'Add Guarantor',
    access: anyOf('can-add-guarantor'),
    under: 'loansPending',
    state: v.object({ loan_id: Id, loan_reference: Text }),
    missing: noLoan,
    calls: [guarantors.addGuarantor],
  },
  loanFirstApproval: {
    path: '/loan/first/approval',
    title: 'First Approval',
    access: anyOf('can-do-first-approval'),
    under: 'loansPending',
    state: OneLoan,
    missing: noLoan,
    calls: [loans.getLoanCase, loans.firstLoanApproval, guarantors.getGuarantorFileUpload],
  },
  loanSecondApproval: {
    path: '/loan/second/approval',
    title: 'Second Approval',
    access: anyOf('can-do-second-approval'),
    under: 'loansPending',
    state: OneLoan,
    missing: noLoan,
    calls: [loans.getLoanCase, loans.secondLoanApproval, guarantors.getGuarantorFileUpload],
  },
  loanInterest: {
    path: '/loan/interest/update',
    title: 'Update Interest Rate',
    access: anyOf('can-update-interest'),
    under: 'loansPending',
    state: OneLoan,
    missing: noLoan,
    calls: [loans.getLoanCase, loans.updateInterestLoan],
  },
  loansOverdue: {
    path: '/loan/overdue',
    title: 'Overdue Loan',
    counts:
      'Loans with an unpaid instalment after its due date. Overdue: what is unpaid of these, with penalties. Balance: all that is owed.',
    access: anyOf('can-view-overdue-loan'),
    under: 'dashboard',
    menu: { section: 'Loan', label: 'Overdue Loan' },
    calls: [loans.getOverdueLoan, dashboard.sumOfOverdueLoan],
  },
  loanChanges: {
    path: '/loan/changes',
    title: 'Loan Changes',
    counts:
      'Requests to write off or reschedule loans, decided ones among them. Amount: what was owed at the request.',
    access: loanChanges.getLoanChanges.access,
    under: 'dashboard',
    menu: {
      section: 'Loan',
      label: 'Loan Changes',
      waiting: ['loan_changes_first', 'loan_changes_second'],
    },
    calls: [loanChanges.getLoanChanges],
  },
  writeOffCreate: {
    path: '/loan/writeoff/create',
    title: 'Request Write-off',
    access: anyOf('can-write-off-loan'),
    under: 'loanChanges',
    state: OneLoan,
    missing: noLoan,
    calls: [loans.getLoanAccount, loanChanges.requestWriteOff],
  },
  reschedulingCreate: {
    path: '/loan/reschedule/create',
    title: 'Request Rescheduling',
    access: anyOf('can-reschedule-loan'),
    under: 'loanChanges',
    state: OneLoan,
    missing: noLoan,
    calls: [loans.getLoanAccount, loanChanges.requestRescheduling],
  },
  loanChangeFirst: {
    path: '/loan/change/first/approval',
    title: 'Loan Change First Approval',
    access: anyOf('can-do-first-approval'),
    under: 'loanChanges',
    state: OneChange,
    missing: noChange,
    calls: [loanChanges.getLoanChangeCase, loanChanges.firstLoanChangeDecision],
  },
  loanChangeSecond: {
    path: '/loan/change/second/approval',
    title: 'Loan Change Second Approval',
    access: anyOf('can-do-second-approval'),
    under: 'loanChanges',
    state: OneChange,
    missing: noChange,
    calls: [loanChanges.getLoanChangeCase, loanChanges.secondLoanChangeDecision],
  },
})
