import { useEffect, useState, useSyncExternalStore } from 'react'
import type { NamedRead } from '#contract/call'
import { savedPages } from './savedPages'

/** How many pages of a call are on this device; counted again when something was saved. */
export function useSavedPageCount(call: NamedRead): number {
  const [count, setCount] = useState(0)
  const written = useSyncExternalStore(savedPages.writes.subscribe, savedPages.writes.get)
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was written is when there is something new to count
  useEffect(() => {
    let current = true
    void savedPages.count(call.name).then((found) => {
      if (current) setCount(found)
    })
    return () => {
      current = false
    }
  }, [call.name, written])
  return count
}
