import { useQueryClient } from '@tanstack/react-query'
import { callOf, checkIntent, type Intent, type Outcome } from '#data/intents'
import { savedPages } from '#data/savedPages'

/** Asks what became of an unconfirmed change, and refreshes what it may have changed. */
export function useCheck(): (intent: Intent) => Promise<Outcome> {
  const queries = useQueryClient()
  return async (intent) => {
    const outcome = await checkIntent(intent)
    const groups = callOf(intent)?.makesStale ?? []
    await savedPages.overtake(groups)
    for (const group of groups) void queries.invalidateQueries({ queryKey: [group] })
    return outcome
  }
}
