import { Problem } from '#contract/problems'
import type { Loaded } from './useCall'

/**
 * One record, of a reply that lists it, bare or as a page: the entry whose id matches. A list without it is a
 * problem, not a wait.
 */
export function selectById<Row extends { id: number }>(
  query: Loaded<{ data: Row[] | { data: Row[] } }>,
  id: number,
) {
  const listed = query.data?.data
  const data = (Array.isArray(listed) ? listed : listed?.data)?.find((row) => row.id === id)
  const isMissing = query.data !== undefined && data === undefined && !query.isFetching
  return {
    ...query,
    data,
    error: isMissing ? new Problem('notFound', 'It may have been deleted.') : query.error,
  }
}
