import type { CellValue, SearchFields } from '#contract/call'
import type { Order, Sort } from './sorting'

/** What a list can be filtered by on either side of the network. */
export type Filter = { search?: string; start_date?: string; end_date?: string }

const isFilter = (name: string): name is keyof Filter => ['search', 'start_date', 'end_date'].includes(name)

type Parts = { filter: Filter; sort: Sort | undefined; about: Record<string, unknown> }

/**
 * Separates the filter and the order of a list's rows from what the list is about, such as a customer or a kind of
 * wallet.
 */
export function splitFilter({ sort, order, ...body }: Record<string, unknown>): Parts {
  const filter: Filter = {}
  const about: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(body))
    if (!isFilter(name)) about[name] = value
    else if (typeof value === 'string' && value.trim() !== '') filter[name] = value.trim()
  return {
    filter,
    sort: typeof sort === 'string' ? { field: sort, order: orderOf(order) } : undefined,
    about,
  }
}

const orderOf = (order: unknown): Order => (order === 'desc' ? 'desc' : 'asc')

/** Whether a row is what the server would find: the text in its searched fields, the days with both ends. */
export function matchesFilter(
  row: object,
  { by, on }: SearchFields,
  { search = '', start_date, end_date }: Filter,
): boolean {
  const wanted = search.toLowerCase()
  if (!by.some((fields) => textOf(row, fields).toLowerCase().includes(wanted))) return false
  const day = on ? textOf(row, on).slice(0, 10) : ''
  return (!start_date || day >= start_date) && (!end_date || day <= end_date)
}

/** Several fields are one text with spaces between; a dot leads into an object. */
const textOf = (row: object, fields: string): string =>
  fields
    .split(' ')
    .map((field) => String((field.split('.').reduce<unknown>(cellIn, row) as CellValue) ?? ''))
    .join(' ')

const cellIn = (cells: unknown, field: string) => (cells as Record<string, unknown> | null)?.[field]
