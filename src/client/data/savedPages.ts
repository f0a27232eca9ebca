import { notifyManager, type Query, type QueryFunctionContext, type QueryKey } from '@tanstack/react-query'
import type { Group } from '#contract/call'
import { createStore } from '../store'
import { currentAuth } from './auth'
import { vaultKeys, wipeVault } from './vault'
import { open, opaque, seal, type VaultKeys } from './vaultCrypto'
import { type SavedPage, type VaultDb, vaultDb } from './vaultDb'

/** What is sealed of a page. */
type Content = { shape: string; queryKey: QueryKey; savedAt: number; data: unknown }

/** A saved page as it can be read. */
export type SavedEntry = Pick<SavedPage, 'bytes'> & {
  queryKey: QueryKey
  data: unknown
  savedAt: number
  pinned: boolean
}

/** What is kept of one call, for who wants to know what lies on the device. */
export type SavedCall = {
  call: string
  pages: number
  bytes: number
  pinned: number
  oldest: number
  newest: number
}

type Vault = { db: VaultDb; keys: VaultKeys }

const keptMs = 7 * 24 * 3_600_000
const touchedEveryMs = 60_000
/** Saved pages of another shape are dropped, never read: raise it when a reply's schema changes. */
const shape = '3'

/** Moves with everything that is saved: who counts pages counts again. */
const writes = createStore(0)
const wrote = () => writes.set(writes.get() + 1)

/** The device had no room for a page: said once, by whoever listens. */
const full = createStore(false)

/** The signed-in user's own vault: nobody opens what another one left on the tablet. */
async function own(): Promise<Vault | undefined> {
  const userId = currentAuth()?.userId
  if (userId === undefined) return undefined
  const [db, keys] = await Promise.all([vaultDb(userId), vaultKeys(userId)])
  return db && keys && { db, keys }
}

/** Works in the vault where there is one. Storage may be full, private or blocked: nothing breaks by it. */
export async function inVault<T>(work: (vault: Vault) => Promise<T>): Promise<T | undefined> {
  try {
    const vault = await own()
    return vault && (await work(vault))
  } catch (error) {
    if (isQuota(error) && !full.get()) full.set(true)
    return undefined
  }
}

/** Dexie gives the quota itself, or a transaction that was aborted for it. */
const isQuota = (error: unknown): boolean => {
  const { name, inner } = error as { name?: string; inner?: unknown }
  return name === 'QuotaExceededError' || (inner !== undefined && inner !== null && isQuota(inner))
}

/** Undefined for what can't be read any more, which is deleted: another shape, older than a week, damaged. */
async function contentOf({ db, keys }: Vault, page: SavedPage): Promise<Content | undefined> {
  const content = (await open(keys, page.key, page)) as Content | undefined
  const isGood = content?.shape === shape && Date.now() - content.savedAt <= keptMs
  if (!isGood) await db.pages.delete(page.key)
  return isGood ? content : undefined
}

const restore = (queryHash: string): Promise<Content | undefined> =>
  inVault(async (vault) => {
    const { db, keys } = vault
    const page = await db.pages.get(await opaque(keys, `page ${queryHash}`))
    const content = page && (await contentOf(vault, page))
    // Beside the way to the screen: who was read last is evicted last.
    if (page && content && Date.now() - page.usedAt > touchedEveryMs)
      db.pages.update(page.key, { usedAt: Date.now() }).catch(() => undefined)
    return content
  })

const save = ({ queryHash, queryKey, state }: Query): Promise<void> | undefined =>
  inVault(async ({ db, keys }) => {
    const [group, call] = queryKey as [string, string]
    const content: Content = { shape, queryKey, savedAt: state.dataUpdatedAt, data: state.data }
    const [key, opaqueCall, opaqueGroup] = await Promise.all([
      opaque(keys, `page ${queryHash}`),
      opaque(keys, `call ${group}.${call}`),
      opaque(keys, `group ${group}`),
    ])
    const sealed = await seal(keys, key, content)
    const known = await db.pages.get(key)
    await db.pages.put({
      key,
      call: opaqueCall,
      group: opaqueGroup,
      savedAt: content.savedAt,
      usedAt: Date.now(),
      bytes: sealed.sealed.byteLength,
      pinned: known?.pinned ?? 0,
      ...sealed,
    })
    wrote()
  }) as Promise<void>

/** What is saved comes first; then the server is asked. Its failure stands in the query, for the screen to show. */
async function savedThenFresh<T, K extends QueryKey>(
  ask: (context: QueryFunctionContext<K>) => T | Promise<T>,
  context: QueryFunctionContext<K>,
  query: Query,
): Promise<T> {
  if (query.state.data === undefined) {
    const saved = await restore(query.queryHash)
    if (saved) {
      // After the query has taken it, which marks it as of now.
      notifyManager.schedule(() => {
        query.setState({ dataUpdatedAt: saved.savedAt })
        query.fetch().catch(() => undefined)
      })
      return saved.data as T
    }
  }
  const fresh = await ask(context)
  notifyManager.schedule(() => void save(query))
  return fresh
}

/** The pages of one call. */
const pagesOf = async ({ db, keys }: Vault, call: string) =>
  db.pages.where('call').equals(await opaque(keys, `call ${call}`))

export const savedPages = {
  /** Restores a query from what is saved, then asks the server; saves each fresh reply. */
  persisterFn: savedThenFresh,

  writes,

  /** True once the device had no room for a page. */
  full,

  /** How many pages of a call are saved. */
  count: async (call: string) => (await inVault(async (vault) => (await pagesOf(vault, call)).count())) ?? 0,

  /** Everything that is saved of a call, opened: what a search without a network looks through. */
  entriesOf: async (call: string): Promise<SavedEntry[]> =>
    (await inVault(async (vault) => {
      const pages = await (await pagesOf(vault, call)).toArray()
      const entries = await Promise.all(
        pages.map(async (page) => {
          const content = await contentOf(vault, page)
          if (!content) return []
          const { queryKey, data, savedAt } = content
          return [{ queryKey, data, savedAt, bytes: page.bytes, pinned: page.pinned === 1 }]
        }),
      )
      return entries.flat()
    })) ?? [],

  /** What is kept on the device, call by call. */
  all: async (): Promise<SavedCall[]> => (await inVault(allCalls)) ?? [],

  /** A change made these stale: what is saved of them must not be taken for the present. */
  drop: async (groups: readonly Group[]) => {
    await inVault(async ({ db, keys }) => {
      const names = await Promise.all(groups.map((group) => opaque(keys, `group ${group}`)))
      await db.pages.where('group').anyOf(names).delete()
    })
  },

  /** What the server no longer allows is not kept either. */
  dropCall: async (call: string) => {
    await inVault(async (vault) => (await pagesOf(vault, call)).delete())
  },

  dropExpired: async () => {
    await inVault(({ db }) =>
      db.pages
        .where('savedAt')
        .below(Date.now() - keptMs)
        .delete(),
    )
  },

  /** Log out: nothing of this user stays on the device. */
  wipe: wipeVault,
}

/** The calls' names are opaque: one page of each is opened for its name. */
async function allCalls(vault: Vault): Promise<SavedCall[]> {
  const byCall = new Map<string, { first: SavedPage; sums: Omit<SavedCall, 'call'> }>()
  await vault.db.pages.each((page) => {
    const { first = page, sums } = byCall.get(page.call) ?? {}
    byCall.set(page.call, {
      first,
      sums: {
        pages: (sums?.pages ?? 0) + 1,
        bytes: (sums?.bytes ?? 0) + page.bytes,
        pinned: (sums?.pinned ?? 0) + page.pinned,
        oldest: Math.min(sums?.oldest ?? page.savedAt, page.savedAt),
        newest: Math.max(sums?.newest ?? page.savedAt, page.savedAt),
      },
    })
  })
  const told = await Promise.all(
    [...byCall.values()].map(async ({ first, sums }) => {
      const content = await contentOf(vault, first)
      return content ? [{ call: content.queryKey.slice(0, 2).join('.'), ...sums }] : []
    }),
  )
  return told.flat()
}
