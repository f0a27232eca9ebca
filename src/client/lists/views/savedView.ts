import type { NamedRead } from '#contract/call'
import type { View, ViewContent } from '#contract/calls/views'
import { knownContent } from '#domain/lists/listViews'
import type { ListPlace, ListTarget } from '#api/paging/listRequest'
import type { TableDisplay } from '#ui/table/tools/viewsOf'

/** What a view of the list would keep now. */
export const contentNow = (
  list: NamedRead,
  { filters, sort }: ListPlace,
  display: TableDisplay,
): ViewContent =>
  knownContent(list, {
    filters: Object.entries(filters)
      .filter(([, value]) => value !== '')
      .map(([name, value]) => ({ name, value })),
    hidden: display.hidden,
    sort: sort?.field ?? null,
    order: sort?.order ?? 'asc',
    density: display.density,
  })

/** Where the list shows a view. */
export const placeOf = ({ id, filters, sort, order }: View): ListTarget => ({
  filters: Object.fromEntries(filters.map(({ name, value }) => [name, value])),
  sort: sort === null ? undefined : { field: sort, order },
  view: String(id),
})

const textOf = ({ filters, hidden, sort, order, density }: ViewContent) =>
  JSON.stringify([
    filters.map(({ name, value }) => `${name} ${value}`).toSorted(),
    hidden.toSorted(),
    sort && [sort, order],
    density,
  ])

/** Whether the list shows something else than the view that was chosen. */
export const isChanged = (view: ViewContent, now: ViewContent) => textOf(view) !== textOf(now)

/** The address names no rows in particular. */
export const isBare = ({ page, filters, sort, view }: ListPlace) =>
  page === 1 && sort === undefined && view === undefined && Object.values(filters).every((one) => one === '')
