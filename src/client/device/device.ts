import type { Sealed } from './sealing'

/** An admin whose saved pages are sealed on this device. Only the e-mail is readable. */
export type SealedUser = { userId: number; email: string }

/** `asked`: the lock screen asks for a password. Otherwise sign-in is shown, with a link to the lock screen. */
export type SealedUsers = { asked: boolean; users: readonly SealedUser[]; at: number }

/** The open session, encrypted with the session key. The e-mail is readable: the lock screen shows it. */
export type DeviceSession = Sealed & { id: 'session'; userId: number; email: string }

/** A copy of what localStorage has about sealed data; the newer of the two counts. */
type DeviceLockState = SealedUsers & { id: 'door' }

/** A session that was locked or logged out on this device. The handle is a hash of its token: it can only revoke. */
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
 * Holds what must survive a crash of the browser. localStorage and cookies are flushed to disk up to 30 seconds late; a
 * strict transaction is flushed before it completes (docs/run/security.md, "The device").
 */
const databaseName = 'alajo-device'
const store = 'records'
/** Storage that hangs must not block the app. */
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

/** The result, or undefined when storage is missing, fails or hangs. */
export const withTimeout = <T>(work: Promise<T>): Promise<T | undefined> =>
  new Promise((done) => {
    const giveUp = () => done(undefined)
    const timer = setTimeout(giveUp, limitMs)
    work.then(done, giveUp).finally(() => clearTimeout(timer))
  })

/** All records, or undefined when storage can't be read. */
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

/** Changes records in one transaction and flushes it to disk. Returns false on failure. */
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
