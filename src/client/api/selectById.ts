import { Problem } from '#contract/problems'
import type { Loaded } from './useCall'

/** Selects one record by id from a reply with a list or a page. Without a match the result is a problem. */
export function selectById<Row extends { id: number }>(
  query: Loaded<{ data: Row[] | { data: Row[] } }>,
  id: number,
) {
  const reply = query.data?.data
  const data = (Array.isArray(reply) ? reply : reply?.data)?.find((row) => row.id === id)
  const isMissing = query.data !== undefined && data === undefined && !query.isFetching
  return {
    ...query,
    data,
    error: isMissing ? new Problem('notFound', 'It may have been deleted.') : query.error,
  }
}
