import Dexie, { type Table } from 'dexie'
import { databaseName } from '#device/databaseName'
import type { Sealed } from '#device/sealing'
import type { WrappedSecret } from './vaultCrypto'

/** What is known of one query's saved reply without opening it. Key, call, group and list are opaque. */
export type SavedPage = {
  key: string
  call: string
  group: string
  /** A call with its filters: the pages of one list. */
  list: string
  savedAt: number
  usedAt: number
  /** When a change made it older than what the server has; 0 as long as none did. */
  changedAt: number
  rows: number
  bytes: number
  pinned: 0 | 1
}

/** The reply itself. Apart from its page, so that pages are counted, marked and judged without reading megabytes. */
export type SavedContent = Sealed & { key: string }

/** A list that the user asked to keep, under the opaque name that its pages have it by. */
export type SavedPin = Sealed & { key: string; call: string }

/** A change whose outcome is not known yet, under its idempotency key; what it was is sealed. */
export type KeptIntent = Sealed & { key: string }

/** What opens the vault. It lies on the device as long as the saved pages do. */
export type KeyRecord = {
  id: 'lockup'
  wrapped: WrappedSecret
  /** The last sign-in that the server confirmed. */
  signedInAt: number
  wrongTries: number
  /** The latest moment that this device has shown. */
  seenAt: number
  /** While it is locked: who was signed in, with the token where the session may be gone on with. */
  session?: Sealed | undefined
}

/** The secret under the session key: there while the vault is open, and gone when it is locked. */
export type OpenSecret = Sealed & { id: 'open' }

/** On localhost it would keep the stack of every promise. */
Dexie.debug = false

export class VaultDb extends Dexie {
  pages!: Table<SavedPage, string>
  contents!: Table<SavedContent, string>
  pins!: Table<SavedPin, string>
  intents!: Table<KeptIntent, string>
  keys!: Table<KeyRecord | OpenSecret, string>

  constructor(userId: number) {
    super(databaseName(userId))
    this.version(1).stores({ pages: 'key, group, call, savedAt' })
    // Pages of version 1 were not sealed.
    this.version(2)
      .stores({
        pages: 'key, group, call, list, savedAt',
        contents: 'key',
        pins: 'key, call',
        intents: 'key',
        keys: 'id',
      })
      .upgrade((change) => change.table('pages').clear())
    // Another tab deletes or upgrades it: this one lets go for good, and works online.
    this.on('versionchange', () => this.close())
  }

  /** Leaves what opens the vault without its secret, in one transaction that is on the disk when this is done. */
  shut = (keyRecord: KeyRecord | undefined) =>
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

/** What can be read with the keys; without them it is nobody's. */
export const emptyVault = (db: VaultDb) =>
  Promise.all([db.pages, db.contents, db.pins, db.intents, db.keys].map((table: Table) => table.clear()))

/** Pages go with what they say. */
export const deletePages = (db: VaultDb, keys: string[]) =>
  db.transaction('rw', db.pages, db.contents, async () => {
    await Promise.all([db.pages.bulkDelete(keys), db.contents.bulkDelete(keys)])
  })

/** Longer than any healthy start; a browser whose storage hangs must not hold the app. */
const openLimitMs = 3000

let current: { userId: number; db: VaultDb; ready: Promise<VaultDb | undefined> } | undefined

/**
 * A user's own database, or undefined where the browser has none to give: a private window, storage that is off or
 * hangs, an older tab that does not let go. The app then works online.
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
    const limit = setTimeout(giveUp, openLimitMs)
    db.on('blocked', giveUp)
    db.open()
      .then(() => {
        // Late is better than not in this visit.
        if (current?.db === db) current.ready = Promise.resolve(db)
        done(db)
      }, giveUp)
      .finally(() => clearTimeout(limit))
  })

/** Deletes a user's database, with all that lies in it. */
export async function deleteVaultDb(userId: number) {
  if (current?.userId === userId) {
    current.db.close()
    current = undefined
  }
  if (typeof indexedDB !== 'undefined') await Dexie.delete(databaseName(userId)).catch(() => undefined)
}
