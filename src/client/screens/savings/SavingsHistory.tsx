import { AmountFilter } from '#lists/AmountFilter'
import { ChoiceChips, useAgentFilter, useSavingTypeFilter } from '#lists/ChoiceChips'
import { calls } from '#contract/index'
import { savingHistoryColumns } from '#contract/calls/savings'
import { ListSummary } from '#lists/ListSummary'
import { ExportCsv } from '#lists/export/ExportCsv'
import { useListPlace } from '#routing/navigation'
import { ReportSearch } from '#lists/ReportSearch'
import { type RowOffer, useRowActions } from '#lists/rows/RowActions'
import { toAgent, toCustomer, toReversal } from '#lists/rows/rowLinks'
import { useReplyToast } from '#lists/useReplyToast'
import { WeekChip, WeekFigure } from '#lists/weeks'
import { type RowOf, usePagedList } from '#api/paging/usePagedList'
import { savingStatusText } from '#domain/statusText'
import { DataTable } from '#ui/table/DataTable'
import { emptyText } from '#ui/feedback/Empty'
import { PrintButton } from '#ui/print/PrintButton'
import { Screen } from '#ui/layout/Screen'

const { savingHistory } = calls.savings

export default function SavingsHistory() {
  const place = useListPlace()
  const list = usePagedList(savingHistory, place, { choices: [useAgentFilter(), useSavingTypeFilter()] })
  useReplyToast(list)
  const rows = list.rows?.map((row) => ({ ...row, status: savingStatusText(row.status) }))
  const rowTools = useRowActions(actionsOf, linkedRoutes)
  return (
    <Screen
      note="Each movement of a savings wallet: deposits, interest, charges, transfers. What left it is below zero."
      fill
      about={
        <>
          <ListSummary list={list} noun="movement" />
          <WeekFigure place={place} call={calls.dashboard.getSumOfSavings} name="deposited" />
        </>
      }
      actions={<PrintButton />}
    >
      <DataTable
        chips={<WeekChip place={place} />}
        filters={
          <>
            <ChoiceChips place={place} choices={list.choices} />
            <AmountFilter place={place} />
          </>
        }
        tools={<ExportCsv list={list} name="saving_history_" />}
        list={{ ...list, rows }}
        name="savingsHistory"
        columns={savingHistoryColumns}
        empty={emptyText(list.filters, 'Filter data by date or search')}
        search={<ReportSearch place={place} hint="Reference, name or phone" />}
        {...rowTools}
      />
    </Screen>
  )
}

const linkedRoutes = [
  'savingDetails',
  'customerSavingHistory',
  'customerDetails',
  'agentDetails',
  'reversalCreate',
] as const

/** Named by the movement's reference, because a wallet has many movements. */
function actionsOf(row: RowOf<typeof savingHistory>): RowOffer {
  const { savings_id, savings_reference, customer_firstname, customer_lastname } = row
  return {
    name: row.reference,
    actions: [
      { label: 'Details', to: 'savingDetails', state: { saving_history_id: row.id } },
      {
        label: 'History',
        to: 'customerSavingHistory',
        state: { savings_id, savings_reference, customer_firstname, customer_lastname },
      },
      toCustomer(row.user_id),
      toAgent(row.agent_id),
      toReversal(row),
    ],
  }
}
