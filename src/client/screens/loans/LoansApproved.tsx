import { calls } from '#contract/index'
import { approvedLoanColumns } from '#contract/loanRows'
import { useListPlace } from '#app/navigation'
import { loanStatusText } from '#domain/statusText'
import { usePagedList } from '#data/usePagedList'
import { LoanList } from './LoanList'

export default function LoansApproved() {
  const list = usePagedList(calls.loans.approvedLoan, useListPlace())
  return (
    <LoanList
      list={list}
      columns={approvedLoanColumns}
      name="loansApproved"
      noun="approved loan"
      empty="No approved loan found"
      file="approved_loan_list_"
      statusText={loanStatusText}
    />
  )
}
