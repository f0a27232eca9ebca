import { AmountFilter } from '#lists/AmountFilter'
import { ChoiceChips, statusChoice, useAgentFilter } from '#lists/ChoiceChips'
import { sheetRequestColumns } from '#contract/calls/collections'
import { calls } from '#contract/index'
import { ListSummary } from '#lists/ListSummary'
import { ExportCsv } from '#lists/export/ExportCsv'
import { useListPlace } from '#routing/navigation'
import { type RowOffer, useRowActions } from '#lists/rows/RowActions'
import { toAgent } from '#lists/rows/rowLinks'
import { WaitingChip } from '#lists/waiting'
import { type RowOf, usePagedList } from '#api/paging/usePagedList'
import { DataTable } from '#ui/table/DataTable'
import { PrintButton } from '#ui/print/PrintButton'
import { Screen } from '#ui/layout/Screen'

const { getSheetRequests } = calls.collections

export default function SheetRequestsList() {
  const place = useListPlace()
  const list = usePagedList(getSheetRequests, place, { choices: [statusChoice, useAgentFilter()] })
  const rowTools = useRowActions(actionsOf, ['sheetApproval', 'collectionDetails', 'agentDetails'])
  return (
    <Screen
      note="Collection sheets of closed days, decided ones among them. An approved one is recorded at its approval."
      fill
      about={<ListSummary list={list} noun="sheet" />}
      actions={<PrintButton />}
    >
      <DataTable
        chips={<WaitingChip list={list} kinds={['sheets']} />}
        filters={
          <>
            <ChoiceChips place={place} choices={list.choices} />
            <AmountFilter place={place} />
          </>
        }
        tools={<ExportCsv list={list} name="sheet_requests_" />}
        list={list}
        name="sheetRequests"
        columns={sheetRequestColumns}
        empty="No sheet found"
        {...rowTools}
      />
    </Screen>
  )
}

const actionsOf = ({
  id,
  status,
  reference,
  agent_id,
  collection_id,
}: RowOf<typeof getSheetRequests>): RowOffer => ({
  name: reference,
  actions: [
    {
      label: status === 'pending' ? 'Approval' : 'Decision',
      to: 'sheetApproval',
      state: { sheet_request_id: id },
    },
    collection_id !== null && { label: 'Receipt', to: 'collectionDetails', state: { collection_id } },
    toAgent(agent_id),
  ],
})
