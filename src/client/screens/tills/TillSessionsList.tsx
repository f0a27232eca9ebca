import { tillSessionColumns } from '#contract/calls/tills'
import { calls } from '#contract/index'
import { ListSummary } from '#lists/ListSummary'
import { ExportCsv } from '#lists/export/ExportCsv'
import { ChoiceChips } from '#lists/ChoiceChips'
import { useListPlace } from '#routing/navigation'
import { ReportSearch } from '#lists/ReportSearch'
import { type RowOffer, useRowActions } from '#lists/rows/RowActions'
import { type RowOf, usePagedList } from '#api/paging/usePagedList'
import { DataTable } from '#ui/table/DataTable'
import { PrintButton } from '#ui/print/PrintButton'
import { Screen } from '#ui/layout/Screen'

const { getTillSessions } = calls.tills

const onlyChoice = {
  name: 'only',
  label: 'Show',
  all: 'All sessions',
  options: [
    { value: 'different', label: 'With a difference' },
    { value: 'not received', label: 'Not received' },
  ],
}

export default function TillSessionsList() {
  const place = useListPlace()
  const list = usePagedList(getTillSessions, place)
  const rowTools = useRowActions(actionsOf, ['tillReceive'])
  return (
    <Screen
      note="Tills as they were opened, counted and closed. Difference: below zero what was missing, above it what was too much."
      fill
      about={<ListSummary list={list} noun="session" />}
      actions={<PrintButton />}
    >
      <DataTable
        chips={<ChoiceChips place={place} choices={[onlyChoice]} />}
        tools={<ExportCsv list={list} name="till_sessions_" />}
        list={list}
        name="tillSessions"
        columns={tillSessionColumns}
        empty="No till session found"
        search={<ReportSearch place={place} />}
        {...rowTools}
      />
    </Screen>
  )
}

const actionsOf = ({
  id,
  reference,
  till,
  counted,
  received_at,
}: RowOf<typeof getTillSessions>): RowOffer => ({
  name: reference,
  actions: [
    counted !== null &&
      counted > 0 &&
      received_at === null && {
        label: 'Receive Cash',
        to: 'tillReceive',
        state: { till_session_id: id, till },
      },
  ],
})
