import { experimental_createQueryPersister, type PersistedQuery } from '@tanstack/query-persist-client-core'
import { notifyManager, type Query, type QueryFunctionContext, type QueryKey } from '@tanstack/react-query'
import Dexie, { type Table } from 'dexie'
import type { Group } from '#contract/call'
import { createStore } from '../store'
import { currentAuth } from './auth'

/** One query's reply as it was saved; `key` is opaque to everybody but this module. */
type SavedPage = { key: string; group: string; call: string; savedAt: number; bytes: number; body: string }

const keptMs = 7 * 24 * 3_600_000
/** Saved pages of another shape are dropped, never read: raise it when a reply's schema changes. */
const shape = '2'

/** On localhost it would keep the stack of every promise. */
Dexie.debug = false

class SavedPagesDb extends Dexie {
  pages!: Table<SavedPage, string>
  constructor(userId: number) {
    super(databaseName(userId))
    this.version(1).stores({ pages: 'key, group, call, savedAt' })
  }
}
const databaseName = (userId: number) => `alajo-user-${userId}`

let open: { userId: number; db: SavedPagesDb } | undefined

/** The signed-in user's own database: nobody opens what another one left on the tablet. */
function ownDb(): SavedPagesDb | undefined {
  const userId = currentAuth()?.userId
  if (userId === undefined || typeof indexedDB === 'undefined') return undefined
  if (open?.userId !== userId) {
    open?.db.close()
    open = { userId, db: new SavedPagesDb(userId) }
  }
  return open.db
}

/** Storage may be full, private or blocked: the app then works online, and nothing breaks. */
const quietly = <T>(work: Promise<T> | undefined): Promise<T | undefined> =>
  (work ?? Promise.resolve(undefined)).catch(() => undefined)

/** Moves with everything that is saved: who counts pages counts again. */
const writes = createStore(0)

/** The seam where the vault will seal and open what is kept. */
const seal = async (query: PersistedQuery) => JSON.stringify(query)
const unseal = async (body: string) => JSON.parse(body) as PersistedQuery

const persister = experimental_createQueryPersister<SavedPage>({
  prefix: 'page',
  buster: shape,
  maxAge: keptMs,
  storage: {
    getItem: (key) => quietly(ownDb()?.pages.get(key)),
    setItem: async (key, page) => {
      await quietly(ownDb()?.pages.put({ ...page, key }))
      writes.set(writes.get() + 1)
    },
    removeItem: async (key) => {
      await quietly(ownDb()?.pages.delete(key))
    },
  },
  serialize: async (query) => {
    const [group, call] = query.queryKey as [string, string]
    const body = await seal(query)
    return {
      key: '',
      group,
      call: `${group}.${call}`,
      savedAt: query.state.dataUpdatedAt,
      bytes: body.length,
      body,
    }
  },
  deserialize: ({ body }) => unseal(body),
})

/** As the library's own, but for the catch: without a network its refetch was a rejection that nobody handled. */
async function savedThenFresh<T, K extends QueryKey>(
  ask: (context: QueryFunctionContext<K>) => T | Promise<T>,
  context: QueryFunctionContext<K>,
  query: Query,
): Promise<T> {
  if (query.state.data === undefined) {
    const saved = await persister.retrieveQuery<T>(query.queryHash, ({ state }) => {
      query.setState({ dataUpdatedAt: state.dataUpdatedAt, errorUpdatedAt: state.errorUpdatedAt })
      // What goes wrong stands in the query, for the screen to show.
      query.fetch().catch(() => undefined)
    })
    if (saved !== undefined) return saved
  }
  const fresh = await ask(context)
  notifyManager.schedule(() => void persister.persistQuery(query))
  return fresh
}

export const savedPages = {
  /** Restores a query from what is saved, then asks the server; saves each fresh reply. */
  persisterFn: savedThenFresh,

  writes,

  /** How many pages of a call are saved. */
  count: async (call: string) => (await quietly(ownDb()?.pages.where('call').equals(call).count())) ?? 0,

  /** A change made these stale: what is saved of them must not be taken for the present. */
  drop: async (groups: readonly Group[]) => {
    await quietly(
      ownDb()
        ?.pages.where('group')
        .anyOf([...groups])
        .delete(),
    )
  },

  /** What the server no longer allows is not kept either. */
  dropCall: async (call: string) => {
    await quietly(ownDb()?.pages.where('call').equals(call).delete())
  },

  dropExpired: async () => {
    await quietly(
      ownDb()
        ?.pages.where('savedAt')
        .below(Date.now() - keptMs)
        .delete(),
    )
  },

  /** Log out: nothing of this user stays on the device. */
  wipe: async (userId: number) => {
    open?.db.close()
    open = undefined
    await quietly(Dexie.delete(databaseName(userId)) as unknown as Promise<void>)
  },
}
