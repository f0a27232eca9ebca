import * as v from 'valibot'
import { calls } from '#contract/index'
import { anyOf } from '#contract/permissions'
import { Id, Text } from '#contract/values'
import { area } from '../route'

const { agents, calendar, dashboard, guarantors, loanChanges, loans } = calls

/** Their choices. */
const filters = [loans.getLoanType, agents.getAgentChoices] as const

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
    access: anyOf('can-view-loan-portfolio'),
    parent: 'dashboard',
    menu: { section: 'Loan', label: 'Loan Portfolio' },
    calls: [loans.loanPortfolio, ...filters],
  },
  loansPaid: {
    path: '/loan/paid',
    title: 'Paid Loan',
    access: anyOf('can-view-loan-portfolio'),
    parent: 'dashboard',
    menu: { section: 'Loan', label: 'Paid Loan' },
    calls: [loans.paidLoan, ...filters],
  },
  loansApproved: {
    path: '/loan/approved',
    title: 'Approved Loan',
    access: anyOf('can-view-approved-loan'),
    parent: 'dashboard',
    menu: { section: 'Loan', label: 'Approved Loan' },
    calls: [loans.approvedLoan, dashboard.sumOfApprovedLoan, ...filters],
  },
  loansRejected: {
    path: '/loan/rejected',
    title: 'Rejected Loan',
    access: anyOf('can-view-loan'),
    parent: 'dashboard',
    menu: { section: 'Loan', label: 'Rejected Loan' },
    calls: [loans.rejectedLoan, ...filters],
  },
  loanApplications: {
    path: '/loan/applications',
    title: 'Loan Applications',
    access: anyOf('can-view-loan'),
    parent: 'dashboard',
    calls: [loans.loanApplications, dashboard.getSumOfLoan, ...filters],
  },
  loanTypes: {
    path: '/loan/type',
    title: 'Loan Type',
    access: anyOf('can-view-loan'),
    parent: 'dashboard',
    menu: { section: 'Loan', label: 'Loan Type' },
    calls: [loans.getLoanType],
  },
  loanTypeCreate: {
    path: '/loan/type/create',
    title: 'Create Loan Type',
    access: anyOf('can-create-loan-type'),
    parent: 'loanTypes',
    calls: [loans.createLoanType],
  },
  loanTypeUpdate: {
    path: '/loan/update',
    title: 'Update Loan Type',
    access: anyOf('can-edit-loan-type'),
    parent: 'loanTypes',
    state: OneType,
    missing: noType,
    calls: [loans.getLoanType, loans.updateLoanType],
  },
  loanTypeTerms: {
    path: '/loan/type/terms',
    title: 'Loan Type Terms',
    access: anyOf('can-edit-loan-type'),
    parent: 'loanTypes',
    state: OneType,
    missing: noType,
    calls: [loans.loanTypeUse, loans.updateLoanTypeTerms],
  },
  loanTypeOff: {
    path: '/loan/type/off',
    title: 'Switch Off Loan Type',
    access: anyOf('can-edit-loan-type'),
    parent: 'loanTypes',
    state: OneType,
    missing: noType,
    calls: [loans.loanTypeUse, loans.switchOffLoanType],
  },
  loanTypeOn: {
    path: '/loan/type/on',
    title: 'Switch On Loan Type',
    access: anyOf('can-edit-loan-type'),
    parent: 'loanTypes',
    state: OneType,
    missing: noType,
    calls: [loans.loanTypeUse, loans.switchOnLoanType],
  },
  loansPending: {
    path: '/loan/pending',
    title: 'Pending Loan',
    access: anyOf('can-view-pending-loan'),
    parent: 'dashboard',
    menu: { section: 'Loan', label: 'Pending Loan', waiting: ['loans_first', 'loans_second'] },
    calls: [loans.getPendingLoan, ...filters],
  },
  loanCreate: {
    path: '/loan/create',
    title: 'Loan Application',
    access: anyOf('can-create-loan'),
    parent: 'customers',
    state: v.object({ user_id: Id }),
    missing: 'No customer is chosen for the loan application',
    calls: [loans.getLoanApplicant, calendar.getCalendar, loans.createLoan],
  },
  guarantorCreate: {
    path: '/guarantor/create',
    title: 'Add Guarantor',
    access: anyOf('can-add-guarantor'),
    parent: 'loansPending',
    state: v.object({ loan_id: Id, loan_reference: Text }),
    missing: noLoan,
    calls: [guarantors.addGuarantor],
  },
  loanFirstApproval: {
    path: '/loan/first/approval',
    title: 'First Approval',
    access: anyOf('can-do-first-approval'),
    parent: 'loansPending',
    state: OneLoan,
    missing: noLoan,
    calls: [
      loans.getLoanCase,
      loans.firstLoanApproval,
      guarantors.getGuarantorFileUpload,
      guarantors.getGuarantorIdentity,
      guarantors.viewGuarantorIdentity,
    ],
  },
  loanSecondApproval: {
    path: '/loan/second/approval',
    title: 'Second Approval',
    access: anyOf('can-do-second-approval'),
    parent: 'loansPending',
    state: OneLoan,
    missing: noLoan,
    calls: [
      loans.getLoanCase,
      loans.secondLoanApproval,
      guarantors.getGuarantorFileUpload,
      guarantors.getGuarantorIdentity,
      guarantors.viewGuarantorIdentity,
    ],
  },
  loanInterest: {
    path: '/loan/interest/update',
    title: 'Update Interest Rate',
    access: anyOf('can-update-interest'),
    parent: 'loansPending',
    state: OneLoan,
    missing: noLoan,
    calls: [loans.getLoanCase, loans.updateInterestLoan],
  },
  loansOverdue: {
    path: '/loan/overdue',
    title: 'Overdue Loan',
    access: anyOf('can-view-overdue-loan'),
    parent: 'dashboard',
    menu: { section: 'Loan', label: 'Overdue Loan' },
    calls: [loans.getOverdueLoan, dashboard.sumOfOverdueLoan, ...filters],
  },
  loanChanges: {
    path: '/loan/changes',
    title: 'Loan Changes',
    access: loanChanges.getLoanChanges.access,
    parent: 'dashboard',
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
    parent: 'loanChanges',
    state: OneLoan,
    missing: noLoan,
    calls: [loans.getLoanAccount, loanChanges.requestWriteOff],
  },
  reschedulingCreate: {
    path: '/loan/reschedule/create',
    title: 'Request Rescheduling',
    access: anyOf('can-reschedule-loan'),
    parent: 'loanChanges',
    state: OneLoan,
    missing: noLoan,
    calls: [loans.getLoanAccount, calendar.getCalendar, loanChanges.requestRescheduling],
  },
  loanChangeFirst: {
    path: '/loan/change/first/approval',
    title: 'Loan Change First Approval',
    access: anyOf('can-do-first-approval'),
    parent: 'loanChanges',
    state: OneChange,
    missing: noChange,
    calls: [loanChanges.getLoanChangeCase, loanChanges.firstLoanChangeDecision],
  },
  loanChangeSecond: {
    path: '/loan/change/second/approval',
    title: 'Loan Change Second Approval',
    access: anyOf('can-do-second-approval'),
    parent: 'loanChanges',
    state: OneChange,
    missing: noChange,
    calls: [loanChanges.getLoanChangeCase, loanChanges.secondLoanChangeDecision],
  },
})
