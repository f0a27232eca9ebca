import type { CellValue, SearchFields } from '#contract/call'
import { isBlank, matcherOf } from '../text/matching'
import type { Order, Sort } from './sorting'

/** The filters that work both online and offline. */
export type Filter = { search?: string; start_date?: string; end_date?: string }

const isFilter = (name: string): name is keyof Filter => ['search', 'start_date', 'end_date'].includes(name)

type Parts = { filter: Filter; sort: Sort | undefined; about: Record<string, unknown> }

/** Splits a list's body into filter, sort order, and the rest, such as a customer or a kind of wallet. */
export function splitFilter({ sort, order, ...body }: Record<string, unknown>): Parts {
  const filter: Filter = {}
  const about: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(body))
    if (!isFilter(name)) about[name] = value
    else if (typeof value === 'string' && !isBlank(value)) filter[name] = value.trim() || value
  return {
    filter,
    sort: typeof sort === 'string' ? { field: sort, order: orderOf(order) } : undefined,
    about,
  }
}

const orderOf = (order: unknown): Order => (order === 'desc' ? 'desc' : 'asc')

/** Whether a row matches, as on the server: the text in its searchable fields, the days inclusive. */
export function matchesFilter(
  row: object,
  { by, on }: SearchFields,
  { search = '', start_date, end_date }: Filter,
): boolean {
  const matches = matcherOf(search)
  if (!by.some((fields) => matches(textOf(row, fields)))) return false
  const day = on ? textOf(row, on).slice(0, 10) : ''
  return (!start_date || day >= start_date) && (!end_date || day <= end_date)
}

/** Joins several fields with spaces; a dot reads a nested field. */
const textOf = (row: object, fields: string): string =>
  fields
    .split(' ')
    .map((field) => String((field.split('.').reduce<unknown>(cellIn, row) as CellValue) ?? ''))
    .join(' ')

const cellIn = (cells: unknown, field: string) => (cells as Record<string, unknown> | null)?.[field]
