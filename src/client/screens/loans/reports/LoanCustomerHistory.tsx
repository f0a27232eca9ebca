import type { ReplyOf } from '#contract/call'
import { calls } from '#contract/index'
import { customerLoanHistoryColumns } from '#contract/calls/loanHistories'
import { BackLink, useListPlace, useRouteState } from '#routing/navigation'
import { ReportSearch } from '#lists/ReportSearch'
import { type RowOffer, useRowActions } from '#lists/rows/RowActions'
import { toCustomer } from '#lists/rows/rowLinks'
import { customerNameIn } from '#domain/customerName'
import { useBackWhenRefused } from '#routing/useBackWhenRefused'
import { useCall } from '#api/useCall'
import { useWholeList } from '#api/paging/useWholeList'
import { filterWords, wordsText } from '#domain/lists/filterWords'
import { repaymentStatusText } from '#domain/statusText'
import { Age } from '#ui/text/Age'
import { DataTable } from '#ui/table/DataTable'
import { emptyText } from '#ui/feedback/Empty'
import { OnPaper } from '#ui/print/OnPaper'
import { PrintButton } from '#ui/print/PrintButton'
import { Screen } from '#ui/layout/Screen'
import { Badge } from '#ui/text/StatusChip'

/** All movements of one loan. The whole list is loaded, so dates are filtered in the browser. */
export default function LoanCustomerHistory() {
  const { loan_id, loan_reference, ...names } = useRouteState('customerLoanHistory')
  const place = useListPlace()
  const history = useCall(calls.loans.customerLoanHistory, { loan_id })
  useBackWhenRefused(history, 'loanHistory')
  const rowTools = useRowActions(actionsOf, ['loanHistoryDetails', 'customerDetails'])
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
          <span>{customerNameIn(names)}</span>
          <Badge tone="primary">{loan_reference}</Badge>
          <Age updatedAt={history.dataUpdatedAt} />
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
        list={useWholeList(calls.loans.customerLoanHistory, history, rows, place)}
        name="customerLoanHistory"
        columns={customerLoanHistoryColumns}
        empty={emptyText(place.filters, 'Filter data by date')}
        search={<ReportSearch place={place} />}
        {...rowTools}
      />
    </Screen>
  )
}

type Movement = ReplyOf<typeof calls.loans.customerLoanHistory>['data'][number]

const actionsOf = ({ id, reference, user_id }: Movement): RowOffer => ({
  name: reference,
  actions: [
    { label: 'Details', to: 'loanHistoryDetails', state: { loan_history_id: id } },
    toCustomer(user_id),
  ],
})
