import { MutationCache, onlineManager, QueryCache, QueryClient } from '@tanstack/react-query'
import { asProblem, Problem } from '#contract/problems'
import { connection, onConnectionChange } from '#transport/connection'

type Hooks = {
  /** A change was made; the server's message says so, or what beside it failed. */
  onDone: (message: string, isWarning: boolean) => void
  /** A change was not made, or nobody knows. */
  onFailed: (problem: Problem) => void
  /** A read failed, for the few problems that are said beside the screen. */
  onReadFailed: (problem: Problem, call: string) => void
}

const keptInMemoryMs = 24 * 3_600_000

/**
 * One client for the session. Reads are tried even offline, so that a failure is a real one; changes are never
 * held back and posted later: `useSubmit` refuses them while the server can't be reached.
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
        gcTime: keptInMemoryMs,
        staleTime: 5_000,
        refetchOnWindowFocus: false,
        retry: (failures, error) => error instanceof Problem && error.code === 'busy' && failures < 2,
        retryDelay: (_failures, error) =>
          1000 * Math.min((error instanceof Problem && error.retryAfterSeconds) || 2, 30),
      },
      mutations: { networkMode: 'always', retry: false },
    },
  })
}

/** Reads that alone were lost on the way. */
export const refetchFailedReads = (client: QueryClient) =>
  client.refetchQueries({
    type: 'active',
    predicate: ({ state }) => state.error instanceof Problem && state.error.code === 'offline',
  })
