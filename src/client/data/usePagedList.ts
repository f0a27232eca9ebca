import { useState, useSyncExternalStore } from 'react'
import type { BodyOf, NamedRead, ReplyOf } from '#contract/call'
import { rowsPerPage } from '#contract/values'
import { type Choice, filterWords, type Words } from '#domain/filterWords'
import { connection, onConnectionChange } from './connection'
import { type ListReply, pageIn } from './listPage'
import { entriesOf } from './savedLists'
import { type Found, savedUnder } from './savedRows'
import { useCall } from './useCall'
import { useSavedRows } from './useSavedRows'

type PagedRead = NamedRead & { output: { entries: { data: unknown } } }
export type RowOf<C extends NamedRead> = ReplyOf<C> extends ListReply<infer Row> ? Row : never

/** Where a list's page, search and filters live: the address, kept by the app's router. */
export type ListPlace = {
  page: number
  filters: Readonly<Record<string, string>>
  go: (to: { page?: number; filters?: Record<string, string> }) => void
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
export const listBody = (
  call: NamedRead,
  { page, filters }: Pick<ListPlace, 'page' | 'filters'>,
): object => ({
  page,
  ['per_page' in call.input.entries ? 'per_page' : 'perPage']: rowsPerPage,
  ...filledIn(filters),
})

const filledIn = (filters: ListPlace['filters']) =>
  Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== ''))

/** A server-paged list: 100 rows a page, the old rows staying while new ones load. */
export function usePagedList<C extends PagedRead>(
  call: C,
  place: ListPlace,
  { enabled = true, fixed = {}, choice }: Options = {},
): PagedList<RowOf<C>> & { reply: ReplyOf<C> | undefined } {
  const [quickFilter, setQuickFilter] = useState('')
  const body = { ...listBody(call, place), ...fixed }
  const query = useCall(call, body as BodyOf<C>, { keepPrevious: true, enabled })
  const { online } = useSyncExternalStore(onConnectionChange, connection)
  const isMissing = query.data === undefined || query.isPlaceholderData
  const isWanted = isMissing && (!online || query.error?.code === 'offline')
  const saved = useSavedRows({ call, body, fixed, isWanted })
  const found = (enabled ? saved.found : undefined) as Found<RowOf<C>> | undefined
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
    words: filterWords(place.filters, choice),
    body: { ...filledIn(place.filters), ...fixed },
    isAsked: enabled,
    searched: found && { rows: found.searched, total: found.total },
    savedReports: saved.reports.map(({ filters, page: first, ...report }) => ({
      ...report,
      words: filterWords(filters, choice),
      open: () => place.go({ filters, page: first }),
    })),
    allSaved: async () => {
      const all = found ?? (savedUnder(await entriesOf(call.name), body) as Found<RowOf<C>> | undefined)
      return all
        ? { rows: all.rows, total, savedAt: all.savedAt }
        : { rows: page?.rows ?? [], total, savedAt: query.dataUpdatedAt }
    },
  }
}
