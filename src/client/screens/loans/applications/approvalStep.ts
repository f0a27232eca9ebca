import type { calls } from '#contract/index'
import type { LoanCase } from '#contract/calls/loanRows'

/** One of the two approvals. */
export type Step = {
  call: (typeof calls.loans)['firstLoanApproval' | 'secondLoanApproval']
  /** Why the server would refuse this decision. */
  disabledReason: (loan: LoanCase) => string | undefined
  /** The consequence of accepting. */
  consequenceOf: (loan: LoanCase) => string
  /** Accepting disburses the loan. */
  disburses: boolean
  /** The screen after accepting; a rejection returns to the pending loans. */
  nextScreen: 'loansPending' | 'loansApproved'
}
