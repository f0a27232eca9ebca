import Dexie, { type Table } from 'dexie'
import type { Sealed, WrappedSecret } from './vaultCrypto'

/** One query's reply as it was saved. Key, call and group are opaque, the rest is sealed. */
export type SavedPage = Sealed & {
  key: string
  call: string
  group: string
  savedAt: number
  usedAt: number
  bytes: number
  pinned: 0 | 1
}

/** What the user asked to keep: a call and its filters, sealed. */
export type Pin = Sealed & { key: string }

/** A change whose outcome is not known yet, under its idempotency key; what it was is sealed. */
export type KeptIntent = Sealed & { key: string }

/** What opens the vault. It lies on the device as long as the saved pages do. */
export type Lockup = {
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

/** The secret under the latch: there while the vault is open, and gone when it is locked. */
export type OpenSecret = Sealed & { id: 'open' }

/** On localhost it would keep the stack of every promise. */
Dexie.debug = false

export class VaultDb extends Dexie {
  pages!: Table<SavedPage, string>
  pins!: Table<Pin, string>
  intents!: Table<KeptIntent, string>
  keys!: Table<Lockup | OpenSecret, string>

  constructor(userId: number) {
    super(databaseName(userId))
    this.version(1).stores({ pages: 'key, group, call, savedAt' })
    // Pages of version 1 were not sealed.
    this.version(2)
      .stores({ pages: 'key, group, call, savedAt, usedAt', pins: 'key', intents: 'key', keys: 'id' })
      .upgrade((change) => change.table('pages').clear())
    // Another tab deletes or upgrades it: this one lets go for good, and works online.
    this.on('versionchange', () => this.close())
  }

  lockup = async () => (await this.keys.get('lockup')) as Lockup | undefined
  openSecret = async () => (await this.keys.get('open')) as OpenSecret | undefined
}

const databaseName = (userId: number) => `alajo-user-${userId}`

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
