import type { QueryClient } from '@tanstack/react-query'
import { makesStale, type NamedWrite } from '#contract/call'
import { allCalls } from '#contract/index'
import { savedPages } from '#offline/savedPages'

/** After a change, or one that may have been made: marks the saved replies it affects stale, and refetches those on screen. */
export async function markStale(queries: QueryClient, change: NamedWrite) {
  const stale = allCalls.filter((call) => call.kind === 'read' && makesStale(change, call))
  await savedPages.markStale(stale.map(({ name }) => name))
  for (const { name } of stale) void queries.invalidateQueries({ queryKey: name.split('.') })
}
