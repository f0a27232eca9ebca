import { journalColumns } from '#contract/calls/books'
import { calls } from '#contract/index'
import { usePagedList } from '#api/paging/usePagedList'
import { ExportCsv } from '#lists/export/ExportCsv'
import { ListSummary } from '#lists/ListSummary'
import { PeriodFilter } from '#lists/PeriodFilter'
import { useRowActions } from '#lists/rows/RowActions'
import { useListPlace } from '#routing/navigation'
import { Screen } from '#ui/layout/Screen'
import { PrintButton } from '#ui/print/PrintButton'
import { DataTable } from '#ui/table/DataTable'
import { actionsOf } from './BookEntries'

/** All entries of the books, each of their lines a row. */
export default function BookJournal() {
  const place = useListPlace()
  const list = usePagedList(calls.books.getJournal, place)
  const rowTools = useRowActions(actionsOf, ['customerDetails'])
  return (
    <Screen
      note="Every entry of the books, a row for each of its lines: the debit of an entry is its credit."
      fill
      about={<ListSummary list={list} noun="row" />}
      actions={<PrintButton />}
    >
      <DataTable
        tools={<ExportCsv list={list} name="journal_" isWhole />}
        list={list}
        name="bookJournal"
        columns={journalColumns}
        empty="No entry found"
        chips={<PeriodFilter place={place} label="Days" />}
        {...rowTools}
      />
    </Screen>
  )
}
