import { type Run, runColumns } from '#contract/calls/closing'
import { calls } from '#contract/index'
import { ExportCsv } from '#lists/export/ExportCsv'
import { ListSummary } from '#lists/ListSummary'
import { type RowOffer, useRowActions } from '#lists/rows/RowActions'
import { useListPlace } from '#routing/navigation'
import { usePagedList } from '#api/paging/usePagedList'
import { DataTable } from '#ui/table/DataTable'
import { PrintButton } from '#ui/print/PrintButton'
import { Screen } from '#ui/layout/Screen'
import { runText } from './runText'

/** What the server posted by itself when days and months ended. */
export default function RunsList() {
  const list = usePagedList(calls.closing.getRuns, useListPlace())
  const rowTools = useRowActions(actionsOf, ['runDetails'])
  return (
    <Screen
      note="Penalties, commissions, ends and changes of plans are posted when a day has ended, interest and charges with the last day of the month."
      fill
      about={<ListSummary list={list} noun="run" />}
      actions={<PrintButton />}
    >
      <DataTable
        tools={<ExportCsv list={list} name="runs_" />}
        list={list}
        name="runs"
        columns={runColumns}
        empty="No run yet: the first one comes shortly after midnight"
        {...rowTools}
      />
    </Screen>
  )
}

const actionsOf = (run: Run): RowOffer => ({
  name: runText(run),
  actions: [{ label: 'Details', to: 'runDetails', state: { run_id: run.id, run_name: runText(run) } }],
})
