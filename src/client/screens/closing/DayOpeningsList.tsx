import { dayOpeningColumns } from '#contract/calls/closing'
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

const { getDayOpenings } = calls.closing

export default function DayOpeningsList() {
  const place = useListPlace()
  const list = usePagedList(getDayOpenings, place)
  const rowTools = useRowActions(actionsOf, ['dayOpeningApproval'])
  return (
    <Screen
      note="Requests to open a closed day again, decided ones among them. The figures of its closing stay kept."
      fill
      about={<ListSummary list={list} noun="opening" />}
      actions={
        <>
          <PrintButton />
          <LinkButton to="dayOpeningCreate" variant="contained">
            Request Opening
          </LinkButton>
        </>
      }
    >
      <DataTable
        chips={<WaitingChip list={list} kinds={['day_openings']} />}
        tools={<ExportCsv list={list} name="day_openings_" />}
        list={list}
        name="dayOpenings"
        columns={dayOpeningColumns}
        empty="No opening found"
        {...rowTools}
      />
    </Screen>
  )
}

/** The decision is offered only while the opening is undecided. */
const actionsOf = ({ id, status, reference }: RowOf<typeof getDayOpenings>): RowOffer => ({
  name: reference,
  actions: [
    status === 'pending' && { label: 'Approval', to: 'dayOpeningApproval', state: { day_opening_id: id } },
  ],
})
