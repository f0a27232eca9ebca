import type { QueryClient } from '@tanstack/react-query'
import { makesStale, type NamedWrite } from '#contract/call'
import { allCalls } from '#contract/index'
import { savedPages } from '#offline/savedPages'

/** A change was made, or may have been: what reads its records is marked on the device and fetched again where it is shown. */
export async function markStale(queries: QueryClient, change: NamedWrite) {
  const stale = allCalls.filter((call) => call.kind === 'read' && makesStale(change, call))
  await savedPages.markStale(stale.map(({ name }) => name))
  for (const { name } of stale) void queries.invalidateQueries({ queryKey: name.split('.') })
}
