import { hashKey } from '@tanstack/react-query'
import type { NamedRead } from '#contract/call'
import { type Filter, matchesFilter, splitFilter } from '#domain/lists/searchFilter'
import { type Sort, sortRows } from '#domain/lists/sorting'
import { type ListReply, pageIn, unpaged } from '#transport/listPage'
import type { SavedReply } from './savedLists'

/** What the rows of all lists have. */
export type ListRow = { id: number; created_at?: string }
type Page<R = ListRow> = SavedReply & { rows: readonly R[]; total: number }

/** Saved rows of a list that match a search. */
export type SavedMatches<R = ListRow> = {
  rows: readonly R[]
  /** How many rows were searched, and how many the list has, if known. */
  searched: number
  total: number | undefined
  /** Of the oldest page. */
  savedAt: number
}

/** A list or report that is saved under one filter. */
export type SavedReport = {
  filters: Record<string, string>
  sort: Sort | undefined
  page: number
  rows: number
  savedAt: number
}

const pagesIn = <R = ListRow>(replies: readonly SavedReply[]): Page<R>[] =>
  replies.flatMap((reply) => {
    const page = pageIn(reply.data as ListReply<R>)
    return page ? [{ ...reply, rows: page.rows, total: page.total }] : []
  })

const oldest = (pages: readonly SavedReply[]) => Math.min(...pages.map(({ savedAt }) => savedAt))
const newestFirst = <R>(pages: readonly Page<R>[]) => pages.toSorted((a, b) => b.savedAt - a.savedAt)
const numberOf = ({ body }: SavedReply) => Number(body.page)
const hashOf = (body: object) => hashKey([unpaged(body)])

/** Each row once, in its latest version, newest first as in the lists. */
function merged<R extends ListRow>(pages: readonly Page<R>[]): R[] {
  const byId = new Map<number, R>()
  for (const { rows } of newestFirst(pages))
    for (const row of rows) if (!byId.has(row.id)) byId.set(row.id, row)
  return [...byId.values()].toSorted(
    (a, b) => (b.created_at ?? '').localeCompare(a.created_at ?? '') || b.id - a.id,
  )
}

/**
 * Searches and sorts all saved rows of a list. Undefined for a body that does neither, and without saved pages. Dates need
 * the whole list: a part of a report would look like all of it.
 */
export function searchSaved<R extends ListRow = ListRow>(
  call: Pick<NamedRead, 'searchable'>,
  replies: readonly SavedReply[],
  body: Record<string, unknown>,
): SavedMatches<R> | undefined {
  const { filter, sort, about } = splitFilter(unpaged(body))
  const scope = hashKey([about])
  const pages = pagesIn<R>(replies).filter(
    (page) => hashKey([splitFilter(unpaged(page.body)).about]) === scope,
  )
  const [newest, ...older] = newestFirst(pages.filter((page) => !isFiltered(splitFilter(page.body).filter)))
  if (pages.length === 0 || !(sort || isFiltered(filter)) || (isFiltered(filter) && !call.searchable))
    return undefined
  const rows = merged(pages)
  const hasAll = newest !== undefined && merged([newest, ...older]).length >= newest.total
  if ((filter.start_date || filter.end_date) && !hasAll) return undefined
  const { searchable } = call
  const matches =
    searchable && isFiltered(filter) ? rows.filter((row) => matchesFilter(row, searchable, filter)) : rows
  return {
    rows: sort ? sortRows(matches, sort) : matches,
    searched: rows.length,
    total: newest?.total,
    savedAt: oldest(pages),
  }
}

const isFiltered = (filter: Filter) => Object.values(filter).some(Boolean)

/** All saved rows of a list under exactly this filter, in order. */
export function filteredRows<R extends ListRow = ListRow>(
  replies: readonly SavedReply[],
  body: Record<string, unknown>,
): SavedMatches<R> | undefined {
  const hash = hashOf(body)
  const pages = pagesIn<R>(replies).filter((page) => hashOf(page.body) === hash)
  const [newest] = newestFirst(pages)
  if (!newest) return undefined
  const rows = pages.toSorted((a, b) => numberOf(a) - numberOf(b)).flatMap((page) => page.rows)
  const unique = [...new Map(rows.map((row) => [row.id, row])).values()]
  return { rows: unique, searched: unique.length, total: newest.total, savedAt: oldest(pages) }
}

/** The saved reports of one screen, newest first. `fixed` is what its calls send beside the filters. */
export function savedReports(replies: readonly SavedReply[], fixed: Record<string, unknown>): SavedReport[] {
  const byFilter = new Map<string, Pick<SavedReport, 'filters' | 'sort'> & { pages: Page[] }>()
  for (const page of pagesIn(replies)) {
    const { sort: _field, order: _order, ...fields } = unpaged(page.body)
    const filters = Object.entries(fields).filter(([name]) => !(name in fixed))
    const isHere = Object.entries(fixed).every(([name, value]) => page.body[name] === value)
    // Filters come from the address, so they are text. Other values were fixed by another screen.
    if (!isHere || filters.some(([, value]) => typeof value !== 'string')) continue
    const report = byFilter.get(hashOf(page.body))
    if (report) report.pages.push(page)
    else
      byFilter.set(hashOf(page.body), {
        filters: Object.fromEntries(filters) as Record<string, string>,
        sort: splitFilter(page.body).sort,
        pages: [page],
      })
  }
  return [...byFilter.values()]
    .map(({ filters, sort, pages }) => ({
      filters,
      sort,
      page: Math.min(...pages.map(numberOf)),
      rows: pages.reduce((sum, { rows }) => sum + rows.length, 0),
      savedAt: oldest(pages),
    }))
    .toSorted((a, b) => b.savedAt - a.savedAt)
}
