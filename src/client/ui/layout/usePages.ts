import { useState } from 'react'
import { rowsOfPage } from '#domain/lists/tablePage'

/** Paginates rows in the browser. If the list becomes shorter, its last page is shown. */
export function usePages<Row>(all: readonly Row[], perPage: number) {
  const [requested, setRequested] = useState(1)
  const { rows, page } = rowsOfPage(all, requested, perPage)
  return {
    rows,
    paging: { page, total: all.length, perPage, go: (to: { page: number }) => setRequested(to.page) },
  }
}
