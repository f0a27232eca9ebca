import { useState } from 'react'
import type { ListPlace } from './listRequest'

/**
 * A list that came as a whole, in the shape that tables take. `query` is its query. Its filter and its order are in the
 * address, as those of a paged list.
 */
export function useWholeList<Query, Row>(
  query: Query,
  rows: Row[] | undefined,
  { filters, sort, go }: ListPlace,
) {
  // Typing does not wait for the address.
  const [quickFilter, setText] = useState(filters.search ?? '')
  return {
    rows,
    total: rows?.length ?? 0,
    perPage: Math.max(1, rows?.length ?? 0),
    place: { page: 1, go: () => {} },
    query,
    quickFilter,
    setQuickFilter: (search: string) => {
      setText(search)
      go({ filters: { ...filters, search }, replace: true })
    },
    order: { sort, change: (next: typeof sort) => go({ sort: next }) },
  }
}
