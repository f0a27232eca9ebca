import { reopeningColumns } from '#contract/calls/closing'
import { calls } from '#contract/index'
import { ListSummary } from '#lists/ListSummary'
import { ExportCsv } from '#lists/export/ExportCsv'
import { LinkButton, useListPlace } from '#routing/navigation'
import { type RowOffer, useRowActions } from '#lists/rows/RowActions'
import { WaitingChip } from '#lists/waiting'
import { type RowOf, usePagedList } from '#api/paging/usePagedList'
import { DataTable } from '#ui/table/DataTable'
import { PrintButton } from '#ui/print/PrintButton'
import { Screen } from '#ui/layout/Screen'

const { getReopenings } = calls.closing

export default function ReopeningsList() {
  const place = useListPlace()
  const list = usePagedList(getReopenings, place)
  const rowTools = useRowActions(actionsOf, ['reopeningApproval'])
  return (
    <Screen
      note="Requests to take back what the runs of closed days posted, decided ones among them. The days are closed again when they have ended."
      fill
      about={<ListSummary list={list} noun="reopening" />}
      actions={
        <>
          <PrintButton />
          <LinkButton to="reopeningCreate" variant="contained">
            Request Reopening
          </LinkButton>
        </>
      }
    >
      <DataTable
        chips={<WaitingChip list={list} kinds={['reopenings']} />}
        tools={<ExportCsv list={list} name="reopenings_" />}
        list={list}
        name="reopenings"
        columns={reopeningColumns}
        empty="No reopening found"
        {...rowTools}
      />
    </Screen>
  )
}

/** The decision is offered only while the reopening is undecided. */
const actionsOf = ({ id, status, reference }: RowOf<typeof getReopenings>): RowOffer => ({
  name: reference,
  actions: [
    status === 'pending' && { label: 'Approval', to: 'reopeningApproval', state: { reopening_id: id } },
  ],
})
