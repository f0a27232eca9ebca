import type { Sealed } from './sealing'

/** Whose saved pages lie sealed on this device. Of each admin only the e-mail is readable. */
export type SealedUser = { userId: number; email: string }

/** `asked`: the door asks for the password of the first one; else it offers sign-in, and them beside it. */
export type SealedUsers = { asked: boolean; users: readonly SealedUser[]; at: number }

/** The open session, sealed under the session key. Whose it is stands in the open: the door of a locked device names it. */
export type DeviceSession = Sealed & { id: 'session'; userId: number; email: string }

/** Whose data lies sealed here, as localStorage has it too: the newer of the two counts. */
export type DeviceLockState = SealedUsers & { id: 'door' }

/** A session that was locked or logged out on this device, by the hash of its token, which revokes it and opens nothing. */
export type EndedSession = {
  id: `ended ${string}`
  handle: string
  at: number
  /** The server still has to revoke it. */
  revoke: boolean
  /** Whose database is being deleted. */
  wipe?: number
}

export type DeviceRecord = DeviceSession | DeviceLockState | EndedSession

/**
 * What must be true of this device at the next start, however the browser ends: localStorage and cookies reach the disk
 * up to half a minute late, a strict transaction before it completes (docs/security.md, "The device").
 */
const databaseName = 'alajo-device'
const store = 'records'
/** A browser whose storage hangs must not hold the app. */
const limitMs = 3000

let database: Promise<IDBDatabase> | undefined

function openDevice(): Promise<IDBDatabase> {
  database ??= new Promise<IDBDatabase>((done, failed) => {
    const request = indexedDB.open(databaseName, 1)
    request.onupgradeneeded = () => request.result.createObjectStore(store, { keyPath: 'id' })
    request.onerror = () => failed(request.error)
    request.onsuccess = () => {
      const db = request.result
      const forget = () => {
        database = undefined
      }
      db.onclose = forget
      db.onversionchange = () => {
        db.close()
        forget()
      }
      done(db)
    }
  })
  database.catch(() => {
    database = undefined
  })
  return database
}

/** Undefined where storage is missing, fails or hangs. */
export const withTimeout = <T>(work: Promise<T>): Promise<T | undefined> =>
  new Promise((done) => {
    const giveUp = () => done(undefined)
    const timer = setTimeout(giveUp, limitMs)
    work.then(done, giveUp).finally(() => clearTimeout(timer))
  })

/** Every record, or undefined where nothing can be read now. */
export const readDevice = () =>
  withTimeout(
    openDevice().then(
      (db) =>
        new Promise<DeviceRecord[]>((done, failed) => {
          const request = db.transaction(store).objectStore(store).getAll()
          request.onsuccess = () => done(request.result as DeviceRecord[])
          request.onerror = () => failed(request.error)
        }),
    ),
  )

/** Changes records in one transaction, which is on the disk when this is done; false where it could not be. */
export const changeDevice = async (change: (records: IDBObjectStore) => void): Promise<boolean> =>
  (await withTimeout(
    openDevice().then(
      (db) =>
        new Promise<boolean>((done, failed) => {
          const transaction = db.transaction(store, 'readwrite', { durability: 'strict' })
          transaction.oncomplete = () => done(true)
          transaction.onabort = () => failed(transaction.error)
          change(transaction.objectStore(store))
        }),
    ),
  )) ?? false
