import { isBlank, matcherOf } from '../text/matching'
import { type Sort, sortRows } from './sorting'

/** The texts of a row in the columns that are shown. */
type TextsOf<R> = (row: R) => readonly string[]

/** The rows with the filter in a column that is shown, folded (rules.md, "Filters"). */
export function filterRows<R>(rows: readonly R[], filter: string, textsOf: TextsOf<R>): readonly R[] {
  if (isBlank(filter)) return rows
  const matches = matcherOf(filter)
  return rows.filter((row) => textsOf(row).some(matches))
}

/** The rows by a column; rows without an id keep their order where the column is equal. */
export function orderRows<R extends { id?: number }>(
  rows: readonly R[],
  sort: Sort | undefined,
): readonly R[] {
  if (!sort) return rows
  const numbered = rows.map((row, at) => ({
    row,
    id: row.id ?? at,
    [sort.field]: row[sort.field as keyof R],
  }))
  return sortRows(numbered, sort).map(({ row }) => row)
}

/** A page of rows; the last one if there is no such page. */
export function rowsOfPage<R>(rows: readonly R[], page: number, size: number) {
  const pages = Math.max(1, Math.ceil(rows.length / size))
  const shown = Math.min(Math.max(page, 1), pages)
  return { rows: rows.slice((shown - 1) * size, shown * size), page: shown, pages }
}

/** The sums of the summed columns over some rows, as one row; undefined where no column is summed. */
export function totalsOf<R extends object>(
  rows: readonly R[],
  columns: readonly { field: string; isSummed?: true }[],
): Readonly<Record<string, number>> | undefined {
  const summed = columns.filter(({ isSummed }) => isSummed)
  if (summed.length === 0) return undefined
  const amountIn = (row: R, field: string) => ((row as Record<string, unknown>)[field] as number | null) ?? 0
  return Object.fromEntries(
    summed.map(({ field }) => [field, rows.reduce((sum, row) => sum + amountIn(row, field), 0)]),
  )
}
