import { useDeferredValue, useEffect, useMemo } from 'react'
import type { Column } from '#contract/call'
import { filterRows, orderRows, rowsOfPage, totalsOf } from '#domain/lists/tablePage'
import type { Sorting } from '#domain/lists/sorting'
import { textIn } from './grid/columnLayout'
import { useRowsPerPage } from './tableSettings'
import type { TableSource } from './tableSource'

/**
 * What a table shows of a list. A list that came whole is filtered, sorted and cut into pages here, in this order, so that filter and
 * order look at all its rows; the server does it for a paged list, of which only the page is filtered here.
 */
export function useTableRows<R extends { id?: number }>(
  list: TableSource<R>,
  columns: readonly Column<R>[],
  shown: readonly Column<R>[],
  name: string,
) {
  const { rows: all, quickFilter, sizes, place } = list
  const [size, setSize] = useRowsPerPage(name, sizes)
  const filtered = useMemo(
    () => all && filterRows(all, quickFilter, (row) => shown.map((column) => textIn(row, column as Column))),
    [all, quickFilter, shown],
  )
  const { order = unsorted } = list
  const sort = order.sort && columns.some(({ field }) => field === order.sort?.field) ? order.sort : undefined
  const now = useMemo(
    () => ({ all, rows: filtered && (list.sorting ? filtered : orderRows(filtered, sort)) }),
    [all, filtered, list.sorting, sort],
  )
  // What is filtered or sorted here is rendered after the press or the letter is shown; other rows at once.
  const before = useDeferredValue(now)
  const matching = (before.all === all ? before : now).rows
  const { showRows } = list
  useEffect(() => showRows?.(matching ?? []), [showRows, matching])
  const cut = list.isWhole && matching ? rowsOfPage(matching, place.page, size) : undefined
  const sorting: Sorting = list.sorting ?? {
    sortable: columns.map(({ field }) => field),
    sort,
    change: order.change,
  }
  return {
    /** Of the page. */
    rows: cut?.rows ?? matching,
    /** On all pages that are here: what is printed. */
    matching,
    /** Over all rows: those of the filter, which the server adds up for a paged list. */
    totals: list.isWhole && !list.totals && matching ? totalsOf(matching, columns) : list.totals,
    sorting,
    paging: {
      page: cut?.page ?? place.page,
      total: list.isWhole ? (matching?.length ?? 0) : list.total,
      perPage: list.isWhole ? size : list.perPage,
      sizes,
      setSize,
      go: place.go,
    },
  }
}

const unsorted: Pick<Sorting, 'sort' | 'change'> = { sort: undefined, change: () => {} }
