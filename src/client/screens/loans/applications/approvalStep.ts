import type { calls } from '#contract/index'
import type { LoanCase } from '#contract/calls/loanRows'

/** One of the two approvals. */
export type Step = {
  call: (typeof calls.loans)['firstLoanApproval' | 'secondLoanApproval']
  /** Why the server would surely refuse this decision. */
  disabledReason: (loan: LoanCase) => string | undefined
  /** Once it is accepted. */
  whatFollows: (loan: LoanCase) => string
  /** Its acceptance moves the money. */
  paysOut: boolean
  /** Where its acceptance leads; a rejection leads back to the pending loans. */
  leadsTo: 'loansPending' | 'loansApproved'
}
