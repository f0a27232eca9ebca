import { currentAuth, stepOne } from './auth'
import {
  type Bytes,
  iterationsToday,
  keysFrom,
  newSecret,
  newStretch,
  type Stretch,
  unwrapSecret,
  type VaultKeys,
  wrappingKey,
  wrapSecret,
} from './vaultCrypto'
import { deleteVaultDb, type Lockup, type VaultDb, vaultDb } from './vaultDb'

type Found = { db: VaultDb | undefined; lockup: Lockup | undefined; stretch: Stretch; key: CryptoKey }

/** Between the steps of sign-in: the password, which is kept nowhere, and the key that it is being made into. */
let expected: { userId: number; password: string; found: Promise<Found> } | undefined

/** The keys of whoever is signed in. `atHand` once they are there: reading a page never waits for a password's key. */
let opened: { userId: number; keys: Promise<VaultKeys | undefined>; atHand: boolean } | undefined

/** Storage or cryptography may be missing or fail: there is then no vault, and the app works online. */
const quietly = <T>(work: Promise<T>): Promise<T | undefined> => work.catch(() => undefined)

/** Step one of sign-in has the password: its key is worked out while the e-mailed token is being typed. */
function expectSignIn() {
  const accepted = stepOne.get()
  expected = undefined
  if (!accepted) return
  const find = async (): Promise<Found> => {
    const db = await vaultDb(accepted.userId)
    const lockup = await db?.lockup()
    const stretch = lockup?.wrapped ?? newStretch()
    return { db, lockup, stretch, key: await wrappingKey(accepted.password, stretch) }
  }
  const found = find()
  // Whoever opens the vault meets the failure; nobody may.
  found.catch(() => undefined)
  expected = { ...accepted, found }
  opened = undefined
}
stepOne.subscribe(expectSignIn)
expectSignIn()

/** The keys of the signed-in user's vault, or undefined where it is locked or there is none. */
export function vaultKeys(userId: number): Promise<VaultKeys | undefined> {
  if (opened?.userId === userId) return opened.keys
  const isSignIn = expected?.userId === userId
  const keys = quietly(isSignIn ? oneTabAtOnce(userId, () => openAtSignIn(userId)) : readOpenKeys(userId))
  const mine = { userId, keys, atHand: !isSignIn }
  opened = mine
  void keys.then(() => {
    mine.atHand = true
  })
  return keys
}

/** The same for a read, which does not wait while sign-in opens the vault: the server answers sooner. */
export const keysAtHand = (userId: number): Promise<VaultKeys | undefined> => {
  const keys = vaultKeys(userId)
  return opened?.atHand ? keys : Promise.resolve(undefined)
}

/** Opens the vault with the password that the server has just accepted, or makes one. */
async function openAtSignIn(userId: number): Promise<VaultKeys | undefined> {
  if (!expected || currentAuth()?.userId !== userId) return undefined
  const { password, found } = expected
  expected = undefined
  stepOne.set(undefined)
  const { db, lockup, stretch, key } = await found
  if (!db) return undefined
  const known = lockup && (await unwrapSecret(lockup.wrapped, key))
  // The password was reset: nobody can open what the old one sealed.
  if (!known) await Promise.all([db.pages.clear(), db.pins.clear(), db.keys.clear()])
  const secret = known ?? newSecret()
  const isFresh = known && stretch.iterations >= iterationsToday
  const wrapped = isFresh ? lockup.wrapped : await wrapAnew(secret, password, { stretch, key })
  await db.keys.put({ id: 'lockup', wrapped, signedInAt: Date.now(), wrongTries: 0 })
  return keepOpen(db, secret)
}

/** Under a key of today's strength: the one that is there already, if it is one. */
async function wrapAnew(secret: Bytes, password: string, made?: { stretch: Stretch; key: CryptoKey }) {
  if (made && made.stretch.iterations >= iterationsToday) return wrapSecret(secret, made.key, made.stretch)
  const stretch = newStretch()
  return wrapSecret(secret, await wrappingKey(password, stretch), stretch)
}

async function keepOpen(db: VaultDb, secret: Bytes): Promise<VaultKeys> {
  const keys = await keysFrom(secret)
  secret.fill(0)
  await db.keys.put({ id: 'open', ...keys })
  return keys
}

/** A reload needs no password: the keys lie on the device while the vault is open, and can't be taken out of them. */
async function readOpenKeys(userId: number): Promise<VaultKeys | undefined> {
  const db = await vaultDb(userId)
  return db && ((await db.openKeys()) ?? oneTabAtOnce(userId, () => keysWithoutPassword(db, userId)))
}

/** Signed in by a release that had no vault: one without a password, which ends with this session. */
async function keysWithoutPassword(db: VaultDb, userId: number): Promise<VaultKeys | undefined> {
  // Another tab may have been here, or sign-in in it.
  const kept = await db.openKeys()
  if (kept || (await db.lockup()) || currentAuth()?.userId !== userId) return kept
  return keepOpen(db, newSecret())
}

const oneTabAtOnce = <T>(userId: number, work: () => Promise<T>): Promise<T> =>
  navigator.locks.request(`alajo-vault-${userId}`, work)

/** The password was changed: the same secret goes under the new one. */
export const changeVaultPassword = (userId: number, oldPassword: string, newPassword: string) =>
  quietly(
    oneTabAtOnce(userId, async () => {
      const db = await vaultDb(userId)
      const lockup = await db?.lockup()
      if (!db || !lockup) return
      const secret = await unwrapSecret(lockup.wrapped, await wrappingKey(oldPassword, lockup.wrapped))
      if (!secret) return
      const wrapped = await wrapAnew(secret, newPassword)
      secret.fill(0)
      await db.keys.put({ ...lockup, wrapped })
    }),
  )

/** Nothing of this user stays on the device. */
export async function wipeVault(userId: number) {
  if (opened?.userId === userId) opened = undefined
  if (expected?.userId === userId) expected = undefined
  await deleteVaultDb(userId)
}
