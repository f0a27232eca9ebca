import { createStore } from '#device/store'
import { retentionMs, pagesToEvict } from './limits'
import { withVault, notifyVaultChange } from './ownVault'
import { deletePin, openPin, putPin } from './pins'
import { deletePages } from './vaultDb'

/** Names of lists that were kept and had to go in part: said by whoever listens. */
export const evictedLists = createStore<readonly string[]>([])

/** Deletes what is older than a week, and gives the names of the lists that were kept for so long. */
export const deleteExpired = async (): Promise<string[]> =>
  (await withVault(async (vault) => {
    const { db } = vault
    const limit = Date.now() - retentionMs
    const ended: string[] = []
    for (const one of await db.pins.toArray()) {
      const pin = await openPin(vault, one)
      if (pin && (pin.keptAt ?? pin.since) >= limit) continue
      await deletePin(vault, one.key)
      if (pin) ended.push(pin.title)
    }
    const old = await db.pages.where('savedAt').below(limit).primaryKeys()
    await deletePages(db, old)
    if (old.length + ended.length > 0) notifyVaultChange()
    return ended
  })) ?? []

/** Brings what is saved back within its bounds. */
export const evictOverLimits = () =>
  withVault(async (vault) => {
    const { db } = vault
    const leaving = pagesToEvict(await db.pages.toArray())
    if (leaving.length === 0) return
    await deletePages(
      db,
      leaving.map(({ key }) => key),
    )
    const cut: string[] = []
    for (const list of new Set(leaving.flatMap((page) => (page.pinned ? [page.list] : [])))) {
      const pin = await openPin(vault, await db.pins.get(list))
      if (!pin) continue
      await putPin(vault, list, { ...pin, keptAt: undefined, stopped: noLongerFits })
      cut.push(pin.title)
    }
    if (cut.length > 0) evictedLists.set(cut)
    notifyVaultChange()
  })

const noLongerFits = 'It no longer fits on this device.'
const tidyAfterMs = 500
let isWaiting = false

/** The same in a moment, once for all that is saved until then. */
export function scheduleEviction() {
  if (isWaiting) return
  isWaiting = true
  setTimeout(() => {
    isWaiting = false
    void evictOverLimits()
  }, tidyAfterMs)
}
