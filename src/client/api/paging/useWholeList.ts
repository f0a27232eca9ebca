import { useEffect, useRef, useState } from 'react'
import type { NamedRead } from '#contract/call'
import { tableSizes } from '#contract/values'
import type { ListPlace } from './listRequest'

/**
 * A list that came as a whole, in the shape that tables take. `query` is its query. Its filter and its order are in the
 * address, as those of a paged list, so that saved views can name them.
 */
export function useWholeList<Query, Row>(
  call: NamedRead,
  query: Query,
  rows: Row[] | undefined,
  { page, filters, sort, go, left, remember }: ListPlace,
  sizes: readonly number[] = tableSizes,
) {
  const [quickFilter, setQuickFilter] = useTyped(filters.search ?? '', (search) =>
    go({ filters: { ...filters, search }, replace: true }),
  )
  return {
    rows,
    total: rows?.length ?? 0,
    perPage: tableSizes[0],
    sizes,
    isWhole: true as const,
    place: { page, go, left, remember },
    query,
    quickFilter,
    setQuickFilter,
    clear: () => setQuickFilter(''),
    order: { sort, change: (next: typeof sort) => go({ sort: next }) },
    viewed: call,
  }
}

/** A text of the address. Typing does not wait for the address; a view or Back changes what was typed. */
function useTyped(text: string, send: (text: string) => void) {
  const [typed, setTyped] = useState(text)
  const sent = useRef<readonly string[]>([])
  useEffect(() => {
    const at = sent.current.indexOf(text)
    sent.current = at < 0 ? [] : sent.current.slice(at + 1)
    if (at < 0) setTyped(text)
  }, [text])
  const change = (next: string) => {
    setTyped(next)
    sent.current = [...sent.current, next]
    send(next)
  }
  return [typed, change] as const
}
