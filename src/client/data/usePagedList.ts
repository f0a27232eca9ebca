import { useState } from 'react'
import type { BodyOf, NamedRead, ReplyOf } from '#contract/call'
import { rowsPerPage } from '#contract/values'
import { type Choice, filterWords, type Words } from '#domain/filterWords'
import { useCall } from './useCall'

type PagedRead = NamedRead & { output: { entries: { data: unknown } } }
/** A page of rows; its size in either spelling. */
type Page<Row> = { total: number; page: number; data: Row[]; per_page?: number; perPage?: number }
/** The transaction reports have their rows under another name (spec 2, "Page response shape for histories"). */
type HistoryPage<Row> = Omit<Page<Row>, 'data'> & { history: Row[] }
/** A portfolio has its page beside a total of all that it finds. */
type Reply<Row> = { data: Page<Row> | HistoryPage<Row> | { getActive: Page<Row> } }
export type RowOf<C extends NamedRead> = ReplyOf<C> extends Reply<infer Row> ? Row : never

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
}

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
  const reply = enabled ? query.data : undefined
  const data = (reply as Reply<RowOf<C>> | undefined)?.data
  const page = data && 'getActive' in data ? data.getActive : data
  return {
    reply,
    rows: enabled ? page && ('history' in page ? page.history : page.data) : [],
    total: page?.total ?? 0,
    perPage: page?.per_page ?? page?.perPage ?? rowsPerPage,
    place,
    query: query as unknown as ReturnType<typeof useCall>,
    quickFilter,
    setQuickFilter,
    call,
    filters: filledIn(place.filters),
    words: filterWords(place.filters, choice),
    body: { ...filledIn(place.filters), ...fixed },
    isAsked: enabled,
  }
}
