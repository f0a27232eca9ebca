import type { QueryClient } from '@tanstack/react-query'
import { makesStale, type NamedRead, type NamedWrite } from '#contract/call'
import { allCalls } from '#contract/index'
import { savedPages } from '#offline/savedPages'

/**
 * After a change, or one that may have been made: marks the saved replies it affects stale, refetches those on screen, and
 * drops the others from memory: a screen opened next must not show an old balance first. A form that stays (`failed`) keeps
 * the reply that it does not read during a change (`enabledUntilDone`): without it, its entries would go.
 */
export const markStale = (queries: QueryClient, change: NamedWrite, { failed = false } = {}) =>
  readAgain(queries, (call) => makesStale(change, call), failed)

/** The same for all replies, after what changes all records: an import. */
export const markAllStale = (queries: QueryClient) => readAgain(queries, () => true)

async function readAgain(queries: QueryClient, isStale: (call: NamedRead) => boolean, keepsShown = false) {
  const stale = allCalls.filter((call): call is NamedRead => call.kind === 'read' && isStale(call))
  await savedPages.markStale(stale.map(({ name }) => name))
  for (const { name } of stale) {
    const queryKey = name.split('.')
    queries.removeQueries({
      queryKey,
      type: 'inactive',
      predicate: (query) => !keepsShown || query.getObserversCount() === 0,
    })
    void queries.invalidateQueries({ queryKey })
  }
}
