import { recordChangeColumns } from '#contract/calls/history'
import { calls } from '#contract/index'
import { ListSummary } from '#lists/ListSummary'
import { useHistorySubject } from '#lists/history/subjects'
import { BackLink, useListPlace } from '#routing/navigation'
import { type RowOffer, useRowActions } from '#lists/rows/RowActions'
import { type RowOf, usePagedList } from '#api/paging/usePagedList'
import { DataTable } from '#ui/table/DataTable'
import { PrintButton } from '#ui/print/PrintButton'
import { Screen } from '#ui/layout/Screen'
import { RowsLink } from '#lists/RowsLink'

const { getRecordHistory } = calls.history

/** Old and new values of every change of one record, newest first. */
export default function RecordHistory() {
  const { noun, id, name, parent } = useHistorySubject()
  const list = usePagedList(getRecordHistory, useListPlace(), { fixed: { noun, id } })
  const rowTools = useRowActions(actionsOf, ['adminActivityLog'])
  return (
    <Screen
      fill
      note="Each value that a change gave, with the one before. BVN, NIN, passwords and files are sealed: the row says only that they changed."
      about={
        <>
          {name && <strong>{name}</strong>}
          <ListSummary list={list} noun="change" />
        </>
      }
      actions={
        <>
          <BackLink to={parent}>Back</BackLink>
          <RowsLink to="adminActivityLog" filters={{ subject: `${noun} ${id}` }} label="Activity log" />
          <PrintButton />
        </>
      }
    >
      <DataTable
        list={list}
        name="recordHistory"
        columns={recordChangeColumns}
        empty="No change recorded"
        {...rowTools}
      />
    </Screen>
  )
}

const actionsOf = ({ field, reference }: RowOf<typeof getRecordHistory>): RowOffer => ({
  name: field,
  actions: [reference !== null && { label: 'Activity', to: 'adminActivityLog', filters: { reference } }],
})
