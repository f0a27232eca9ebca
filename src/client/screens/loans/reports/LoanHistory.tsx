import { AmountFilter } from '#lists/AmountFilter'
import { ChoiceChips, useAgentFilter } from '#lists/ChoiceChips'
import { calls } from '#contract/index'
import { loanHistoryColumns } from '#contract/calls/loanHistories'
import { ListSummary } from '#lists/ListSummary'
import { ExportCsv } from '#lists/export/ExportCsv'
import { useListPlace } from '#routing/navigation'
import { ReportSearch } from '#lists/ReportSearch'
import { type RowOffer, useRowActions } from '#lists/rows/RowActions'
import { toCustomer, toLoanAccount, toReversal } from '#lists/rows/rowLinks'
import { useReplyToast } from '#lists/useReplyToast'
import { type RowOf, usePagedList } from '#api/paging/usePagedList'
import { repaymentStatusText } from '#domain/statusText'
import { DataTable } from '#ui/table/DataTable'
import { PrintButton } from '#ui/print/PrintButton'
import { Screen } from '#ui/layout/Screen'

const { loanHistory } = calls.loans

/** Movements of loan balances: repayments and penalties. */
export default function LoanHistory() {
  const place = useListPlace()
  const list = usePagedList(loanHistory, place, { choices: [useAgentFilter()] })
  useReplyToast(list)
  const rows = list.rows?.map((row) => ({ ...row, status: repaymentStatusText(row.status) }))
  const rowTools = useRowActions(actionsOf, [
    'loanHistoryDetails',
    'customerLoanHistory',
    'loanAccount',
    'customerDetails',
    'reversalCreate',
  ])
  return (
    <Screen
      note="Each movement of a loan, by installment: repayments, penalties, write-offs, and what was reversed of them."
      fill
      about={<ListSummary list={list} noun="movement" />}
      actions={<PrintButton />}
    >
      <DataTable
        filters={
          <>
            <ChoiceChips place={place} choices={list.choices} />
            <AmountFilter place={place} />
          </>
        }
        tools={<ExportCsv list={list} name="loan_history_" />}
        list={{ ...list, rows }}
        name="loanHistory"
        columns={loanHistoryColumns}
        empty="No loan history found"
        search={<ReportSearch place={place} hint="Reference, name or phone" />}
        {...rowTools}
      />
    </Screen>
  )
}

/** Named by the movement's reference, because a loan has many movements. */
function actionsOf(row: RowOf<typeof loanHistory>): RowOffer {
  const { loan_id, loan_reference, customer_firstname, customer_lastname } = row
  return {
    name: row.reference,
    actions: [
      { label: 'Details', to: 'loanHistoryDetails', state: { loan_history_id: row.id } },
      {
        label: 'History',
        to: 'customerLoanHistory',
        state: { loan_id, loan_reference, customer_firstname, customer_lastname },
      },
      toLoanAccount(loan_id, 'Loan Details'),
      toCustomer(row.user_id),
      toReversal(row),
    ],
  }
}
