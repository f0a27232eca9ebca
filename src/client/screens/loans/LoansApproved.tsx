import { calls } from '#contract/index'
import { approvedLoanColumns } from '#contract/calls/loanRows'
import { useListPlace } from '#routing/navigation'
import { WeekChip, WeekFigure } from '#lists/weeks'
import { loanStatusText } from '#domain/statusText'
import { LoanList } from './LoanList'
import { useLoanList } from './useLoanList'

export default function LoansApproved() {
  const place = useListPlace()
  const list = useLoanList(calls.loans.approvedLoan, place)
  return (
    <LoanList
      note="Loans that were paid out, also those paid back since. Total Payable: with interest, without penalties."
      list={list}
      columns={approvedLoanColumns}
      name="loansApproved"
      noun="approved loan"
      empty="No approved loan found"
      file="approved_loan_list_"
      chips={<WeekChip place={place} />}
      about={<WeekFigure place={place} call={calls.dashboard.sumOfApprovedLoan} name="approved" />}
      statusText={loanStatusText}
    />
  )
}
