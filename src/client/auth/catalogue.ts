import { type PersistedClient, persistQueryClient } from '@tanstack/query-persist-client-core'
import { createSyncStoragePersister } from '@tanstack/query-sync-storage-persister'
import { hashKey, type Query, type QueryKey } from '@tanstack/react-query'
import type { NamedRead } from '#contract/call'
import { allCalls } from '#contract/index'
import { asProblem } from '#contract/problems'
import { type Auth, catalogueKey, currentAuth, storedHint } from '#device/auth'
import { deviceTime, serverNow, serverTime } from '#device/clock'
import { deviceMs } from '#device/deviceMs'
import { retentionMs } from '#offline/limits'
import { parseQueryKey } from '#offline/queryKeys'
import type { SavedCall } from '#offline/savedLists'
import { rowsIn } from '#transport/listPage'
import { mayRead } from './permissions'
import { queries } from './queryClient'

/** A reply as it is stored; `savedAt` by the server's time. */
type Reply = { queryKey: QueryKey; data: unknown; savedAt: number }
type Stored = { buster: string; replies: Reply[] }

const catalogue = new Map(
  allCalls.flatMap((call) => (call.kind === 'read' && call.catalogue ? [[call.name, call] as const] : [])),
)

/** Restored and kept only for an admin who may read it now. */
function isAllowed(queryKey: QueryKey): boolean {
  const auth = currentAuth()
  const call: NamedRead | undefined = catalogue.get(parseQueryKey(queryKey).call)
  return auth !== null && call !== undefined && mayRead(queries, auth, call)
}

/** A reply stays while the server can't be reached, and goes when the server refuses the call. */
const isKept = ({ queryKey, state }: Query) =>
  state.data !== undefined &&
  (state.error === null || asProblem(state.error).code !== 'forbidden') &&
  isAllowed(queryKey)

const nothing = ''

function serialize({ buster, clientState }: PersistedClient): string {
  const replies = clientState.queries.map(
    ({ queryKey, state }): Reply => ({
      queryKey,
      data: state.data,
      savedAt: serverTime(state.dataUpdatedAt),
    }),
  )
  return replies.length === 0 ? nothing : JSON.stringify({ buster, replies } satisfies Stored)
}

function deserialize(text: string): PersistedClient {
  const { buster, replies } = JSON.parse(text) as Stored
  const isRecent = ({ savedAt }: Reply) => serverNow().getTime() - savedAt <= retentionMs
  const readable = replies.filter((reply) => isRecent(reply) && isAllowed(reply.queryKey))
  return { buster, timestamp: deviceMs(), clientState: { mutations: [], queries: readable.map(queryWith) } }
}

/** Shown at once, and read again by the first screen that shows it. */
const queryWith = ({
  queryKey,
  data,
  savedAt,
}: Reply): PersistedClient['clientState']['queries'][number] => ({
  queryKey,
  queryHash: hashKey(queryKey),
  dehydratedAt: deviceMs(),
  state: {
    data,
    dataUpdateCount: 1,
    dataUpdatedAt: deviceTime(savedAt),
    error: null,
    errorUpdateCount: 0,
    errorUpdatedAt: 0,
    fetchFailureCount: 0,
    fetchFailureReason: null,
    fetchMeta: null,
    fetchStatus: 'idle',
    isInvalidated: true,
    status: 'success',
  },
})

/**
 * localStorage while this admin is signed in. Each text is written once: another tab may have a newer one. An older one is removed
 * first, so that a full disk leaves none that is out of date.
 */
function storageOf({ userId }: Auth) {
  let last: string | null = null
  return {
    getItem: (key: string) => {
      last = localStorage.getItem(key)
      return last
    },
    setItem: (key: string, text: string) => {
      if (text === last || storedHint()?.userId !== userId) return
      last = text
      localStorage.removeItem(key)
      if (text !== nothing) localStorage.setItem(key, text)
    },
    removeItem: (key: string) => localStorage.removeItem(key),
  }
}

/**
 * Restores the catalogue and keeps it from then on. The storage is synchronous: the returned promise waits for no event, and
 * what is restored is there at the first paint. Without storage the app reads everything from the server.
 */
export async function keepCatalogue(auth: Auth): Promise<void> {
  const [, restored] = persistQueryClient({
    queryClient: queries,
    persister: createSyncStoragePersister({
      storage: storageOf(auth),
      key: catalogueKey,
      throttleTime: 0,
      serialize,
      deserialize,
    }),
    // Another release, whose files have other names, and another admin find nothing.
    buster: `${import.meta.url} ${auth.userId}`,
    dehydrateOptions: { shouldDehydrateQuery: isKept, shouldDehydrateMutation: () => false },
  })
  await restored.catch(() => undefined)
}

/** What is kept, as Device Settings list it. */
export const keptCatalogue = (): SavedCall[] =>
  localStorage.getItem(catalogueKey) === null
    ? []
    : queries
        .getQueryCache()
        .getAll()
        .filter(isKept)
        .map(({ queryKey, state: { data, dataUpdatedAt } }) => ({
          call: parseQueryKey(queryKey).call,
          pages: 1,
          rows: rowsIn(data),
          bytes: JSON.stringify(data).length,
          isPinned: false,
          savedAt: dataUpdatedAt,
        }))

/** Removes what is kept of these calls. */
export function dropCatalogue(calls: readonly string[]) {
  for (const call of calls.filter((name) => catalogue.has(name)))
    queries.removeQueries({ queryKey: call.split('.') })
}
