import { useMemo } from 'react'
import type { Column } from '#contract/call'
import { type Sorting, sortRows } from '#domain/lists/sorting'

/** The server sorts a paged list; a whole list is sorted here, by any column. */
export function useSorted<R extends { id?: number }>(
  rows: R[] | undefined,
  columns: readonly Column<R>[],
  byServer: Sorting | undefined,
  order: Pick<Sorting, 'sort' | 'change'> = unsorted,
): { rows: R[] | undefined; sorting: Sorting } {
  const sort = order.sort && columns.some(({ field }) => field === order.sort?.field) ? order.sort : undefined
  const sorted = useMemo(() => {
    if (!rows || byServer || !sort) return rows
    const numbered = rows.map((row, at) => ({
      row,
      id: row.id ?? at,
      [sort.field]: row[sort.field as keyof R],
    }))
    return sortRows(numbered, sort).map(({ row }) => row)
  }, [rows, byServer, sort])
  return {
    rows: sorted,
    sorting: byServer ?? { sortable: columns.map(({ field }) => field), sort, change: order.change },
  }
}

const unsorted = { sort: undefined, change: () => {} }
