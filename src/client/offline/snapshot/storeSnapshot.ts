import { deviceMs } from '#device/deviceMs'
import { hashKey, type QueryKey } from '@tanstack/react-query'
import { scheduleEviction } from '../eviction'
import { type Vault, withVault } from '../ownVault'
import { opaquePage } from '../savedPages'
import { type Snapshot, snapshotKey, sealSnapshot } from './sealedSnapshot'

/**
 * Stores the snapshot of a place, encrypted, and says whether. Not if one of the pages that it shows is not saved yet, or out of
 * date: it would be gone already.
 */
export const storeSnapshot = (place: string, snapshot: Snapshot, shown: readonly QueryKey[]) =>
  withVault(async (vault) => {
    const { db, keys } = vault
    const key = await snapshotKey(keys, place)
    const pages = await Promise.all(shown.map((queryKey) => opaquePage(vault, hashKey(queryKey))))
    const sealed = await sealSnapshot(keys, key, snapshot)
    const bytes = sealed.sealed.byteLength
    const isCurrent = await db.transaction('rw', db.pages, db.pictures, async () => {
      const saved = await db.pages.bulkGet(pages)
      const areSaved = saved.every((page) => page?.changedAt === 0)
      await (areSaved
        ? db.pictures.put({ key, pages, usedAt: deviceMs(), bytes, ...sealed })
        : db.pictures.delete(key))
      return areSaved
    })
    scheduleEviction()
    return isCurrent
  })

export const snapshotInVault = ({ db, keys }: Vault, place: string) =>
  snapshotKey(keys, place).then((key) => db.pictures.get(key))

export const deleteSnapshots = () => withVault(({ db }) => db.pictures.clear())
