import { calls } from '#contract/index'
import type { LoanAccount } from '#contract/calls/loanAccounts'
import { useCall } from '#api/useCall'
import type { Loadable } from '#ui/feedback/Ready'

/** A loan with its schedule, movements and decisions. */
export function useLoanAccount(loan_id: number): Loadable<LoanAccount> {
  const query = useCall(calls.loans.getLoanAccount, { loan_id })
  return { ...query, data: query.data?.data }
}
