import { isServerTimeKnown, serverNow } from '#device/clock'
import { createStore } from '#device/store'
import { deleteExpiredDrafts } from './drafts'
import { retentionMs, pagesToEvict, picturesToEvict } from './limits'
import { withVault, notifyVaultChange, type Vault } from './ownVault'
import { deletePin, openPin, putPin } from './pins'
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
          const pin = await openPin(vault, one)
          if (pin && (pin.keptAt ?? pin.since) >= limit) continue
          await deletePin(vault, one.key)
          if (pin) expired.push(pin.title)
        }
        await deleteExpiredDrafts()
        const old = await db.pages.where('savedAt').below(limit).primaryKeys()
        await deletePages(db, old)
        if (old.length + expired.length > 0) notifyVaultChange()
        return expired
      })
    : []) ?? []

/** The sizes of the pictures, from their index: they are not read. */
async function pictureSizes({ db }: Vault) {
  const sizes = db.pictures.orderBy('[usedAt+bytes]')
  const [keys, found] = await Promise.all([sizes.primaryKeys(), sizes.keys()])
  return (found as unknown as [number, number][]).map(([usedAt, bytes], at) => ({
    key: keys[at] as string,
    usedAt,
    bytes,
  }))
}

/** The pictures of screens on this device. */
export const savedPictures = async () => (await withVault(pictureSizes)) ?? []

/** Evicts pictures and pages until the saved data is within the limits. */
export const evictOverLimits = () =>
  withVault(async (vault) => {
    const { db } = vault
    const pages = await db.pages.toArray()
    await db.pictures.bulkDelete(picturesToEvict(await pictureSizes(vault), pages))
    const evicted = pagesToEvict(pages)
    if (evicted.length === 0) return
    await deletePages(
      db,
      evicted.map(({ key }) => key),
    )
    const cut: string[] = []
    for (const list of new Set(evicted.flatMap((page) => (page.pinned ? [page.list] : [])))) {
      const pin = await openPin(vault, await db.pins.get(list))
      if (!pin) continue
      await putPin(vault, list, { ...pin, keptAt: undefined, stopped: noLongerFits })
      cut.push(pin.title)
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
