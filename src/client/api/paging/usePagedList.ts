import type { QueryKey } from '@tanstack/react-query'
import { useCallback, useRef, useState } from 'react'
import type { NamedRead, ReplyOf } from '#contract/call'
import type { Problem } from '#contract/problems'
import { rowsPerPage } from '#contract/values'
import type { Choice, Words } from '#domain/lists/filterWords'
import type { Sort, Sorting } from '#domain/lists/sorting'
import type { ListReply } from '#transport/listPage'
import type { SavedMatches, ListRow } from '#offline/savedRows'
import {
  bodyWithoutPage,
  withoutEmpty,
  type ListPlace,
  listBody,
  allowedSort,
  filterSummary,
} from './listRequest'
import { keyOf } from '../keyOf'
import { type PagedRead, useListPage } from './useListPage'
import { useSavedSearch } from './useSavedSearch'

export type RowOf<C extends NamedRead> = ReplyOf<C> extends ListReply<infer Row extends ListRow> ? Row : never

export type PagedList<Row> = {
  rows: Row[] | undefined
  total: number
  perPage: number
  place: ListPlace
  query: ListQuery
  /** The key of this page's query. */
  queryKey: QueryKey
  sizes: readonly number[]
  /** The rows that the table shows, after 'Filter this page'. */
  shownRows: { current: readonly Row[] }
  showRows(this: void, rows: readonly Row[]): void
  /** The text of 'Filter this page'. */
  quickFilter: string
  setQuickFilter: (text: string) => void
  call: PagedRead<unknown>
  /** The search text and filters that were sent. */
  filters: Record<string, string>
  /** The same as text, for files and print. */
  words: readonly Words[]
  /** The body without the page, for exports. */
  body: Record<string, unknown>
  sorting: Sorting
  /** The screen has all that the call needs. */
  isEnabled: boolean
  /** The list that its saved views name. */
  viewed: NamedRead
  /** All matches, if the rows come from a search of saved rows. */
  savedMatches: SavedMatches<Row> | undefined
  /** The screen's saved reports, if the server can't be reached and this page is not saved. */
  savedReports: readonly SavedReport[]
}

/** The part of a query that list components need. */
type ListQuery = {
  data: { message: string } | undefined
  error: Problem | null
  dataUpdatedAt: number
  isFetching: boolean
  isPlaceholderData: boolean
  isSuccess: boolean
  refetch: () => unknown
}
type SavedReport = { words: readonly Words[]; rows: number; savedAt: number; open: () => void }

type Options = {
  /** False until the screen has all that the call needs: nothing is fetched and there are no rows. */
  enabled?: boolean
  /** Sent beside the filters; it overrides the address. */
  fixed?: Record<string, unknown>
  /** The select of the report. */
  choice?: Choice
  /** The order when none is chosen, if not the newest first. */
  initialSort?: Sort
}

/** The page size of the server's lists is the only option. */
const sizes = [rowsPerPage]

/** A list with 100 rows a page from the server; offline it searches the saved rows. */
export function usePagedList<C extends PagedRead<Row>, Row extends ListRow = RowOf<C>>(
  call: C,
  chosen: ListPlace,
  { enabled = true, fixed = {}, choice, initialSort }: Options = {},
): PagedList<Row> & { reply: ReplyOf<C> | undefined } {
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
    place,
    query: savedMatches
      ? { ...query, data: undefined, error: null, dataUpdatedAt: savedMatches.savedAt }
      : query,
    queryKey: keyOf(call, body),
    sizes,
    shownRows,
    showRows,
    quickFilter,
    setQuickFilter,
    call,
    filters: withoutEmpty(place.filters),
    words: filterSummary(call, { filters: place.filters, sort }, choice),
    body: { ...bodyWithoutPage(call, place), ...fixed },
    sorting: {
      sortable: call.sortable ?? [],
      sort,
      initial: initialSort,
      change: (to: Sort | undefined) => place.go({ sort: to }),
    },
    isEnabled: enabled,
    viewed: call,
    savedMatches,
    savedReports: saved.reports.map(({ filters, sort: savedSort, page: first, ...report }) => ({
      ...report,
      words: filterSummary(call, { filters, sort: savedSort }, choice),
      open: () => place.go({ filters, page: first, sort: savedSort }),
    })),
  }
}
