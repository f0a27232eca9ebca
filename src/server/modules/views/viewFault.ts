import * as v from 'valibot'
import type { NamedRead } from '#contract/call'
import type { ViewContent } from '#contract/calls/views'
import { filterOf, hasColumn, isSortedBy } from '#domain/lists/listViews'
import { fromWire, toWire } from '#domain/wire'

/** What of a view its list does not have; undefined if it has all of it. */
export function viewFault(call: NamedRead, { filters, hidden, sort }: ViewContent): string | undefined {
  for (const { name, value } of filters) {
    const schema = filterOf(call, name)
    // As a screen sends what is in its address.
    if (!schema || !v.is(schema, fromWire(schema, toWire(schema, value))))
      return 'The list does not have a filter of the view.'
  }
  if (new Set(filters.map(({ name }) => name)).size < filters.length) return 'A filter is in the view twice.'
  if (!hidden.every((field) => hasColumn(call, field))) return 'The list does not have a column of the view.'
  if (sort !== null && !isSortedBy(call, sort)) return 'The list can’t be sorted as in the view.'
  return undefined
}
