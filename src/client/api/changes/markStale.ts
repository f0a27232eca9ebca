import type { QueryClient } from '@tanstack/react-query'
import { makesStale, type NamedWrite } from '#contract/call'
import { allCalls } from '#contract/index'
import { savedPages } from '#offline/savedPages'

/**
 * After a change, or one that may have been made: marks the saved replies it affects stale, refetches those on screen, and
 * drops the others from memory: a screen opened next must not show an old balance first.
 */
export async function markStale(queries: QueryClient, change: NamedWrite) {
  const stale = allCalls.filter((call) => call.kind === 'read' && makesStale(change, call))
  await savedPages.markStale(stale.map(({ name }) => name))
  for (const { name } of stale) {
    const queryKey = name.split('.')
    queries.removeQueries({ queryKey, type: 'inactive' })
    void queries.invalidateQueries({ queryKey })
  }
}
