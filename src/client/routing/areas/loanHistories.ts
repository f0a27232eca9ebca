import * as v from 'valibot'
import { calls } from '#contract/index'
import { LoanHistory } from '#contract/calls/loanHistories'
import { anyOf } from '#contract/permissions'
import { Id } from '#contract/values'
import { area, customerNames } from '../route'

const { guarantors, loans } = calls

/** The loan of a history row. */
const OneLoan = v.object({ ...v.pick(LoanHistory, ['loan_id', 'loan_reference']).entries, ...customerNames })

/** In menu order, after the loan lists. */
export const loanHistoryRoutes = area({
  loanHistory: {
    path: '/loan/history',
    title: 'Loan History',
    access: anyOf('can-view-loan-history'),
    parent: 'dashboard',
    menu: { section: 'Loan', label: 'Loan History' },
    calls: [loans.loanHistory],
  },
  interestPaid: {
    path: '/loan/interest/paid',
    title: 'Interest Paid',
    access: anyOf('can-view-loan-history'),
    parent: 'dashboard',
    menu: { section: 'Loan', label: 'Interest Paid' },
    calls: [loans.loanInterest, loans.getLoanType],
  },
  loanHistoryDetails: {
    path: '/loan/history/details',
    title: 'Loan History Details',
    access: anyOf('can-view-loan-details'),
    parent: 'loanHistory',
    state: v.object({ loan_history_id: Id }),
    missing: 'Loan history details not available',
    calls: [loans.loanDetails],
  },
  customerLoanHistory: {
    path: '/loan/customer/history',
    title: 'Customer Loan History',
    access: anyOf('can-view-loan-history'),
    parent: 'loanHistory',
    state: OneLoan,
    missing: 'Customer loan history not available',
    calls: [loans.customerLoanHistory],
  },
  loanAccount: {
    path: '/loan/details',
    title: 'Loan Details',
    access: anyOf('can-view-loan-details', 'can-record-collection'),
    parent: 'loanPortfolio',
    state: v.object({ loan_id: Id }),
    missing: 'Loan details not available',
    calls: [
      loans.getLoanAccount,
      guarantors.getGuarantorFileUpload,
      guarantors.getGuarantorIdentity,
      guarantors.viewGuarantorIdentity,
    ],
  },
  dueInstalments: {
    path: '/loan/due',
    title: 'Due Installments',
    access: anyOf('can-view-loan-details', 'can-record-collection'),
    parent: 'loanPortfolio',
    state: v.object({ user_id: Id, loan_id: v.optional(Id) }),
    missing: 'Due installments not available',
    calls: [loans.getDueInstalments],
  },
  loanRepayment: {
    path: '/loan/repayment',
    title: 'Record Repayment',
    access: anyOf('can-record-collection'),
    parent: 'loanPortfolio',
    state: v.object({ loan_id: Id }),
    missing: 'Loan details not available',
    calls: [loans.getLoanAccount, loans.repayLoan],
  },
  loanSettlement: {
    path: '/loan/settlement',
    title: 'Settle Loan',
    access: anyOf('can-record-collection'),
    parent: 'loanPortfolio',
    state: v.object({ loan_id: Id }),
    missing: 'Loan details not available',
    calls: [loans.getLoanAccount, loans.settleLoan],
  },
  loanOffer: {
    path: '/loan/offer',
    title: 'What The Customer Gets',
    access: anyOf('can-view-loan-details'),
    parent: 'loanPortfolio',
    state: v.object({ loan_id: Id }),
    missing: 'Loan details not available',
    calls: [loans.getLoanAccount, calls.calendar.getCalendar],
  },
  loanRecovery: {
    path: '/loan/recovery',
    title: 'Record Recovery',
    access: anyOf('can-record-collection'),
    parent: 'loanPortfolio',
    state: v.object({ loan_id: Id }),
    missing: 'Loan details not available',
    calls: [loans.getLoanAccount, loans.recordRecovery],
  },
  loanRepayments: {
    path: '/loan/history/repayment',
    title: 'Loan Repayment History',
    access: anyOf('can-view-loan-history'),
    parent: 'dashboard',
    menu: { section: 'Loan', label: 'Loan Repayment' },
    calls: [loans.loanHistoryRepayment],
  },
  loanDisbursements: {
    path: '/loan/disbursement/history',
    title: 'Loan Disbursement',
    access: anyOf('can-view-loan-disbursement'),
    parent: 'dashboard',
    menu: { section: 'Loan', label: 'Loan Disbursement' },
    calls: [loans.loanDisbursementHistory],
  },
})
