import type { Sort } from '#domain/lists/sorting'

type Place = {
  page: number
  filters: Record<string, string>
  sort: Sort | undefined
  view: string | undefined
}

/** Reads a list's page, search, filters, order and chosen view from the address. */
export function listPlaceOf(params: URLSearchParams): Place {
  const { page, sort, order, view, ...filters } = Object.fromEntries(params)
  const number = Number(page)
  return {
    page: Number.isSafeInteger(number) && number > 0 ? number : 1,
    filters,
    view,
    sort: sort ? { field: sort, order: order === 'desc' ? 'desc' : 'asc' } : undefined,
  }
}
