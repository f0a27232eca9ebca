import { useState } from 'react'

/** Rows that are all here, a few at a time. A list that has become shorter shows its last page. */
export function usePages<Row>(all: readonly Row[], perPage: number) {
  const [asked, setAsked] = useState(1)
  const page = Math.min(asked, Math.max(1, Math.ceil(all.length / perPage)))
  return {
    rows: all.slice((page - 1) * perPage, page * perPage),
    total: all.length,
    perPage,
    place: { page, go: (to: { page: number }) => setAsked(to.page) },
  }
}
