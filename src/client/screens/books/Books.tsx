import { today as serverToday } from '#device/today'
import { calls } from '#contract/index'
import { usePagedList } from '#api/paging/usePagedList'
import { useCall } from '#api/useCall'
import { ExportCsv } from '#lists/export/ExportCsv'
import { PeriodFilter } from '#lists/PeriodFilter'
import { useListPlace } from '#routing/navigation'
import { Ready } from '#ui/feedback/Ready'
import { Screen } from '#ui/layout/Screen'
import { PrintButton } from '#ui/print/PrintButton'
import { Age } from '#ui/text/Age'
import { BalanceCard } from './BalanceCard'
import { BooksStrip } from './BooksStrip'
import { EarnedCard } from './EarnedCard'
import { IncomeCard } from './IncomeCard'
import './books.css'

/** What the business earns beside an earlier period, and what it has and owes on a day. */
export default function Books() {
  const place = useListPlace()
  const { day = serverToday(), show, ...filters } = place.filters
  const books = useCall(calls.books.getBooks, periodsIn(filters), { keepPrevious: true })
  const shown = books.data?.data
  const period = shown && { start_date: shown.start_date, end_date: shown.end_date }
  const journal = usePagedList(
    calls.books.getJournal,
    { ...place, page: 1, sort: undefined, filters: {} },
    // The file alone is asked for here.
    { enabled: false, fixed: { ...period, sort: 'created_at', order: 'asc' } },
  )
  const change = (changed: Record<string, string>) => place.go({ filters: { ...place.filters, ...changed } })
  return (
    <Screen
      fill="long"
      note="Interest is income once it is paid. What borrowers still owe of it is no balance of the books."
      about={
        <>
          <PeriodFilter place={place} label="Other days" />
          <Age updatedAt={books.dataUpdatedAt} />
        </>
      }
      actions={
        <>
          <PrintButton />
          {period && (
            <ExportCsv
              list={{ ...journal, rows: undefined }}
              name="journal_"
              label="Journal as CSV"
              isWhole
              isPrimary
            />
          )}
        </>
      }
    >
      <Ready query={books} like="report">
        {({ data }) => (
          <>
            <BooksStrip books={data} />
            <div className="books-columns">
              <div className="books-stack">
                <IncomeCard books={data} onChange={change} />
                <EarnedCard months={data.months} />
              </div>
              <BalanceCard day={day} isSheet={show === 'sheet'} onChange={change} />
            </div>
          </>
        )}
      </Ready>
    </Screen>
  )
}

/** The periods that the address names, whole ones only. */
function periodsIn({ start_date, end_date, beside_start, beside_end }: Record<string, string>) {
  return {
    ...(start_date && end_date && { start_date, end_date }),
    ...(beside_start && beside_end && { beside_start, beside_end }),
  }
}
