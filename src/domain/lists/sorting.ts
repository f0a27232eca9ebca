import type { CellValue, ColumnKind } from '#contract/call'

export type Order = 'asc' | 'desc'
/** The order of a list's rows by one of its columns. Without one, rows are newest first. */
export type Sort = { field: string; order: Order }

/** The sortable columns of a list, and the current sort. */
export type Sorting = {
  sortable: readonly string[]
  sort: Sort | undefined
  /** The order of the list when none is chosen, if not the newest first. */
  initial?: Sort | undefined
  change: (sort: Sort | undefined) => void
}

const orderWords: Partial<Record<ColumnKind, Record<Order, string>>> = {
  datetime: { asc: 'oldest first', desc: 'newest first' },
  date: { asc: 'oldest first', desc: 'newest first' },
  money: { asc: 'smallest first', desc: 'largest first' },
  number: { asc: 'smallest first', desc: 'largest first' },
  percent: { asc: 'smallest first', desc: 'largest first' },
}
const alphabetical: Record<Order, string> = { asc: 'A to Z', desc: 'Z to A' }

/** 'Amount, largest first', for controls, paper and files. */
export const sortWords = ({ header, kind }: { header: string; kind: ColumnKind }, order: Order): string =>
  `${header}, ${(orderWords[kind] ?? alphabetical)[order]}`

/** The orders of a column, as presses on its heading choose them: amounts and dates begin with the largest and newest. */
export const ordersOf = (kind: ColumnKind): readonly [Order, Order] =>
  orderWords[kind] ? ['desc', 'asc'] : ['asc', 'desc']

/**
 * The orders that presses on the heading of a column go through; the last one is none, which would change nothing in a list
 * that begins with the second one.
 */
export function pressedOrders(
  { field, kind }: { field: string; kind: ColumnKind },
  initial: Sort | undefined,
): (Order | null)[] {
  const orders = ordersOf(kind)
  return initial?.field === field && initial.order === orders[1] ? [...orders] : [...orders, null]
}

/** Sorts rows as the server does: text case-insensitively, empty cells last in ascending order, the id as tie-breaker. */
export function sortRows<R extends { id: number }>(rows: readonly R[], { field, order }: Sort): R[] {
  const direction = order === 'asc' ? 1 : -1
  return rows.toSorted(
    (a, b) => direction * (compareCells(cellOf(a, field), cellOf(b, field)) || a.id - b.id),
  )
}

const cellOf = (row: object, field: string) => (row as Record<string, CellValue>)[field]

function compareCells(a: CellValue, b: CellValue): number {
  const isEmpty = (cell: CellValue) => cell === null || cell === undefined
  if (isEmpty(a) || isEmpty(b)) return Number(isEmpty(a)) - Number(isEmpty(b))
  if (typeof a === 'string' && typeof b === 'string') return compareText(a.toLowerCase(), b.toLowerCase())
  return Number(a) - Number(b)
}

const compareText = (a: string, b: string) => (a < b ? -1 : Number(a > b))
