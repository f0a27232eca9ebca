import { calls } from '#contract/index'
import { pendingLoanColumns } from '#contract/calls/loanRows'
import { useListPlace } from '#routing/navigation'
import { WeekChip, WeekFigure } from '#lists/weeks'
import { LoanList } from '../LoanList'
import { useLoanList } from '../useLoanList'

/** All applications in any status, as summed on the dashboard. */
export default function LoanApplications() {
  const place = useListPlace()
  const list = useLoanList(calls.loans.loanApplications, place)
  return (
    <LoanList
      note="All applications by the day on which they were made, whatever became of them. Amount: applied for."
      list={list}
      columns={pendingLoanColumns}
      name="loanApplications"
      noun="loan application"
      empty="No loan application found"
      file="loan_application_list_"
      chips={<WeekChip place={place} />}
      about={<WeekFigure place={place} call={calls.dashboard.getSumOfLoan} name="applied for" />}
    />
  )
}
