import { isServerTimeKnown, serverNow } from '#device/clock'
import { createStore } from '#device/store'
import { deleteExpiredDrafts } from './drafts'
import { retentionMs, pagesToEvict } from './limits'
import { withVault, notifyVaultChange } from './ownVault'
import { unpinList, openPinnedList, putPinnedList } from './pinnedLists'
import { deletePages } from './vaultDb'

/** Titles of pinned lists that were evicted in part. The app shows a toast. */
export const evictedLists = createStore<readonly string[]>([])

/**
 * Deletes data older than a week. Returns the titles of the pinned lists that expired. Nothing before the server has told its time: a
 * clock that jumped would delete all.
 */
export const deleteExpired = async (): Promise<string[]> =>
  (isServerTimeKnown()
    ? await withVault(async (vault) => {
        const { db } = vault
        const limit = serverNow().getTime() - retentionMs
        const expired: string[] = []
        for (const one of await db.pins.toArray()) {
          const pinnedList = await openPinnedList(vault, one)
          if (pinnedList && (pinnedList.keptAt ?? pinnedList.since) >= limit) continue
          await unpinList(vault, one.key)
          if (pinnedList) expired.push(pinnedList.title)
        }
        await deleteExpiredDrafts()
        const old = await db.pages.where('savedAt').below(limit).primaryKeys()
        await deletePages(db, old)
        if (old.length + expired.length > 0) notifyVaultChange()
        return expired
      })
    : []) ?? []

/** Evicts pages until the saved data is within the limits. */
export const evictOverLimits = () =>
  withVault(async (vault) => {
    const { db } = vault
    const evicted = pagesToEvict(await db.pages.toArray())
    if (evicted.length === 0) return
    await deletePages(
      db,
      evicted.map(({ key }) => key),
    )
    const cut: string[] = []
    for (const list of new Set(evicted.flatMap((page) => (page.pinned ? [page.list] : [])))) {
      const pinnedList = await openPinnedList(vault, await db.pins.get(list))
      if (!pinnedList) continue
      await putPinnedList(vault, list, { ...pinnedList, keptAt: undefined, stopped: noLongerFits })
      cut.push(pinnedList.title)
    }
    if (cut.length > 0) evictedLists.set(cut)
    notifyVaultChange()
  })

const noLongerFits = 'It no longer fits on this device.'
const evictAfterMs = 500
let isScheduled = false

/** Evicts after a pause, once for all pages that are saved until then. */
export function scheduleEviction() {
  if (isScheduled) return
  isScheduled = true
  setTimeout(() => {
    isScheduled = false
    void evictOverLimits()
  }, evictAfterMs)
}
