import { type Auth, currentAuth, acceptedCredentials } from '#device/auth'
import { storeAuth } from '#device/deviceAuth'
import { newSessionKey, vaultSessionKey } from '#device/sessionKey'
import { type Bytes, importSessionKey } from '#device/sealing'
import {
  currentIterations,
  deriveVaultKeys,
  newSecret,
  newKdfParameters,
  type KdfParameters,
  unwrapSecret,
  type VaultKeys,
  deriveWrappingKey,
  type WrappedSecret,
  wrapSecret,
} from './vaultCrypto'
import { deleteVaultDb, emptyVault, type KeyRecord, type VaultDb, vaultDb } from './vaultDb'

type Found = {
  db: VaultDb | undefined
  keyRecord: KeyRecord | undefined
  kdfParameters: KdfParameters
  key: CryptoKey
}

/** Between the steps of sign-in: the password, which is kept nowhere, and the key that it is being made into. */
let expected: { userId: number; password: string; found: Promise<Found> } | undefined

/** The keys of whoever is signed in. */
let opened: { userId: number; keys: Promise<VaultKeys | undefined> } | undefined

/** Storage or cryptography may be missing or fail: there is then no vault, and the app works online. */
const quietly = <T>(work: Promise<T>): Promise<T | undefined> => work.catch(() => undefined)

/** Step one of sign-in has the password: its key is worked out while the e-mailed token is being typed. */
function expectSignIn() {
  const accepted = acceptedCredentials.get()
  expected = undefined
  if (!accepted) return
  const find = async (): Promise<Found> => {
    const db = await vaultDb(accepted.userId)
    const keyRecord = await db?.keyRecord()
    const kdfParameters = keyRecord?.wrapped ?? newKdfParameters()
    return { db, keyRecord, kdfParameters, key: await deriveWrappingKey(accepted.password, kdfParameters) }
  }
  const found = find()
  // Whoever opens the vault meets the failure; nobody may.
  found.catch(() => undefined)
  expected = { ...accepted, found }
  opened = undefined
}
acceptedCredentials.subscribe(expectSignIn)
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
export async function completeSignIn(auth: Auth) {
  const { userId } = auth
  newSessionKey(auth.accessToken)
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
  acceptedCredentials.set(undefined)
  const { db, keyRecord, kdfParameters, key } = await found
  if (!db) return undefined
  const known = keyRecord && (await unwrapSecret(keyRecord.wrapped, key))
  // The password was reset: nobody can open what the old one sealed.
  if (!known) await emptyVault(db)
  const secret = known ?? newSecret()
  const isFresh = known && kdfParameters.iterations >= currentIterations
  const wrapped = isFresh ? keyRecord.wrapped : await wrapAnew(secret, password, { kdfParameters, key })
  const now = Date.now()
  await db.keys.put({ id: 'lockup', wrapped, signedInAt: now, seenAt: now, wrongTries: 0 })
  return persistOpenVault(db, secret)
}

/** Under a key of today's strength: the one that is there already, if it is one. */
async function wrapAnew(
  secret: Bytes,
  password: string,
  made?: { kdfParameters: KdfParameters; key: CryptoKey },
): Promise<WrappedSecret> {
  const isFresh = made && made.kdfParameters.iterations >= currentIterations
  const { salt, iterations } = isFresh ? made.kdfParameters : newKdfParameters()
  const key = isFresh ? made.key : await deriveWrappingKey(password, { salt, iterations })
  return { ...(await wrapSecret(secret, key)), salt, iterations }
}

/** The vault is open from now on, to this session's session key: its keys are taken from the secret, which is forgotten. */
export async function persistOpenVault(db: VaultDb, secret: Bytes): Promise<VaultKeys> {
  const sessionKey = vaultSessionKey()
  const keys = await deriveVaultKeys(secret)
  if (sessionKey)
    await db.keys.put({ id: 'open', ...(await wrapSecret(secret, await importSessionKey(sessionKey))) })
  secret.fill(0)
  return keys
}

/** A reload needs no password, as long as the session key is there. */
async function readOpenKeys(userId: number): Promise<VaultKeys | undefined> {
  const db = await vaultDb(userId)
  return db && ((await unlatched(db)) ?? oneTabAtOnce(userId, () => keysWithoutPassword(db, userId)))
}

async function unlatched(db: VaultDb): Promise<VaultKeys | undefined> {
  const sessionKey = vaultSessionKey()
  const kept = sessionKey && (await db.openSecret())
  const secret = kept && (await unwrapSecret(kept, await importSessionKey(sessionKey)))
  return secret && deriveVaultKeys(secret)
}

/** Signed in by a release that had no vault: one without a password, which ends with this session. */
async function keysWithoutPassword(db: VaultDb, userId: number): Promise<VaultKeys | undefined> {
  // Another tab may have been here, or sign-in in it.
  const kept = await unlatched(db)
  if (kept || (await db.keyRecord()) || currentAuth()?.userId !== userId) return kept
  return persistOpenVault(db, newSecret())
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
        const keyRecord = await db?.keyRecord()
        if (db && keyRecord && wrapped) await db.keys.put({ ...keyRecord, wrapped })
      }),
    )
}

async function wrapUnder(userId: number, oldPassword: string, newPassword: string) {
  const keyRecord = await (await vaultDb(userId))?.keyRecord()
  const secret =
    keyRecord &&
    (await unwrapSecret(keyRecord.wrapped, await deriveWrappingKey(oldPassword, keyRecord.wrapped)))
  return secret && wrapAnew(secret, newPassword).finally(() => secret.fill(0))
}

/** The keys leave the device; only the password brings them back. `keyRecord` is what it opens from now on. */
export async function closeVault(userId: number, keyRecord: KeyRecord | undefined) {
  if (opened?.userId === userId) opened = undefined
  const db = await vaultDb(userId)
  // A device without room for the session is locked all the same.
  await db?.shut(keyRecord).catch(() => db.shut(undefined).catch(() => undefined))
}

/** Nothing of this user stays on the device. */
export async function wipeVault(userId: number) {
  if (opened?.userId === userId) opened = undefined
  if (expected?.userId === userId) expected = undefined
  await deleteVaultDb(userId)
}
