import { useQueryClient } from '@tanstack/react-query'
import { callOf, checkIntent, type Intent, type Outcome } from '#api/changes/intents'
import { markStale } from '#api/changes/markStale'

/** Checks the outcome of an unconfirmed change, and refreshes what it may have changed. */
export function useCheck(): (intent: Intent) => Promise<Outcome> {
  const queries = useQueryClient()
  return async (intent) => {
    const outcome = await checkIntent(intent)
    const call = callOf(intent)
    if (call) await markStale(queries, call)
    return outcome
  }
}
