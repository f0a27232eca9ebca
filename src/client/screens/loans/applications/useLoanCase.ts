import { calls } from '#contract/index'
import type { LoanCase } from '#contract/calls/loanRows'
import { selectById } from '#api/selectById'
import { useCall } from '#api/useCall'
import type { Loadable } from '#ui/feedback/Ready'

/** One undecided loan, with the facts for its decision. */
export const useLoanCase = (id: number, options: { enabled?: boolean } = {}): Loadable<LoanCase> =>
  selectById(useCall(calls.loans.getLoanCase, { id }, options), id)
