import { calls } from '#contract/index'
import { withdrawalColumns } from '#contract/calls/withdrawals'
import { ListSummary } from '#lists/ListSummary'
import { ExportCsv } from '#lists/export/ExportCsv'
import { useListPlace } from '#routing/navigation'
import { type RowOffer, useRowActions } from '#lists/rows/RowActions'
import { SearchBox } from '#lists/SearchBox'
import { WaitingChip } from '#lists/waiting'
import { type RowOf, usePagedList } from '#api/paging/usePagedList'
import { DataTable } from '#ui/table/DataTable'
import { PrintButton } from '#ui/print/PrintButton'
import { Screen } from '#ui/layout/Screen'

const { getWithDrawList } = calls.withdrawals

export default function WithdrawalsList() {
  const place = useListPlace()
  const list = usePagedList(getWithDrawList, place)
  const rowTools = useRowActions(approval, ['withdrawalApproval'])
  return (
    <Screen
      note="Requests to pay out from main wallets. The amount is held until the decision; only approved ones were paid."
      fill
      about={<ListSummary list={list} noun="withdrawal" />}
      actions={<PrintButton />}
    >
      <DataTable
        chips={<WaitingChip place={place} kinds={['withdrawals']} />}
        tools={<ExportCsv list={list} name="withdrawal_request_list_" />}
        list={list}
        name="withdrawals"
        columns={withdrawalColumns}
        empty="No withdrawal list found"
        search={
          <SearchBox
            place={place}
            hint="Reference, name or phone"
            emptyMessage="Please select search filters"
          />
        }
        {...rowTools}
      />
    </Screen>
  )
}

/** Offered only while the withdrawal is undecided. */
const approval = ({ id, status, reference }: RowOf<typeof getWithDrawList>): RowOffer => ({
  name: reference,
  actions: [
    status === 'pending' && { label: 'Approval', to: 'withdrawalApproval', state: { withdrawal_id: id } },
  ],
})
