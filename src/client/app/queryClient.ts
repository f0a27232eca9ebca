import { persistQueryClientRestore, persistQueryClientSubscribe } from '@tanstack/query-persist-client-core'
import { createSyncStoragePersister } from '@tanstack/query-sync-storage-persister'
import { asProblem, type Problem } from '#contract/problems'
import { sessionCalls } from '#contract/session'
import { currentAuth, factsKey } from '#data/auth'
import { createQueryClient } from '#data/queries'
import { savedPages } from '#data/savedPages'
import { toast } from '#ui/toast'
import { ownKey, stands } from './permissions'

/** Problems of a change are said here, once for the whole product: one toast for each required field (spec 1, point 8). */
export function sayProblem({ code, message, fields }: Problem) {
  if (code === 'signedOut') return
  for (const text of fields.length > 0 ? fields : [message]) toast('error', text)
}

export const queries = createQueryClient({
  onDone: (message, isWarning) => toast(isWarning ? 'warning' : 'success', message),
  onFailed: sayProblem,
  onReadFailed: ({ code }, call) => {
    if (code === 'forbidden') void savedPages.dropCall(call)
    if (call === sessionCalls.getSingleAdminPermission.name) {
      if (code !== 'busy' && code !== 'offline' && code !== 'signedOut')
        toast('error', 'Failed to fetch permissions.')
    }
  },
})

/** What is written a moment after the session ended must not bring anything back. */
const whileSignedIn = {
  getItem: (key: string) => localStorage.getItem(key),
  removeItem: (key: string) => localStorage.removeItem(key),
  setItem: (key: string, value: string) => {
    if (currentAuth()) localStorage.setItem(key, value)
  },
}

/** The own permission list and role, kept in browser storage so that the shell paints at once; nothing else is. */
const ownFacts = {
  queryClient: queries,
  persister: createSyncStoragePersister({ storage: whileSignedIn, key: factsKey }),
  maxAge: Number.POSITIVE_INFINITY,
  dehydrateOptions: {
    shouldDehydrateQuery: ({
      queryKey,
      state,
    }: {
      queryKey: readonly unknown[]
      state: { data?: unknown; error: unknown }
    }) => {
      const auth = currentAuth()
      return (
        auth !== null &&
        state.data !== undefined &&
        stands(state.error === null ? null : asProblem(state.error)) &&
        JSON.stringify(queryKey) === JSON.stringify(ownKey(auth))
      )
    },
  },
}

export async function keepOwnFacts() {
  await persistQueryClientRestore(ownFacts)
  persistQueryClientSubscribe(ownFacts)
}
