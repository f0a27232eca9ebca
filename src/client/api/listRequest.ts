import type { BodyOf, NamedRead } from '#contract/call'
import { rowsPerPage } from '#contract/values'
import { type Choice, filterWords, type Words } from '#domain/filterWords'
import { type Sort, sortWords } from '#domain/sorting'

/** Where a list's page, search, filters and order live: the address, kept by the app's router. */
export type ListPlace = {
  page: number
  filters: Readonly<Record<string, string>>
  sort: Sort | undefined
  /** Without `page`, page 1; without `filters` or `sort`, those that are there. */
  go: (to: { page?: number; filters?: Record<string, string>; sort?: Sort | undefined }) => void
}

type What = Pick<ListPlace, 'filters'> & { sort?: Sort | undefined }

/** What is sent for one page of a list, the page's size in the call's own spelling; empty filters are not. */
export const listBody = <C extends NamedRead>(
  call: C,
  { page, ...what }: What & Pick<ListPlace, 'page'>,
  fixed: Record<string, unknown> = {},
) =>
  // The address is anybody's to edit: the server checks what comes of it.
  ({
    page,
    ['per_page' in call.input.entries ? 'per_page' : 'perPage']: rowsPerPage,
    ...bodyWithoutPage(call, what),
    ...fixed,
  }) as BodyOf<C> & Record<string, unknown>

/** The same without the page: what an export repeats. */
export const bodyWithoutPage = (call: NamedRead, { filters, sort }: What): Record<string, unknown> => ({
  ...filledIn(filters),
  ...sortFields(sortIn(call, sort)),
})

/** The order of the address, where the call offers it: the address is anybody's to edit. */
export const sortIn = (call: NamedRead, sort: Sort | undefined) =>
  sort && call.sortable?.includes(sort.field) ? sort : undefined

const sortFields = (sort: Sort | undefined) => (sort ? { sort: sort.field, order: sort.order } : {})

export const filledIn = (filters: ListPlace['filters']) =>
  Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== ''))

/** Filters and order as a person reads them, for files and paper. */
export function wordsOf(call: NamedRead, { filters, sort }: What, choice: Choice | undefined): Words[] {
  const column = call.csv?.find(({ field }) => field === sort?.field)
  const order = sort && column ? [{ label: 'Sorted by', value: sortWords(column, sort.order) }] : []
  return [...filterWords(filters, choice), ...order]
}
