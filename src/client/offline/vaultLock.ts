import { deviceMs } from '#device/deviceMs'
import { sessionHours } from '#contract/calls/session'
import { type Auth, idleSession } from '#device/auth'
import { clearAuth, endSession, storeAuth } from '#device/deviceAuth'
import {
  setLockScreen,
  forgetSealed,
  rememberSealed,
  refreshSealed,
  type SealedUser,
} from '#device/sealedUsers'
import { newSessionKey } from '#device/sessionKey'
import { clockSlackMs } from '#device/sessionRecord'
import { watchUnlock } from '#transport/offlineUnlocks'
import { closeVault, persistOpenVault, vaultKeys, wipeVault } from './vault'
import { deriveVaultKeys, open, seal, unwrapSecret, type VaultKeys, deriveWrappingKey } from './vaultCrypto'
import { type KeyRecord, type VaultDb, vaultDb } from './vaultDb'

const triesAllowed = 5
/** Reading without a connection ends this long after the last sign-in that the server confirmed. */
const offlineMs = 72 * 3_600_000

/** The result of an attempt to unlock. */
export type UnlockResult =
  | { kind: 'open' }
  | { kind: 'wrong'; triesLeft: number }
  | { kind: 'deleted' | 'gone' | 'tooOld' | 'clockSetBack' | 'failed' }

const sessionContext = 'session'

/** Whether the session is older than the server allows. */
export const isExpired = ({ signedInAt = deviceMs() }: Auth) =>
  deviceMs() - signedInAt > sessionHours * 3_600_000

/**
 * Locks the vault: encrypts the session with its keys, then removes the keys. The token is included while the session is
 * valid. Returns false if no password could open the vault; its data is deleted then.
 */
export async function sealVault(
  auth: Auth,
  { isOver, lockScreen }: { isOver: boolean; lockScreen: boolean },
): Promise<boolean> {
  const { userId, email } = auth
  const db = await vaultDb(userId)
  // Null if it can't be read. Without the session key the vault is locked anyway.
  const keyRecord = await db?.keyRecord().catch(() => null)
  const keys = await vaultKeys(userId)
  const hasKeyRecord = keyRecord !== undefined
  const sealed = keyRecord && keys && (await withSession(keyRecord, keys, { auth, isOver }))
  if (hasKeyRecord) await closeVault(userId, sealed ?? undefined)
  // First the lock state on the disk, then the event that sends the other tabs to the lock screen.
  if (hasKeyRecord) rememberSealed({ userId, email }, { lockScreen })
  else forgetSealed(userId)
  await endSession(auth, { revoke: !hasKeyRecord && !isOver, wipe: !hasKeyRecord })
  clearAuth()
  refreshSealed()
  if (!hasKeyRecord) await wipeVault(userId)
  return hasKeyRecord
}

async function withSession(
  keyRecord: KeyRecord,
  keys: VaultKeys,
  { auth, isOver }: { auth: Auth; isOver: boolean },
): Promise<KeyRecord> {
  // Of an ended session only the admin is stored.
  const stored = isOver || isExpired(auth) ? { ...auth, accessToken: '' } : auth
  return { ...keyRecord, session: await seal(keys, sessionContext, stored), seenAt: latest(keyRecord) }
}

let sealing: Promise<unknown> = Promise.resolve()

/** Seals a session that was left open past the idle limit, before anything is shown. */
export function sealIdleSession() {
  const seal = async () => {
    const auth = idleSession.get()
    if (auth) await sealVault(auth, { isOver: false, lockScreen: true })
  }
  sealing = sealing.then(seal, seal)
  return sealing
}

/** Tries a password. If it is right, opens the vault and restores the session. */
export async function unlockVault({ userId, email }: SealedUser, password: string): Promise<UnlockResult> {
  // An idle session may still be being sealed; unlocking needs it.
  await sealIdleSession().catch(() => undefined)
  const db = await vaultDb(userId)
  const keyRecord = db && (await countAttempt(db))
  if (!keyRecord) {
    await forgetVault(userId)
    return { kind: 'gone' }
  }
  if ('kind' in keyRecord) return keyRecord
  const secret = await unwrapSecret(keyRecord.wrapped, await deriveWrappingKey(password, keyRecord.wrapped))
  if (!secret) {
    const triesLeft = triesAllowed - keyRecord.wrongTries
    if (triesLeft > 0) return { kind: 'wrong', triesLeft }
    await forgetVault(userId)
    return { kind: 'deleted' }
  }
  const keys = await deriveVaultKeys(secret)
  const session =
    keyRecord.session && ((await open(keys, sessionContext, keyRecord.session)) as Auth | undefined)
  const { session: _sealed, ...rest } = keyRecord
  await db.keys.put({ ...rest, wrongTries: 0, seenAt: latest(keyRecord) })
  const auth = session ?? { userId, email, accessToken: '', role: null, mustChangePassword: false }
  newSessionKey(auth.accessToken)
  await persistOpenVault(db, secret)
  await storeAuth(auth)
  watchUnlock()
  // Last, or the page would show sign-in.
  setLockScreen(false)
  return { kind: 'open' }
}

const forgetVault = async (userId: number) => {
  forgetSealed(userId)
  await wipeVault(userId)
}

/**
 * Counts an attempt before the password is checked: in one transaction, so that two tabs can't share one, and stored, so
 * that a reload does not reset it. An expired vault takes no attempt.
 */
const countAttempt = (db: VaultDb): Promise<KeyRecord | UnlockResult | undefined> =>
  db.transaction('rw', db.keys, async () => {
    const keyRecord = await db.keyRecord()
    if (!keyRecord || keyRecord.wrongTries >= triesAllowed) return undefined
    if (deviceMs() < latest(keyRecord) - clockSlackMs) return { kind: 'clockSetBack' as const }
    if (deviceMs() - keyRecord.signedInAt > offlineMs) return { kind: 'tooOld' as const }
    const counted = { ...keyRecord, wrongTries: keyRecord.wrongTries + 1, seenAt: latest(keyRecord) }
    await db.keys.put(counted)
    return counted
  })

/** The latest time this device has shown: setting the clock back gains no time. */
const latest = ({ seenAt }: KeyRecord) => Math.max(seenAt, deviceMs())
