import type { CellValue, Column, NamedRead } from '#contract/call'
import type { BasisPoints, Kobo } from '#contract/values'
import { formatCount } from '#domain/money/figures'
import type { Words } from '#domain/lists/filterWords'
import { formatNaira } from '#domain/money/kobo'
import { showDate, showDateTime } from '#domain/time/lagos'
import { monthText } from '#domain/time/months'
import { formatRate } from '#domain/money/rates'
import type { Sorting } from '#domain/lists/sorting'
import { activeText } from '#domain/statusText'
import type { Loadable } from '../feedback/Ready'
import type { Selection } from './useSelection'

/** Where a list was left, if the user comes back to it, and what remembers where it is left: px, and the row. */
export type Left = {
  left?: WhereLeft | undefined
  remember?: ((where: WhereLeft) => void) | undefined
}
type WhereLeft = { top?: number; left?: number; row?: string | number }

/** The part of a list that a table needs; `usePagedList` and `useWholeList` give it. */
export type TableSource<Row> = {
  rows: Row[] | undefined
  total: number
  perPage: number
  /** How many rows a page may have. */
  sizes: readonly number[]
  /** All rows are here: the table filters and sorts all of them, and shows pages of them. */
  isWhole?: true
  /** The sums of a paged list over all rows, as one row; null if there are too many to add up. */
  totals?: Partial<Row> | null | undefined
  /** Called with the rows that the table shows. */
  showRows?(this: void, rows: readonly Row[]): void
  place: { page: number; go: (to: { page: number }) => void } & Left
  query: Loadable<unknown>
  quickFilter: string
  setQuickFilter: (text: string) => void
  /** The search text and filters of a paged list. */
  filters?: Readonly<Record<string, string>>
  /** Shows all rows again: without search, filters and local filter. */
  clear?: (this: void) => void
  /** The screen's saved reports, if this one is not saved. */
  savedReports?: readonly SavedReport[]
  /** For a paged list, which the server sorts. */
  sorting?: Sorting
  /** For a whole list, which is sorted in the table. */
  order?: Pick<Sorting, 'sort' | 'change'>
  /** The list that saved views name; its place is in the address. */
  viewed: NamedRead
}

/** A saved report, with a function to open it. */
export type SavedReport = { words: readonly Words[]; rows: number; savedAt: number; open: () => void }

/** What says which rows are shown. */
export type PageShown = Pick<TableSource<unknown>, 'total' | 'perPage' | 'place' | 'quickFilter'>

/** Describes the shown rows: the page, if there are several, and the local filter. */
export function pageWords(shown: PageShown & Pick<TableSource<unknown>, 'isWhole'>): Words[] {
  const { total, perPage, place, isWhole, quickFilter } = shown
  const pages = isWhole ? 1 : Math.max(1, Math.ceil(total / perPage))
  return [
    ...(pages > 1 ? [{ label: 'Page', value: `${formatCount(place.page)} of ${formatCount(pages)}` }] : []),
    ...(quickFilter.trim() === ''
      ? []
      : [{ label: isWhole ? 'Filter' : 'Filter of the page', value: quickFilter.trim() }]),
  ]
}

/** Whether an empty list has no rows at all, as far as the server knows: no search, no filter, the first page. */
export const isUnfiltered = ({ filters = {}, place }: Pick<TableSource<unknown>, 'filters' | 'place'>) =>
  place.page === 1 && Object.values(filters).every((value) => value === '')

/** Props of both views of a list. */
export type RowsView<R extends { id?: number }> = {
  rows: readonly R[]
  page: number
  columns: readonly Column<R>[]
  selection: Selection<R> | undefined
  sorting: Sorting | undefined
}

export const missing = 'NOT AVAILABLE'

/** Kinds that are aligned right. */
export const isNumeric = (kind: Column['kind']) => ['money', 'number', 'percent'].includes(kind)

/** The text of a cell. */
export function cellText(
  {
    kind,
    sparse,
    invalid,
    ofMonth,
    isWord,
  }: Pick<Column, 'kind' | 'sparse' | 'invalid' | 'ofMonth' | 'isWord'>,
  cell: unknown,
): string {
  const value = cell as CellValue
  if (sparse && (value === null || value === undefined)) return ''
  if (kind === 'money') return typeof value === 'number' ? formatNaira(value as Kobo) : '0.00'
  if (kind === 'datetime') {
    const text = showDateTime(String(value))
    return invalid && value && text === missing ? invalid : text
  }
  if (kind === 'date') {
    const text = showDate(String(value))
    return ofMonth && text !== missing ? monthText(String(value)) : text
  }
  if (value === null || value === undefined || value === '') return missing
  if (kind === 'percent') return formatRate(value as BasisPoints)
  if (kind === 'yesNo') return value === true ? 'Yes' : 'No'
  if (typeof value === 'boolean') return activeText(value)
  const text = String(value)
  return isWord ? text.charAt(0).toUpperCase() + text.slice(1) : text
}

/** A status in a row; of a movement also whether it was reversed, or reverses another one. */
export function statusIn(row: object, text: string): string {
  const { reversed_by, reverses } = row as Record<string, unknown>
  if (reversed_by) return `reversed, ${text}`
  return reverses ? `reversal, ${text}` : text
}
