import { deviceMs } from '#device/deviceMs'
import {
  hashKey,
  notifyManager,
  type Query,
  type QueryFunctionContext,
  type QueryKey,
} from '@tanstack/react-query'
import { Problem } from '#contract/problems'
import { deviceTime, isServerTimeKnown, serverNow, serverTime } from '#device/clock'
import { withTimeout } from '#device/device'
import { retentionMs } from './limits'
import { connection } from '#transport/connection'
import { listName, parseQueryKey } from './queryKeys'
import { rowsIn } from '#transport/listPage'
import { withVault, type Vault, notifyVaultChange } from './ownVault'
import { opaqueList } from './pinnedLists'
import { scheduleEviction } from './eviction'
import { wipeVault } from './vault'
import { open, opaque, seal } from './vaultCrypto'
import { deletePages, type SavedPage } from './vaultDb'

/** The encrypted part of a page; on the device with the server's time. */
export type Content = { shape: string; queryKey: QueryKey; savedAt: number; data: unknown }

const usedAtStepMs = 60_000
/** Pages with another shape are deleted, never read. Increase it when a reply's schema changes. */
const shape = '7'

/** Decrypts a page. One with another shape, older than a week or damaged is deleted; for its age only by the server's time. */
export async function readContent({ db, keys }: Vault, key: string): Promise<Content | undefined> {
  const stored = await db.contents.get(key)
  const content = stored && ((await open(keys, key, stored)) as Content | undefined)
  const isReadable = content?.shape === shape
  if (isReadable && serverNow().getTime() - content.savedAt <= retentionMs)
    return { ...content, savedAt: deviceTime(content.savedAt) }
  if (!isReadable || isServerTimeKnown()) await deletePages(db, [key])
  return undefined
}

const opaquePage = ({ keys }: Vault, queryHash: string) => opaque(keys, `page ${queryHash}`)

type Restored = Content & Pick<SavedPage, 'changedAt'>

const restore = (queryHash: string): Promise<Restored | undefined> =>
  withVault(async (vault) => {
    const { db } = vault
    const key = await opaquePage(vault, queryHash)
    const page = await db.pages.get(key)
    const content = page && (await readContent(vault, key))
    // Runs in the background; the screen does not wait.
    if (content && deviceMs() - page.usedAt > usedAtStepMs)
      db.pages.update(key, { usedAt: deviceMs() }).catch(() => undefined)
    return content && { ...content, changedAt: page.changedAt }
  })

/** Saves a reply; `savedAt` by the server's time. Returns false without a vault or without space. */
export const savePage = async (queryKey: QueryKey, data: unknown, savedAt: number): Promise<boolean> =>
  (await withVault(async (vault) => {
    const { db, keys } = vault
    const { call, body } = parseQueryKey(queryKey)
    const content: Content = { shape, queryKey, savedAt, data }
    const [key, opaqueCall, group, list] = await Promise.all([
      opaquePage(vault, hashKey(queryKey)),
      opaque(keys, `call ${call}`),
      opaque(keys, `group ${queryKey[0] as string}`),
      opaqueList(vault, listName(call, body)),
    ])
    const sealed = await seal(keys, key, content)
    const page = {
      key,
      call: opaqueCall,
      group,
      list,
      savedAt,
      usedAt: deviceMs(),
      changedAt: 0,
      rows: rowsIn(data),
      bytes: sealed.sealed.byteLength,
    }
    await db.transaction('rw', db.pages, db.contents, db.pins, async () => {
      const pinnedList = await db.pins.get(list)
      await Promise.all([
        db.pages.put({ ...page, pinned: pinnedList ? 1 : 0 }),
        db.contents.put({ key, ...sealed }),
      ])
    })
    notifyVaultChange()
    scheduleEviction()
    return true
  })) ?? false

/** The metadata of a saved reply, without decrypting it. */
export const metadataOf = (queryKey: QueryKey): Promise<SavedPage | undefined> =>
  withVault(async (vault) => vault.db.pages.get(await opaquePage(vault, hashKey(queryKey))))

/** Deletes the saved replies of a call that the admin is no longer allowed to make. */
const dropCall = (call: string) =>
  withVault(async ({ db, keys }) => {
    const name = await opaque(keys, `call ${call}`)
    await deletePages(db, await db.pages.where('call').equals(name).primaryKeys())
    await db.pins.where('call').equals(name).delete()
    notifyVaultChange()
  })

const codeOf = (error: unknown) => (error instanceof Problem ? error.code : undefined)

/**
 * Shows the saved reply while the server is asked: both are read at the same time. A failure stays in the query, for the screen to
 * show. A reply that a change made stale is shown only when the server can't be reached. A refusal is shown when the saved replies
 * are deleted: a page that is left at once would keep them.
 */
async function staleWhileRevalidate<T, K extends QueryKey>(
  ask: (context: QueryFunctionContext<K>) => T | Promise<T>,
  context: QueryFunctionContext<K>,
  query: Query,
): Promise<T> {
  // Not as the result of this fetch, which would get the current time as its age.
  const show = ({ data, savedAt }: Content) =>
    query.setState({ data, dataUpdatedAt: savedAt, status: 'success' })
  let isAnswered = false
  const restored =
    query.state.data === undefined
      ? restore(query.queryHash).then((saved) => {
          if (saved && !isAnswered && (saved.changedAt === 0 || !connection().online)) show(saved)
          return saved
        })
      : undefined
  try {
    const fresh = await ask(context)
    isAnswered = true
    notifyManager.schedule(() => {
      // What a read replica replied is as old as the replica.
      const data = query.state.data as { asOf?: number } | undefined
      if (data?.asOf !== undefined) query.setState({ dataUpdatedAt: data.asOf })
      void savePage(query.queryKey, query.state.data, serverTime(query.state.dataUpdatedAt))
    })
    return fresh
  } catch (error) {
    const code = codeOf(error)
    if (code === 'forbidden') {
      isAnswered = true
      await withTimeout(dropCall(parseQueryKey(query.queryKey).call))
    } else {
      const saved = restored && (await withTimeout(restored))
      if (saved && code === 'offline') show(saved)
    }
    throw error
  }
}

/** The pages of one call. */
export const pagesOf = async ({ db, keys }: Vault, call: string) =>
  db.pages.where('call').equals(await opaque(keys, `call ${call}`))

export const savedPages = {
  /** Restores a query from its saved reply, then asks the server; saves each fresh reply. */
  persisterFn: staleWhileRevalidate,

  /** Marks replies that a change made stale. They are used offline only. */
  markStale: (calls: readonly string[]) =>
    withVault(async ({ db, keys }) => {
      const names = await Promise.all(calls.map((call) => opaque(keys, `call ${call}`)))
      await db.pages.where('call').anyOf(names).modify({ changedAt: deviceMs() })
      notifyVaultChange()
    }),

  dropCall,

  /** Log out: deletes all saved data of an admin on this device. */
  wipe: wipeVault,
}
