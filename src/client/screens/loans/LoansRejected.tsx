import { calls } from '#contract/index'
import { rejectedLoanColumns } from '#contract/calls/loanRows'
import { useListPlace } from '#routing/navigation'
import { LoanList } from './LoanList'
import { useLoanList } from './useLoanList'

export default function LoansRejected() {
  const list = useLoanList(calls.loans.rejectedLoan, useListPlace())
  return (
    <LoanList
      note="Applications that were rejected at either approval. Nothing was paid out."
      list={list}
      columns={rejectedLoanColumns}
      name="loansRejected"
      noun="rejected loan"
      empty="No rejected loan found"
      file="rejected_loan_list_"
    />
  )
}
