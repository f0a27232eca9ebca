import type { CellValue, Column } from '#contract/call'
import type { BasisPoints, Kobo } from '#contract/values'
import { formatCount } from '#domain/money/figures'
import type { Words } from '#domain/filterWords'
import { formatNaira } from '#domain/money/kobo'
import { showDate, showDateTime } from '#domain/time/lagos'
import { formatRate } from '#domain/money/rates'
import type { Sorting } from '#domain/sorting'
import { activeText } from '#domain/statusText'
import type { ReactNode } from 'react'
import type { Loadable } from '../feedback/Ready'
import type { Selection } from './useSelection'

/** The part of a list that a table looks at; `usePagedList` gives it, and so does a list that came whole. */
export type TableSource<Row> = {
  rows: Row[] | undefined
  total: number
  perPage: number
  place: { page: number; go: (to: { page: number }) => void }
  query: Loadable<unknown>
  quickFilter: string
  setQuickFilter: (text: string) => void
  /** What is saved for the screen where this is not. */
  savedReports?: readonly SavedReport[]
  /** Of a list that comes in pages: the server sorts all of it. One that came whole is sorted here. */
  sorting?: Sorting
}

/** A list that is saved under some filter, and the way there. */
export type SavedReport = { words: readonly Words[]; rows: number; savedAt: number; open: () => void }

/** Which of a list's rows are the ones in sight: its page, where there are more, and what they were filtered by here. */
export function pageWords<Row>({ total, perPage, place, quickFilter }: TableSource<Row>): Words[] {
  const pages = Math.max(1, Math.ceil(total / perPage))
  return [
    ...(pages > 1 ? [{ label: 'Page', value: `${formatCount(place.page)} of ${formatCount(pages)}` }] : []),
    ...(quickFilter.trim() === '' ? [] : [{ label: 'Filter of the page', value: quickFilter.trim() }]),
  ]
}

/** Of a row: with short names, with names of more than one word, or links alone, which leave the room to the columns. */
export type ActionsKind = 'short' | 'long' | 'links'

/** What both views of a list are given. */
export type RowsView<R extends { id?: number }> = {
  rows: R[]
  columns: readonly Column<R>[]
  rowActions: ((row: R) => ReactNode) | undefined
  actions: ActionsKind
  selection: Selection<R> | undefined
  sorting: Sorting | undefined
}

const missing = 'NOT AVAILABLE'

/** Kinds that stand on the right, digit under digit. */
export const isNumeric = (kind: Column['kind']) => ['money', 'number', 'percent'].includes(kind)

/** A cell as text: what is shown, sorted by eye and looked through by 'Filter this page'. */
export function cellText({ kind }: Pick<Column, 'kind'>, cell: unknown): string {
  const value = cell as CellValue
  if (kind === 'money') return typeof value === 'number' ? formatNaira(value as Kobo) : '0.00'
  if (kind === 'datetime') return showDateTime(String(value))
  if (kind === 'date') return showDate(String(value))
  if (value === null || value === undefined || value === '') return missing
  if (kind === 'percent') return formatRate(value as BasisPoints)
  if (kind === 'yesNo') return value === true ? 'Yes' : 'No'
  if (typeof value === 'boolean') return activeText(value)
  return String(value)
}

/** The local filter: any string field of a row, in any case (rules.md, "Filters"). */
export function quickFiltered<R extends object>(rows: R[], text: string): R[] {
  const wanted = text.trim().toLowerCase()
  if (wanted === '') return rows
  return rows.filter((row) =>
    Object.values(row).some((value) => typeof value === 'string' && value.toLowerCase().includes(wanted)),
  )
}
