import { useState, useSyncExternalStore } from 'react'
import type { BodyOf, Column, NamedRead, ReplyOf } from '#contract/call'
import { rowsPerPage } from '#contract/values'
import { type Choice, filterWords, type Words } from '#domain/filterWords'
import { type Sort, type Sorting, sortWords } from '#domain/sorting'
import { connection, onConnectionChange } from '#transport/connection'
import { type ListReply, pageIn } from '#transport/listPage'
import { entriesOf } from '#offline/savedLists'
import { type SavedMatches, rowsUnderFilter } from '#offline/savedRows'
import { useCall } from './useCall'
import { useSavedRows } from '#offline/useSavedRows'

type PagedRead = NamedRead & { output: { entries: { data: unknown } } }
export type RowOf<C extends NamedRead> = ReplyOf<C> extends ListReply<infer Row> ? Row : never

/** Where a list's page, search, filters and order live: the address, kept by the app's router. */
export type ListPlace = {
  page: number
  filters: Readonly<Record<string, string>>
  sort: Sort | undefined
  /** Without `page`, page 1; without `filters` or `sort`, those that are there. */
  go: (to: { page?: number; filters?: Record<string, string>; sort?: Sort | undefined }) => void
}

export type PagedList<Row> = {
  rows: Row[] | undefined
  total: number
  perPage: number
  place: ListPlace
  query: ReturnType<typeof useCall>
  /** What is typed into 'Filter this page'. */
  quickFilter: string
  setQuickFilter: (text: string) => void
  call: NamedRead
  /** What was searched and filtered by the user. */
  filters: Record<string, string>
  /** The same as a person reads it, for files and paper. */
  words: readonly Words[]
  /** The body without its page: what an export repeats. */
  body: Record<string, unknown>
  sorting: Sorting
  /** The screen has what the call needs. */
  isAsked: boolean
  /** The rows come from a search through what is saved: through how many, of how many where that is known. */
  searched: { rows: number; total: number | undefined } | undefined
  /** What is saved for this screen where the server can't be reached and this was not saved. */
  savedReports: readonly SavedReport[]
  /** Every saved row of what is shown. */
  allSaved: () => Promise<SavedRows<Row>>
}

/** `savedAt` is when the oldest of them was saved. */
export type SavedRows<Row> = { rows: readonly Row[]; total: number; savedAt: number }
type SavedReport = { words: readonly Words[]; rows: number; savedAt: number; open: () => void }

type Options = {
  /** Until the screen has what the call needs, nothing is asked and there are no rows. */
  enabled?: boolean
  /** What is sent beside the filters; nothing in the address goes before it. */
  fixed?: Record<string, unknown>
  /** The report's own select. */
  choice?: Choice
}

/** What is sent for one page of a list, the page's size in the call's own spelling; empty filters are not. */
export const listBody = (call: NamedRead, { page, ...what }: What & Pick<ListPlace, 'page'>): object => ({
  page,
  ['per_page' in call.input.entries ? 'per_page' : 'perPage']: rowsPerPage,
  ...bodyWithoutPage(call, what),
})

type What = Pick<ListPlace, 'filters'> & { sort?: Sort | undefined }

const bodyWithoutPage = (call: NamedRead, { filters, sort }: What) => ({
  ...filledIn(filters),
  ...sortFields(sortIn(call, sort)),
})

/** The order of the address, where the call offers it: the address is anybody's to edit. */
const sortIn = (call: NamedRead, sort: Sort | undefined) =>
  sort && call.sortable?.includes(sort.field) ? sort : undefined

const sortFields = (sort: Sort | undefined) => (sort ? { sort: sort.field, order: sort.order } : {})

const filledIn = (filters: ListPlace['filters']) =>
  Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== ''))

function wordsOfSort(call: NamedRead, sort: Sort | undefined): Words[] {
  const column = (call.csv as readonly Column[] | undefined)?.find(({ field }) => field === sort?.field)
  return sort && column ? [{ label: 'Sorted by', value: sortWords(column, sort.order) }] : []
}

/** A server-paged list: 100 rows a page, the old rows staying while new ones load. */
export function usePagedList<C extends PagedRead>(
  call: C,
  place: ListPlace,
  { enabled = true, fixed = {}, choice }: Options = {},
): PagedList<RowOf<C>> & { reply: ReplyOf<C> | undefined } {
  const [quickFilter, setQuickFilter] = useState('')
  const sort = sortIn(call, place.sort)
  const body = { ...listBody(call, place), ...fixed }
  const query = useCall(call, body as BodyOf<C>, { keepPrevious: true, enabled })
  const { online } = useSyncExternalStore(onConnectionChange, connection)
  const isMissing = query.data === undefined || query.isPlaceholderData
  const isWanted = isMissing && (!online || query.error?.code === 'offline')
  const saved = useSavedRows({ call, body, fixed, isWanted })
  const found = (enabled ? saved.found : undefined) as SavedMatches<RowOf<C>> | undefined
  const reply = enabled && !found ? query.data : undefined
  const page = pageIn(reply as ListReply<RowOf<C>> | undefined)
  const shown = found?.rows.slice((place.page - 1) * rowsPerPage, place.page * rowsPerPage)
  const total = found?.rows.length ?? page?.total ?? 0
  return {
    reply,
    rows: enabled ? (shown ?? page?.rows) : [],
    total,
    perPage: page?.perPage ?? rowsPerPage,
    place,
    query: (found
      ? { ...query, data: undefined, error: null, dataUpdatedAt: found.savedAt }
      : query) as unknown as ReturnType<typeof useCall>,
    quickFilter,
    setQuickFilter,
    call,
    filters: filledIn(place.filters),
    words: [...filterWords(place.filters, choice), ...wordsOfSort(call, sort)],
    body: { ...bodyWithoutPage(call, place), ...fixed },
    sorting: {
      sortable: call.sortable ?? [],
      sort,
      change: (to) => place.go({ sort: to }),
    },
    isAsked: enabled,
    searched: found && { rows: found.searched, total: found.total },
    savedReports: saved.reports.map(({ filters, sort: savedSort, page: first, ...report }) => ({
      ...report,
      words: [...filterWords(filters, choice), ...wordsOfSort(call, savedSort)],
      open: () => place.go({ filters, page: first, sort: savedSort }),
    })),
    allSaved: async () => {
      const all =
        found ?? (rowsUnderFilter(await entriesOf(call.name), body) as SavedMatches<RowOf<C>> | undefined)
      return all
        ? { rows: all.rows, total, savedAt: all.savedAt }
        : { rows: page?.rows ?? [], total, savedAt: query.dataUpdatedAt }
    },
  }
}
