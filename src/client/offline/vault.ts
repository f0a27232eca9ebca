import { deviceMs } from '#device/deviceMs'
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

type PreparedVault = {
  db: VaultDb | undefined
  keyRecord: KeyRecord | undefined
  kdfParameters: KdfParameters
  key: CryptoKey
}

/** Between the steps of sign-in: the password, which is never stored, and the key that is derived from it. */
let pending: { userId: number; password: string; prepared: Promise<PreparedVault> } | undefined

/** The keys of the signed-in admin. */
let opened: { userId: number; keys: Promise<VaultKeys | undefined> } | undefined

/** Without storage or WebCrypto the app works online only. */
const orUndefined = <T>(work: Promise<T>): Promise<T | undefined> => work.catch(() => undefined)

/** After step one of sign-in: derives the key from the password while the admin enters the token. */
function prepareVault() {
  const accepted = acceptedCredentials.get()
  pending = undefined
  if (!accepted) return
  const prepare = async (): Promise<PreparedVault> => {
    const db = await vaultDb(accepted.userId)
    const keyRecord = await db?.keyRecord()
    const kdfParameters = keyRecord?.wrapped ?? newKdfParameters()
    return { db, keyRecord, kdfParameters, key: await deriveWrappingKey(accepted.password, kdfParameters) }
  }
  const prepared = prepare()
  // The failure is handled when the vault is opened, if it ever is.
  prepared.catch(() => undefined)
  pending = { ...accepted, prepared }
  opened = undefined
}
acceptedCredentials.subscribe(prepareVault)
prepareVault()

/** The keys of the signed-in admin's vault, or undefined if it is locked or missing. */
export function vaultKeys(userId: number): Promise<VaultKeys | undefined> {
  if (opened?.userId !== userId) opened = { userId, keys: orUndefined(readOpenKeys(userId)) }
  return opened.keys
}

/**
 * Completes sign-in after step two. The vault is opened before the session is stored: a reload in between would lose the
 * password, and the vault with it.
 */
export async function completeSignIn(auth: Auth) {
  const { userId } = auth
  newSessionKey(auth.accessToken)
  const keys = orUndefined(withVaultLock(userId, () => openAtSignIn(userId)))
  opened = { userId, keys }
  await keys
  await storeAuth(auth)
}

/** Opens the vault with the accepted password, or creates one. */
async function openAtSignIn(userId: number): Promise<VaultKeys | undefined> {
  if (pending?.userId !== userId) return undefined
  const { password, prepared } = pending
  pending = undefined
  acceptedCredentials.set(undefined)
  const { db, keyRecord, kdfParameters, key } = await prepared
  if (!db) return undefined
  const existing = keyRecord && (await unwrapSecret(keyRecord.wrapped, key))
  // The password was reset: what the old one sealed can't be opened.
  if (!existing) await emptyVault(db)
  const secret = existing ?? newSecret()
  const isCurrent = existing && kdfParameters.iterations >= currentIterations
  const wrapped = isCurrent ? keyRecord.wrapped : await rewrapSecret(secret, password, { kdfParameters, key })
  const now = deviceMs()
  await db.keys.put({ id: 'lockup', wrapped, signedInAt: now, seenAt: now, wrongTries: 0 })
  return persistOpenVault(db, secret)
}

/** Wraps the secret with a key of today's strength; reuses the given one if it is strong enough. */
async function rewrapSecret(
  secret: Bytes,
  password: string,
  derived?: { kdfParameters: KdfParameters; key: CryptoKey },
): Promise<WrappedSecret> {
  const isCurrent = derived && derived.kdfParameters.iterations >= currentIterations
  const { salt, iterations } = isCurrent ? derived.kdfParameters : newKdfParameters()
  const key = isCurrent ? derived.key : await deriveWrappingKey(password, { salt, iterations })
  return { ...(await wrapSecret(secret, key)), salt, iterations }
}

/** Stores the vault's secret encrypted with the session key, and derives its keys. Erases the secret. */
export async function persistOpenVault(db: VaultDb, secret: Bytes): Promise<VaultKeys> {
  const sessionKey = vaultSessionKey()
  const keys = await deriveVaultKeys(secret)
  if (sessionKey)
    await db.keys.put({ id: 'open', ...(await wrapSecret(secret, await importSessionKey(sessionKey))) })
  secret.fill(0)
  return keys
}

/** After a reload, the session key opens the vault without the password. */
async function readOpenKeys(userId: number): Promise<VaultKeys | undefined> {
  const db = await vaultDb(userId)
  return (
    db && ((await keysFromSessionKey(db)) ?? withVaultLock(userId, () => keysWithoutPassword(db, userId)))
  )
}

async function keysFromSessionKey(db: VaultDb): Promise<VaultKeys | undefined> {
  const sessionKey = vaultSessionKey()
  const stored = sessionKey && (await db.openSecret())
  const secret = stored && (await unwrapSecret(stored, await importSessionKey(sessionKey)))
  return secret && deriveVaultKeys(secret)
}

/** For a session that began while the app could not be loaded: a vault without a password, for this session only. */
async function keysWithoutPassword(db: VaultDb, userId: number): Promise<VaultKeys | undefined> {
  // Another tab may have opened it.
  const keys = await keysFromSessionKey(db)
  if (keys || (await db.keyRecord()) || currentAuth()?.userId !== userId) return keys
  return persistOpenVault(db, newSecret())
}

const withVaultLock = <T>(userId: number, work: () => Promise<T>): Promise<T> =>
  navigator.locks.request(`alajo-vault-${userId}`, work)

/**
 * Wraps the vault's secret with a new password while the server changes it. Returns a function that stores the result;
 * call it once the server has changed the password.
 */
export async function wrapForNewPassword(userId: number, oldPassword: string, newPassword: string) {
  const wrapped = await orUndefined(wrapWithPassword(userId, oldPassword, newPassword))
  return () =>
    orUndefined(
      withVaultLock(userId, async () => {
        const db = await vaultDb(userId)
        const keyRecord = await db?.keyRecord()
        if (db && keyRecord && wrapped) await db.keys.put({ ...keyRecord, wrapped })
      }),
    )
}

async function wrapWithPassword(userId: number, oldPassword: string, newPassword: string) {
  const keyRecord = await (await vaultDb(userId))?.keyRecord()
  const secret =
    keyRecord &&
    (await unwrapSecret(keyRecord.wrapped, await deriveWrappingKey(oldPassword, keyRecord.wrapped)))
  return secret && rewrapSecret(secret, newPassword).finally(() => secret.fill(0))
}

/** Removes the keys from the device; only the password restores them. `keyRecord` replaces the stored one. */
export async function closeVault(userId: number, keyRecord: KeyRecord | undefined) {
  if (opened?.userId === userId) opened = undefined
  const db = await vaultDb(userId)
  // A full disk can't store the session, but still locks.
  await db?.lock(keyRecord).catch(() => db.lock(undefined).catch(() => undefined))
}

/** Deletes all data of an admin on this device. */
export async function wipeVault(userId: number) {
  if (opened?.userId === userId) opened = undefined
  if (pending?.userId === userId) pending = undefined
  await deleteVaultDb(userId)
}
