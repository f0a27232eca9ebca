import { calls } from '#contract/index'
import { overdueLoanColumns } from '#contract/calls/loanRows'
import { useListPlace } from '#routing/navigation'
import { WeekChip, WeekFigure } from '#lists/weeks'
import { overdueLoanStatusText } from '#domain/statusText'
import { LoanList } from './LoanList'
import { useLoanList } from './useLoanList'

export default function LoansOverdue() {
  const place = useListPlace()
  const list = useLoanList(calls.loans.getOverdueLoan, place)
  return (
    <LoanList
      note="Loans with an unpaid installment after its due date. Overdue: what is unpaid of these, with penalties. Balance: all that is owed."
      list={list}
      columns={overdueLoanColumns}
      name="loansOverdue"
      noun="overdue loan"
      empty="No loan overdue found"
      file="overdue_loan_list_"
      chips={<WeekChip place={place} />}
      about={
        <WeekFigure
          place={place}
          call={calls.dashboard.sumOfOverdueLoan}
          name="became overdue and is unpaid"
        />
      }
      statusText={overdueLoanStatusText}
    />
  )
}
