import { useCallback, useRef, useState } from 'react'
import type { NamedRead, ReplyOf } from '#contract/call'
import { rowsPerPage } from '#contract/values'
import type { Choice } from '#domain/lists/filterWords'
import type { Sort } from '#domain/lists/sorting'
import type { ListReply } from '#transport/listPage'
import type { ListRow } from '#offline/savedRows'
import {
  bodyWithoutPage,
  withoutEmpty,
  type ListPlace,
  listBody,
  allowedSort,
  filterSummary,
} from './listRequest'
import { keyOf } from '#offline/queryKeys'
import { type PagedRead, useListPage } from './useListPage'
import { useSavedSearch } from './useSavedSearch'

export type RowOf<C extends NamedRead> = ReplyOf<C> extends ListReply<infer Row extends ListRow> ? Row : never

/** Of a paged list; each component names the part that it needs. */
export type PagedList<Row extends ListRow = ListRow> = ReturnType<typeof usePagedList<PagedRead<Row>, Row>>

type Options = {
  /** False until the screen has all that the call needs: nothing is fetched and there are no rows. */
  enabled?: boolean
  /** Sent beside the filters; it overrides the address. */
  fixed?: Record<string, unknown>
  /** The selects among its filters. */
  choices?: readonly Choice[]
  /** The order when none is chosen, if not the newest first. */
  initialSort?: Sort
}

/** The page size of the server's lists is the only option. */
const sizes = [rowsPerPage]

/** A list with 100 rows a page from the server; offline it searches the saved rows. */
export function usePagedList<C extends PagedRead<Row>, Row extends ListRow = RowOf<C>>(
  call: C,
  chosen: ListPlace,
  { enabled = true, fixed = {}, choices = [], initialSort }: Options = {},
) {
  const [quickFilter, setQuickFilter] = useState('')
  const shownRows = useRef<readonly Row[]>([])
  const showRows = useCallback((rows: readonly Row[]) => {
    shownRows.current = rows
  }, [])
  const place = { ...chosen, sort: chosen.sort ?? initialSort }
  const sort = allowedSort(call, place.sort)
  const body = listBody<C>(call, place, fixed)
  const { query, reply, page } = useListPage<C, Row>(call, body, enabled)
  const saved = useSavedSearch<Row>({ call, body, fixed }, query)
  const savedMatches = enabled ? saved.matches : undefined
  const shown = savedMatches?.rows.slice((place.page - 1) * rowsPerPage, place.page * rowsPerPage)
  return {
    reply: savedMatches ? undefined : reply,
    rows: enabled ? (shown ?? page?.rows) : [],
    total: savedMatches?.rows.length ?? page?.total ?? 0,
    perPage: (savedMatches ? undefined : page?.perPage) ?? rowsPerPage,
    /** The sums over all rows; null if there are too many. Not known of saved rows, which may be some of them. */
    totals: savedMatches ? undefined : page?.totals,
    place,
    query: savedMatches
      ? { ...query, data: undefined, error: null, dataUpdatedAt: savedMatches.savedAt }
      : query,
    /** The key of this page's query. */
    queryKey: keyOf(call, body),
    sizes,
    /** The rows that the table shows, after 'Filter this page'. */
    shownRows,
    showRows,
    /** The text of 'Filter this page'. */
    quickFilter,
    setQuickFilter,
    clear: () => {
      setQuickFilter('')
      place.go({ filters: {}, page: 1 })
    },
    call,
    choices,
    /** The search text and filters that were sent. */
    filters: withoutEmpty(place.filters),
    /** The same as text, for files and print. */
    words: filterSummary(call, { filters: place.filters, sort }, choices),
    /** The body without the page, for exports. */
    body: { ...bodyWithoutPage(call, place), ...fixed },
    sorting: {
      sortable: call.sortable ?? [],
      sort,
      initial: initialSort,
      change: (to: Sort | undefined) => place.go({ sort: to }),
    },
    /** The screen has all that the call needs. */
    isEnabled: enabled,
    /** The list that its saved views name. */
    viewed: call,
    /** All matches, if the rows come from a search of saved rows. */
    savedMatches,
    /** The screen's saved reports, if the server can't be reached and this page is not saved. */
    savedReports: saved.reports.map(({ filters, sort: savedSort, page: first, ...report }) => ({
      ...report,
      words: filterSummary(call, { filters, sort: savedSort }, choices),
      open: () => place.go({ filters, page: first, sort: savedSort }),
    })),
  }
}
