import type { BookEntry } from '#contract/calls/books'
import { bookEntryColumns, bookSumLabels } from '#contract/calls/books'
import { calls } from '#contract/index'
import { usePagedList } from '#api/paging/usePagedList'
import { useCall } from '#api/useCall'
import { ExportCsv } from '#lists/export/ExportCsv'
import { ListSummary } from '#lists/ListSummary'
import { PeriodFilter } from '#lists/PeriodFilter'
import { type RowOffer, useRowActions } from '#lists/rows/RowActions'
import { toCustomer } from '#lists/rows/rowLinks'
import { useListPlace } from '#routing/navigation'
import { SelectChip } from '#ui/form/SelectChip'
import { Screen } from '#ui/layout/Screen'
import { PrintButton } from '#ui/print/PrintButton'
import { DataTable } from '#ui/table/DataTable'

/** The entries behind a figure of the books: those of one line, in a period. */
export default function BookEntries() {
  const place = useListPlace()
  const accounts = useCall(calls.books.getBookAccounts, {})
  const { line = 'interest' } = place.filters
  const choice = {
    name: 'line',
    label: 'Line',
    options: [
      ...(accounts.data?.data ?? []).map((account) => ({
        value: account.line,
        label: `${account.code} ${account.name}`,
      })),
      ...sums.map(([value, label]) => ({ value, label: `All: ${label}` })),
    ],
  }
  const list = usePagedList(calls.books.getBookEntries, place, { choices: [choice], fixed: { line } })
  const rowTools = useRowActions(actionsOf, ['customerDetails'])
  const name =
    accounts.data?.data.find((account) => account.line === line)?.name ??
    sums.find(([value]) => value === line)?.[1]
  return (
    <Screen
      title={name && `Entries: ${name}`}
      note="The entries of a line of the books, or of a part of it, which add up to its figure in these days."
      fill
      about={<ListSummary list={list} noun="entry" />}
      actions={<PrintButton />}
    >
      <DataTable
        tools={<ExportCsv list={list} name="book_entries_" />}
        list={list}
        name="bookEntries"
        columns={bookEntryColumns}
        empty="No entry found"
        chips={
          <>
            <SelectChip
              choice={choice}
              value={line}
              onChange={(chosen) => chosen && place.go({ filters: { ...place.filters, line: chosen } })}
            />
            <PeriodFilter place={place} label="Days" />
          </>
        }
        {...rowTools}
      />
    </Screen>
  )
}

const sums = Object.entries(bookSumLabels)

export const actionsOf = ({ reference, user_id }: BookEntry): RowOffer => ({
  name: reference,
  actions: [user_id !== null && toCustomer(user_id)],
})
