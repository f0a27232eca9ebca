import { useState } from 'react'
import type { BodyOf, NamedRead, ReplyOf } from '#contract/call'
import { type Paged, rowsPerPage } from '#contract/values'
import { useCall } from './useCall'

type PagedRead = NamedRead & { output: { entries: { data: unknown } } }
/** A page of rows: the reply's data, or beside a total of what is active, `getActive` in it. */
type PageOf<Data> = Data extends { getActive: infer Page } ? Page : Data
export type RowOf<C extends PagedRead> = PageOf<ReplyOf<C>['data']> extends Paged<infer Row> ? Row : never

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
  type Page = Paged<RowOf<C>>
  const data = query.data?.data as Page | { getActive: Page } | undefined
  const page = data && 'getActive' in data ? data.getActive : data
  return {
    rows: page?.data,
    total: page?.total ?? 0,
    perPage: page?.per_page ?? rowsPerPage,
    place,
    query: query as unknown as ReturnType<typeof useCall>,
    quickFilter,
    setQuickFilter,
    call,
    filters: filledIn(place.filters),
    reply: query.data,
  }
}
