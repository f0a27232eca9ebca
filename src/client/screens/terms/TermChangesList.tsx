import { termChangeColumns } from '#contract/calls/terms'
import { calls } from '#contract/index'
import { ListSummary } from '#lists/ListSummary'
import { ExportCsv } from '#lists/export/ExportCsv'
import { useListPlace } from '#routing/navigation'
import { type RowOffer, useRowActions } from '#lists/rows/RowActions'
import { WaitingChip } from '#lists/waiting'
import { type RowOf, usePagedList } from '#api/paging/usePagedList'
import { DataTable } from '#ui/table/DataTable'
import { PrintButton } from '#ui/print/PrintButton'
import { Screen } from '#ui/layout/Screen'

const { getTermChanges } = calls.terms

export default function TermChangesList() {
  const place = useListPlace()
  const list = usePagedList(getTermChanges, place)
  const rowTools = useRowActions(actionsOf, ['termChangeApproval'])
  return (
    <Screen
      note="Requests to change the terms of savings types and loan types, decided ones among them. An approved one holds for what is opened from then on."
      fill
      about={<ListSummary list={list} noun="change" />}
      actions={<PrintButton />}
    >
      <DataTable
        chips={<WaitingChip list={list} kinds={['term_changes']} />}
        tools={<ExportCsv list={list} name="term_changes_" />}
        list={list}
        name="termChanges"
        columns={termChangeColumns}
        empty="No change of terms found"
        {...rowTools}
      />
    </Screen>
  )
}

/** The decision is offered only while the change is undecided. */
const actionsOf = ({ id, status, reference }: RowOf<typeof getTermChanges>): RowOffer => ({
  name: reference,
  actions: [
    status === 'pending' && { label: 'Approval', to: 'termChangeApproval', state: { term_change_id: id } },
  ],
})
