import { useState } from 'react'
import type { NamedRead, ReplyOf } from '#contract/call'
import type { Problem } from '#contract/problems'
import { rowsPerPage } from '#contract/values'
import type { Choice, Words } from '#domain/filterWords'
import type { Sort, Sorting } from '#domain/sorting'
import type { ListReply } from '#transport/listPage'
import type { SavedMatches, ListRow } from '#offline/savedRows'
import { bodyWithoutPage, filledIn, type ListPlace, listBody, sortIn, wordsOf } from './listRequest'
import { type PagedRead, useListPage } from './useListPage'
import { useSavedSearch } from './useSavedSearch'

export type RowOf<C extends NamedRead> = ReplyOf<C> extends ListReply<infer Row extends ListRow> ? Row : never

export type PagedList<Row> = {
  rows: Row[] | undefined
  total: number
  perPage: number
  place: ListPlace
  query: ListQuery
  /** What is typed into 'Filter this page'. */
  quickFilter: string
  setQuickFilter: (text: string) => void
  call: PagedRead<unknown>
  /** What was searched and filtered by the user. */
  filters: Record<string, string>
  /** The same as a person reads it, for files and paper. */
  words: readonly Words[]
  /** The body without its page: what an export repeats. */
  body: Record<string, unknown>
  sorting: Sorting
  /** The screen has what the call needs. */
  isAsked: boolean
  /** Where the rows come from a search through what is saved: all that it found. */
  found: SavedMatches<Row> | undefined
  /** What is saved for this screen where the server can't be reached and this was not saved. */
  savedReports: readonly SavedReport[]
}

/** What a list's parts look at in its query. */
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
  /** Until the screen has what the call needs, nothing is asked and there are no rows. */
  enabled?: boolean
  /** What is sent beside the filters; nothing in the address goes before it. */
  fixed?: Record<string, unknown>
  /** The report's own select. */
  choice?: Choice
}

/** A server-paged list: 100 rows a page; without the server, what a search through the saved rows finds. */
export function usePagedList<C extends PagedRead<Row>, Row extends ListRow = RowOf<C>>(
  call: C,
  place: ListPlace,
  { enabled = true, fixed = {}, choice }: Options = {},
): PagedList<Row> & { reply: ReplyOf<C> | undefined } {
  const [quickFilter, setQuickFilter] = useState('')
  const sort = sortIn(call, place.sort)
  const body = listBody<C>(call, place, fixed)
  const { query, reply, page } = useListPage<C, Row>(call, body, enabled)
  const saved = useSavedSearch<Row>({ call, body, fixed }, query)
  const found = enabled ? saved.found : undefined
  const shown = found?.rows.slice((place.page - 1) * rowsPerPage, place.page * rowsPerPage)
  return {
    reply: found ? undefined : reply,
    rows: enabled ? (shown ?? page?.rows) : [],
    total: found?.rows.length ?? page?.total ?? 0,
    perPage: (found ? undefined : page?.perPage) ?? rowsPerPage,
    place,
    query: found ? { ...query, data: undefined, error: null, dataUpdatedAt: found.savedAt } : query,
    quickFilter,
    setQuickFilter,
    call,
    filters: filledIn(place.filters),
    words: wordsOf(call, { filters: place.filters, sort }, choice),
    body: { ...bodyWithoutPage(call, place), ...fixed },
    sorting: {
      sortable: call.sortable ?? [],
      sort,
      change: (to: Sort | undefined) => place.go({ sort: to }),
    },
    isAsked: enabled,
    found,
    savedReports: saved.reports.map(({ filters, sort: savedSort, page: first, ...report }) => ({
      ...report,
      words: wordsOf(call, { filters, sort: savedSort }, choice),
      open: () => place.go({ filters, page: first, sort: savedSort }),
    })),
  }
}
