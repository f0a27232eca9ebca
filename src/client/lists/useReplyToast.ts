import { useEffect } from 'react'
import type { PagedList } from '#api/paging/usePagedList'
import { toast } from '#ui/feedback/toast'

/** Shows the server's message of a filtered list as a toast, once for each filter. */
export function useReplyToast({ query, filters }: Pick<PagedList, 'query' | 'filters'>) {
  const filterKey = JSON.stringify(filters)
  const message = query.isPlaceholderData ? undefined : query.data?.message
  useEffect(() => {
    if (message && filterKey !== '{}') toast('success', message)
  }, [filterKey, message])
}
