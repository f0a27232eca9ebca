import { type Auth, currentAuth, stepOne } from '#device/auth'
import { storeAuth } from '#device/deviceAuth'
import { newLatch, vaultLatch } from '#device/latch'
import { type Bytes, latchKey } from '#device/sealing'
import {
  iterationsToday,
  keysFrom,
  newSecret,
  newStretch,
  type Stretch,
  unwrapSecret,
  type VaultKeys,
  wrappingKey,
  type WrappedSecret,
  wrapSecret,
} from './vaultCrypto'
import { deleteVaultDb, emptyVault, type Lockup, type VaultDb, vaultDb } from './vaultDb'

type Found = { db: VaultDb | undefined; lockup: Lockup | undefined; stretch: Stretch; key: CryptoKey }

/** Between the steps of sign-in: the password, which is kept nowhere, and the key that it is being made into. */
let expected: { userId: number; password: string; found: Promise<Found> } | undefined

/** The keys of whoever is signed in. */
let opened: { userId: number; keys: Promise<VaultKeys | undefined> } | undefined

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
  if (opened?.userId !== userId) opened = { userId, keys: quietly(readOpenKeys(userId)) }
  return opened.keys
}

/**
 * Step two of sign-in was accepted: the vault is open before anybody is signed in, or a page that was loaded anew just
 * then would be without it, and the password is gone. Its slow part is done by now.
 */
export async function enter(auth: Auth) {
  const { userId } = auth
  newLatch(auth.accessToken)
  const keys = quietly(oneTabAtOnce(userId, () => openAtSignIn(userId)))
  opened = { userId, keys }
  await keys
  await storeAuth(auth)
}

/** Opens the vault with the password that the server has just accepted, or makes one. */
async function openAtSignIn(userId: number): Promise<VaultKeys | undefined> {
  if (expected?.userId !== userId) return undefined
  const { password, found } = expected
  expected = undefined
  stepOne.set(undefined)
  const { db, lockup, stretch, key } = await found
  if (!db) return undefined
  const known = lockup && (await unwrapSecret(lockup.wrapped, key))
  // The password was reset: nobody can open what the old one sealed.
  if (!known) await emptyVault(db)
  const secret = known ?? newSecret()
  const isFresh = known && stretch.iterations >= iterationsToday
  const wrapped = isFresh ? lockup.wrapped : await wrapAnew(secret, password, { stretch, key })
  const now = Date.now()
  await db.keys.put({ id: 'lockup', wrapped, signedInAt: now, seenAt: now, wrongTries: 0 })
  return keepOpen(db, secret)
}

/** Under a key of today's strength: the one that is there already, if it is one. */
async function wrapAnew(
  secret: Bytes,
  password: string,
  made?: { stretch: Stretch; key: CryptoKey },
): Promise<WrappedSecret> {
  const isFresh = made && made.stretch.iterations >= iterationsToday
  const { salt, iterations } = isFresh ? made.stretch : newStretch()
  const key = isFresh ? made.key : await wrappingKey(password, { salt, iterations })
  return { ...(await wrapSecret(secret, key)), salt, iterations }
}

/** The vault is open from now on, to this session's latch: its keys are taken from the secret, which is forgotten. */
export async function keepOpen(db: VaultDb, secret: Bytes): Promise<VaultKeys> {
  const latch = vaultLatch()
  const keys = await keysFrom(secret)
  if (latch) await db.keys.put({ id: 'open', ...(await wrapSecret(secret, await latchKey(latch))) })
  secret.fill(0)
  return keys
}

/** A reload needs no password, as long as the latch is there. */
async function readOpenKeys(userId: number): Promise<VaultKeys | undefined> {
  const db = await vaultDb(userId)
  return db && ((await unlatched(db)) ?? oneTabAtOnce(userId, () => keysWithoutPassword(db, userId)))
}

async function unlatched(db: VaultDb): Promise<VaultKeys | undefined> {
  const latch = vaultLatch()
  const kept = latch && (await db.openSecret())
  const secret = kept && (await unwrapSecret(kept, await latchKey(latch)))
  return secret && keysFrom(secret)
}

/** Signed in by a release that had no vault: one without a password, which ends with this session. */
async function keysWithoutPassword(db: VaultDb, userId: number): Promise<VaultKeys | undefined> {
  // Another tab may have been here, or sign-in in it.
  const kept = await unlatched(db)
  if (kept || (await db.lockup()) || currentAuth()?.userId !== userId) return kept
  return keepOpen(db, newSecret())
}

const oneTabAtOnce = <T>(userId: number, work: () => Promise<T>): Promise<T> =>
  navigator.locks.request(`alajo-vault-${userId}`, work)

/**
 * Wraps the vault's secret under a new password while the server is being asked. Gives what keeps it, for when the
 * server has changed the password; until then, and without a vault, nothing is different.
 */
export async function wrapForNewPassword(userId: number, oldPassword: string, newPassword: string) {
  const wrapped = await quietly(wrapUnder(userId, oldPassword, newPassword))
  return () =>
    quietly(
      oneTabAtOnce(userId, async () => {
        const db = await vaultDb(userId)
        const lockup = await db?.lockup()
        if (db && lockup && wrapped) await db.keys.put({ ...lockup, wrapped })
      }),
    )
}

async function wrapUnder(userId: number, oldPassword: string, newPassword: string) {
  const lockup = await (await vaultDb(userId))?.lockup()
  const secret =
    lockup && (await unwrapSecret(lockup.wrapped, await wrappingKey(oldPassword, lockup.wrapped)))
  return secret && wrapAnew(secret, newPassword).finally(() => secret.fill(0))
}

/** The keys leave the device; only the password brings them back. `lockup` is what it opens from now on. */
export async function closeVault(userId: number, lockup: Lockup | undefined) {
  if (opened?.userId === userId) opened = undefined
  const db = await vaultDb(userId)
  // A device without room for the session is locked all the same.
  await db?.shut(lockup).catch(() => db.shut(undefined).catch(() => undefined))
}

/** Nothing of this user stays on the device. */
export async function wipeVault(userId: number) {
  if (opened?.userId === userId) opened = undefined
  if (expected?.userId === userId) expected = undefined
  await deleteVaultDb(userId)
}
