import { useState } from 'react'

/** Paginates rows in the browser. If the list becomes shorter, its last page is shown. */
export function usePages<Row>(all: readonly Row[], perPage: number) {
  const [requested, setRequested] = useState(1)
  const page = Math.min(requested, Math.max(1, Math.ceil(all.length / perPage)))
  return {
    rows: all.slice((page - 1) * perPage, page * perPage),
    total: all.length,
    perPage,
    place: { page, go: (to: { page: number }) => setRequested(to.page) },
  }
}
