import { useEffect } from 'react'
import type { PagedList } from '#api/usePagedList'
import { toast } from '#ui/feedback/toast'

/** A history shows what a filter found: the server's message, once for each filter. */
export function useReplyToast<Row>({ query, filters }: PagedList<Row>) {
  const asked = JSON.stringify(filters)
  const message = query.isPlaceholderData ? undefined : query.data?.message
  useEffect(() => {
    if (message && asked !== '{}') toast('success', message)
  }, [asked, message])
}
