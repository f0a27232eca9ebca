import Dexie, { type Table } from 'dexie'
import { databaseName } from '#device/databaseName'
import type { Sealed } from '#device/sealing'
import type { WrappedSecret } from './vaultCrypto'

/** Metadata of a saved reply, readable without decryption. Key, call, group and list are opaque names. */
export type SavedPage = {
  key: string
  call: string
  group: string
  /** A call with its filters, for all pages of one list. */
  list: string
  savedAt: number
  usedAt: number
  /** When a change made the reply stale; 0 if none did. */
  changedAt: number
  rows: number
  bytes: number
  pinned: 0 | 1
}

/** The reply itself. Separate from its metadata, so that pages are counted and evicted without reading megabytes. */
type SavedContent = Sealed & { key: string }

/** A list that is kept offline, under its opaque name. */
export type StoredPinnedList = Sealed & { key: string; call: string }

/** A change without a reply, under its idempotency key. The change itself is encrypted. */
type StoredIntent = Sealed & { key: string }

/** What was entered and not sent, under an opaque name. The entries are encrypted. */
export type StoredDraft = Sealed & { key: string; savedAt: number }

/** Opens the vault with the password. It stays on the device as long as the saved pages do. */
export type KeyRecord = {
  id: 'lockup'
  wrapped: WrappedSecret
  /** The last sign-in that the server confirmed. */
  signedInAt: number
  wrongTries: number
  /** The latest time this device has shown. */
  seenAt: number
  /** While locked: the session, with its token if it is still valid. */
  session?: Sealed | undefined
}

/** The secret, encrypted with the session key. It exists only while the vault is open. */
type OpenSecret = Sealed & { id: 'open' }

/** On localhost, Dexie would record the stack of every promise. */
Dexie.debug = false

export class VaultDb extends Dexie {
  pages!: Table<SavedPage, string>
  contents!: Table<SavedContent, string>
  pins!: Table<StoredPinnedList, string>
  intents!: Table<StoredIntent, string>
  drafts!: Table<StoredDraft, string>
  keys!: Table<KeyRecord | OpenSecret, string>

  constructor(userId: number) {
    super(databaseName(userId))
    this.version(2).stores({
      pages: 'key, group, call, list, savedAt',
      contents: 'key',
      pins: 'key, call',
      intents: 'key',
      keys: 'id',
    })
    this.version(3).stores({ drafts: 'key, savedAt' })
    // Until 0.2.0, screens as they were left.
    this.version(4).stores({ pictures: 'key, *pages, [usedAt+bytes]' })
    this.version(5).stores({ pictures: null })
    // Another tab deletes or upgrades the database: this one closes it and works online.
    this.on('versionchange', () => this.close())
  }

  /** Removes the secret and stores the key record, in one transaction that is flushed to disk. */
  lock = (keyRecord: KeyRecord | undefined) =>
    new Promise<void>((done, failed) => {
      const transaction = this.backendDB().transaction('keys', 'readwrite', { durability: 'strict' })
      transaction.oncomplete = () => done()
      transaction.onabort = () => failed(transaction.error)
      const keys = transaction.objectStore('keys')
      keys.delete('open')
      if (keyRecord) keys.put(keyRecord)
    })

  keyRecord = async () => (await this.keys.get('lockup')) as KeyRecord | undefined
  openSecret = async () => (await this.keys.get('open')) as OpenSecret | undefined
}

/** Deletes everything in the vault. */
export const emptyVault = (db: VaultDb) =>
  Promise.all(
    [db.pages, db.contents, db.pins, db.intents, db.drafts, db.keys].map((table: Table) => table.clear()),
  )

/** Deletes pages together with their contents. */
export const deletePages = (db: VaultDb, keys: string[]) =>
  db.transaction('rw', db.pages, db.contents, async () => {
    await Promise.all([db.pages.bulkDelete(keys), db.contents.bulkDelete(keys)])
  })

/** Storage that hangs must not block the app. */
const openTimeoutMs = 3000

let current: { userId: number; db: VaultDb; ready: Promise<VaultDb | undefined> } | undefined

/**
 * Opens an admin's database. Undefined in a private window, when storage is off or hangs, or when an older tab blocks it;
 * the app then works online only.
 */
export function vaultDb(userId: number): Promise<VaultDb | undefined> {
  if (typeof indexedDB === 'undefined') return Promise.resolve(undefined)
  if (current?.userId !== userId) {
    current?.db.close()
    const db = new VaultDb(userId)
    current = { userId, db, ready: opened(db) }
  }
  return current.ready
}

const opened = (db: VaultDb): Promise<VaultDb | undefined> =>
  new Promise((done) => {
    const giveUp = () => done(undefined)
    const limit = setTimeout(giveUp, openTimeoutMs)
    db.on('blocked', giveUp)
    db.open()
      .then(() => {
        // After the timeout, later callers still get the database.
        if (current?.db === db) current.ready = Promise.resolve(db)
        done(db)
      }, giveUp)
      .finally(() => clearTimeout(limit))
  })

/** Deletes an admin's database. */
export async function deleteVaultDb(userId: number) {
  if (current?.userId === userId) {
    current.db.close()
    current = undefined
  }
  if (typeof indexedDB !== 'undefined') await Dexie.delete(databaseName(userId)).catch(() => undefined)
}
