import { deviceMs } from '#device/deviceMs'
import { MutationCache, onlineManager, QueryCache, QueryClient } from '@tanstack/react-query'
import { asProblem, Problem } from '#contract/problems'
import { connection, onConnectionChange } from '#transport/connection'
import { retryDelayMs, retryWhenBusy } from './retry'

type Hooks = {
  /** A change was made. The message may be a warning about a side effect that failed. */
  onDone: (message: string, isWarning: boolean) => void
  /** A change was not made, or its outcome is unknown. */
  onFailed: (problem: Problem) => void
  /** A read failed; a few problems are shown as toasts. */
  onReadFailed: (problem: Problem, call: string) => void
}

const cacheMs = 24 * 3_600_000
/** What is opened or looked at again is read again: what an agent's device sent a second ago is in it. Not twice for one click. */
const oldMs = 1_000

/**
 * Creates the query client of a session. Reads are tried even when offline, so that every failure is a real one. Changes
 * are never queued: `useSubmit` refuses them while the server can't be reached.
 */
export function createQueryClient(hooks: Hooks): QueryClient {
  onlineManager.setEventListener((setOnline) => {
    setOnline(connection().online)
    return onConnectionChange(() => setOnline(connection().online))
  })
  return new QueryClient({
    queryCache: new QueryCache({
      onError: (error, { queryKey }) => hooks.onReadFailed(asProblem(error), queryKey.slice(0, 2).join('.')),
    }),
    mutationCache: new MutationCache({
      onSuccess: (reply) => {
        const { message, warning = false } = reply as { message: string; warning?: true }
        hooks.onDone(message, warning)
      },
      onError: (error) => hooks.onFailed(asProblem(error)),
    }),
    defaultOptions: {
      queries: {
        networkMode: 'offlineFirst',
        gcTime: cacheMs,
        staleTime: oldMs,
        // A tablet that wakes, or a tab that is shown again, has what others decided meanwhile. Nothing is fetched by the clock,
        // which would keep the session of an absent admin alive.
        refetchOnWindowFocus: ({ state }) => connection().online && deviceMs() - state.dataUpdatedAt > oldMs,
        retry: retryWhenBusy(2),
        retryDelay: retryDelayMs,
      },
      mutations: { networkMode: 'always', retry: false },
    },
  })
}

/** Refetches the reads that failed because of the network. */
export const refetchFailedReads = (client: QueryClient) =>
  client.refetchQueries({
    type: 'active',
    predicate: ({ state }) => state.error instanceof Problem && state.error.code === 'offline',
  })
