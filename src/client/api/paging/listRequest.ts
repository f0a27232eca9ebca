import type { BodyOf, NamedRead } from '#contract/call'
import { rowsPerPage } from '#contract/values'
import { type Choice, filterWords, type Words } from '#domain/lists/filterWords'
import { type Sort, sortWords } from '#domain/lists/sorting'

export type ListTarget = {
  page?: number
  filters?: Record<string, string>
  sort?: Sort | undefined
  view?: string | undefined
  /** Instead of a step that Back takes back. */
  replace?: boolean
}

/** How far a list was scrolled, in px, and the row that had the focus or was opened. */
export type WhereLeft = { top?: number; left?: number; row?: string | number }

/** A list's page, search, filters and order, which are in the address. */
export type ListPlace = {
  /** Where the list was left, if the user comes back to it. */
  left?: WhereLeft | undefined
  remember?: (where: WhereLeft) => void
  page: number
  filters: Readonly<Record<string, string>>
  sort: Sort | undefined
  /** The chosen view: its id, or 'all' for all rows of a list that has a default view. */
  view: string | undefined
  /** Without `page` it goes to page 1; without `filters`, `sort` or `view` it keeps the current ones. */
  go: (to: ListTarget) => void
}

type Query = Pick<ListPlace, 'filters'> & { sort?: Sort | undefined }

/** The body for one page of a list. Calls spell the page size differently; empty filters are left out. */
export const listBody = <C extends NamedRead>(
  call: C,
  { page, ...query }: Query & Pick<ListPlace, 'page'>,
  fixed: Record<string, unknown> = {},
) =>
  // The address can be edited by hand; the server validates the body.
  ({
    page,
    ['per_page' in call.input.entries ? 'per_page' : 'perPage']: rowsPerPage,
    ...bodyWithoutPage(call, query),
    ...fixed,
  }) as BodyOf<C> & Record<string, unknown>

/** The body without the page, for exports. */
export const bodyWithoutPage = (call: NamedRead, { filters, sort }: Query): Record<string, unknown> => ({
  ...withoutEmpty(filters),
  ...sortFields(allowedSort(call, sort)),
})

/** The order of the address, if the call allows it. */
export const allowedSort = (call: NamedRead, sort: Sort | undefined) =>
  sort && call.sortable?.includes(sort.field) ? sort : undefined

const sortFields = (sort: Sort | undefined) => (sort ? { sort: sort.field, order: sort.order } : {})

export const withoutEmpty = (filters: ListPlace['filters']) =>
  Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== ''))

/** Filters and order as text, for files and print. */
export function filterSummary(
  call: NamedRead,
  { filters, sort }: Query,
  choices: readonly Choice[],
): Words[] {
  const column = call.csv?.find(({ field }) => field === sort?.field)
  const order = sort && column ? [{ label: 'Sorted by', value: sortWords(column, sort.order) }] : []
  return [...filterWords(filters, choices), ...order]
}
