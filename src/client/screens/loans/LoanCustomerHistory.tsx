import type { ReplyOf } from '#contract/call'
import { calls } from '#contract/index'
import { customerLoanHistoryColumns } from '#contract/loanHistories'
import { BackLink, RowAction, useListPlace, useRouteState } from '#app/navigation'
import { ReportSearch } from '#app/ReportSearch'
import { RowActions } from '#app/RowActions'
import { toCustomer, useRowActions } from '#app/rowLinks'
import { useBackWhenRefused } from '#app/useBackWhenRefused'
import { useCall } from '#data/useCall'
import { useWholeList } from '#data/useWholeList'
import { filterWords, wordsText } from '#domain/filterWords'
import { repaymentStatusText } from '#domain/statusText'
import { Age } from '#ui/Age'
import { DataTable } from '#ui/DataTable'
import { emptyText } from '#ui/Empty'
import { OnPaper } from '#ui/OnPaper'
import { PrintButton } from '#ui/PrintButton'
import { Screen } from '#ui/Screen'
import { Badge } from '#ui/StatusChip'

/** All movements of one loan; they came whole, so that their dates are filtered here. */
export default function LoanCustomerHistory() {
  const { loan_id, loan_reference, customer_firstname, customer_lastname } =
    useRouteState('customerLoanHistory')
  const place = useListPlace()
  const history = useCall(calls.loans.customerLoanHistory, { loan_id })
  useBackWhenRefused(history, 'loanHistory')
  const rowActions = useRowActions(['loanHistoryDetails', 'customerDetails'], actionsOf)
  const { start_date, end_date } = place.filters
  const isBetween = (day: string) => !start_date || !end_date || (start_date <= day && day <= end_date)
  const rows = history.data?.data
    .filter(({ created_at }) => isBetween(created_at.slice(0, 10)))
    .map((row) => ({ ...row, status: repaymentStatusText(row.status) }))
  return (
    <Screen
      fill
      about={
        <>
          <span>{`${customer_firstname} ${customer_lastname}`}</span>
          <Badge tone="primary">{loan_reference}</Badge>
          <Age of={history.dataUpdatedAt} />
          <OnPaper>{`Filter: ${wordsText(filterWords(place.filters))}`}</OnPaper>
        </>
      }
      actions={
        <>
          <BackLink to="loanHistory">Go Back</BackLink>
          <PrintButton />
        </>
      }
    >
      <DataTable
        list={useWholeList(history, rows)}
        name="customerLoanHistory"
        columns={customerLoanHistoryColumns}
        empty={emptyText(place.filters, 'Filter data by date')}
        search={<ReportSearch place={place} />}
        rowActions={rowActions}
      />
    </Screen>
  )
}

type Movement = ReplyOf<typeof calls.loans.customerLoanHistory>['data'][number]

const actionsOf = ({ id, reference, user_id }: Movement) => (
  <RowActions of={reference}>
    <RowAction to="loanHistoryDetails" state={{ loan_history_id: id }}>
      Details
    </RowAction>
    {toCustomer(user_id)}
  </RowActions>
)
