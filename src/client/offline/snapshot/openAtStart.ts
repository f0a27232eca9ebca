import { serverNow } from '#device/clock'
import { storedHint } from '#device/auth'
import { databaseName } from '#device/databaseName'
import { readDevice } from '#device/device'
import { vaultSessionKey } from '#device/sessionKey'
import { isIdleTooLong, openSession } from '#device/sessionRecord'
import { type Bytes, importSessionKey, type Sealed } from '#device/sealing'
import { deriveVaultKeys, unwrapSecret, type VaultKeys } from '../vaultCrypto'
import type { StoredSnapshot } from '../vaultDb'
import { startsInstantly } from './instantStart'
import { openSnapshot, type Snapshot, snapshotKey, rightsOf } from './sealedSnapshot'

/**
 * Opens the snapshot of a place for the admin whose session is open on this device. Undefined without one, and when the device is
 * locked, logged out or left idle: then the session's record or the vault's secret is gone (docs/use/offline.md, "The vault").
 */
export async function openAtStart(place: string, release: string): Promise<Snapshot | undefined> {
  const userId = storedHint()?.userId
  const sessionKey = vaultSessionKey()
  if (!userId || !sessionKey || !startsInstantly() || isIdleTooLong()) return undefined
  const [records, stored] = await Promise.all([readDevice(), storedSnapshot(userId, sessionKey, place)])
  const session = records?.find((one) => one.id === 'session')
  if (!stored || session?.userId !== userId) return undefined
  const auth = await openSession(session, sessionKey)
  if (auth?.userId !== userId || auth.mustChangePassword) return undefined
  return openSnapshot(stored.keys, stored.snapshot, {
    release,
    rights: rightsOf(auth),
    now: serverNow().getTime(),
  })
}

/** Without Dexie, which is part of the app. Closes the database at once: the app may have to upgrade it. */
async function storedSnapshot(
  userId: number,
  sessionKey: Bytes,
  place: string,
): Promise<{ keys: VaultKeys; snapshot: StoredSnapshot } | undefined> {
  const db = await existing(databaseName(userId))
  if (!db) return undefined
  try {
    if (!db.objectStoreNames.contains('pictures')) return undefined
    const sealed = await read<Sealed>(db, 'keys', 'open')
    const secret = sealed && (await unwrapSecret(sealed, await importSessionKey(sessionKey)))
    if (!secret) return undefined
    const keys = await deriveVaultKeys(secret)
    secret.fill(0)
    const snapshot = await read<StoredSnapshot>(db, 'pictures', await snapshotKey(keys, place))
    return snapshot && { keys, snapshot }
  } finally {
    db.close()
  }
}

/** Opens a database in whatever version it has; never creates one. */
const existing = (name: string) =>
  new Promise<IDBDatabase | undefined>((done) => {
    const request = indexedDB.open(name)
    request.onupgradeneeded = () => request.transaction?.abort()
    request.onerror = () => done(undefined)
    request.onsuccess = () => {
      const db = request.result
      db.onversionchange = () => db.close()
      done(db)
    }
  })

const read = <T>(db: IDBDatabase, store: string, key: string) =>
  new Promise<T | undefined>((done, failed) => {
    const request: IDBRequest<T | undefined> = db.transaction(store).objectStore(store).get(key)
    request.onsuccess = () => done(request.result)
    request.onerror = () => failed(request.error)
  })
