import { calls } from '#contract/index'
import { overdueLoanColumns } from '#contract/loanRows'
import { useListPlace } from '#app/navigation'
import { overdueLoanStatusText } from '#domain/statusText'
import { usePagedList } from '#data/usePagedList'
import { LoanList } from './LoanList'

export default function LoansOverdue() {
  const list = usePagedList(calls.loans.getOverdueLoan, useListPlace())
  return (
    <LoanList
      list={list}
      columns={overdueLoanColumns}
      name="loansOverdue"
      noun="overdue loan"
      empty="No loan overdue found"
      file="overdue_loan_list_"
      statusText={overdueLoanStatusText}
    />
  )
}
