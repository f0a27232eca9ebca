import { useState } from 'react'

/** A list that came as a whole, in the shape that tables take. `query` is its query. */
export function useWholeList<Query, Row>(query: Query, rows: Row[] | undefined) {
  const [quickFilter, setQuickFilter] = useState('')
  return {
    rows,
    total: rows?.length ?? 0,
    perPage: Math.max(1, rows?.length ?? 0),
    place: { page: 1, go: () => {} },
    query,
    quickFilter,
    setQuickFilter,
  }
}
