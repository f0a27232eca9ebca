import { useState } from 'react'
import type { BodyOf, NamedRead, ReplyOf } from '#contract/call'
import { rowsPerPage } from '#contract/values'
import { useCall } from './useCall'

type PagedRead = NamedRead & { output: { entries: { data: unknown } } }
/** A page of rows; its size in either spelling. */
type Page<Row> = { total: number; page: number; data: Row[]; per_page?: number; perPage?: number }
/** A portfolio has its page beside a total of all that it finds. */
type Reply<Row> = { data: Page<Row> | { getActive: Page<Row> } }
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
  /** The body without its page: what an export repeats. */
  filters: Record<string, string>
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
  options: { enabled?: boolean } = {},
): PagedList<RowOf<C>> & { reply: ReplyOf<C> | undefined } {
  const [quickFilter, setQuickFilter] = useState('')
  const query = useCall(call, listBody(call, place) as BodyOf<C>, { keepPrevious: true, ...options })
  const data = (query.data as Reply<RowOf<C>> | undefined)?.data
  const page = data && 'getActive' in data ? data.getActive : data
  return {
    reply: query.data,
    rows: page?.data,
    total: page?.total ?? 0,
    perPage: page?.per_page ?? page?.perPage ?? rowsPerPage,
    place,
    query: query as unknown as ReturnType<typeof useCall>,
    quickFilter,
    setQuickFilter,
    call,
    filters: filledIn(place.filters),
  }
}
