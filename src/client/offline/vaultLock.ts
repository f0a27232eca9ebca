import { sessionHours } from '#contract/calls/session'
import { type Auth, idleSession } from '#device/auth'
import { clearAuth, clockSlackMs, endSession, storeAuth } from '#device/deviceAuth'
import {
  setLockScreen,
  forgetSealed,
  rememberSealed,
  refreshSealed,
  type SealedUser,
} from '#device/sealedUsers'
import { newSessionKey } from '#device/sessionKey'
import { closeVault, persistOpenVault, vaultKeys, wipeVault } from './vault'
import { deriveVaultKeys, open, seal, unwrapSecret, type VaultKeys, deriveWrappingKey } from './vaultCrypto'
import { type KeyRecord, type VaultDb, vaultDb } from './vaultDb'

const triesAllowed = 5
/** Reading without a connection ends this long after the last sign-in that the server confirmed. */
const offlineMs = 72 * 3_600_000

/** What became of a password that was tried. */
export type UnlockResult =
  | { kind: 'open' }
  | { kind: 'wrong'; triesLeft: number }
  | { kind: 'deleted' | 'gone' | 'tooOld' | 'clockSetBack' | 'failed' }

const sessionPlace = 'session'

/** The server ends a session after so long, whether it can be reached or not. */
export const isExpired = ({ signedInAt = Date.now() }: Auth) =>
  Date.now() - signedInAt > sessionHours * 3_600_000

/**
 * The keys leave this device, and the session goes under them: with its token where it may be gone on with. False
 * where no password could open what is saved: it is deleted then.
 */
export async function sealVault(
  auth: Auth,
  { isOver, asked }: { isOver: boolean; asked: boolean },
): Promise<boolean> {
  const { userId, email } = auth
  const db = await vaultDb(userId)
  // Null where it can't be read now: without its session key it is shut all the same.
  const keyRecord = await db?.keyRecord().catch(() => null)
  const keys = await vaultKeys(userId)
  const isKept = keyRecord !== undefined
  const sealed = keyRecord && keys && (await withSession(keyRecord, keys, { auth, isOver }))
  if (isKept) await closeVault(userId, sealed ?? undefined)
  // First what the door goes by, on the disk, then what sends the other tabs there.
  if (isKept) rememberSealed({ userId, email }, { asked })
  else forgetSealed(userId)
  await endSession(auth, { revoke: !isKept && !isOver, wipe: !isKept })
  clearAuth()
  refreshSealed()
  if (!isKept) await wipeVault(userId)
  return isKept
}

async function withSession(
  keyRecord: KeyRecord,
  keys: VaultKeys,
  { auth, isOver }: { auth: Auth; isOver: boolean },
): Promise<KeyRecord> {
  // One that is over is kept as nothing but whose it was.
  const kept = isOver || isExpired(auth) ? { ...auth, accessToken: '' } : auth
  return { ...keyRecord, session: await seal(keys, sessionPlace, kept), seenAt: latest(keyRecord) }
}

let sealing: Promise<unknown> = Promise.resolve()

/** Somebody left the portal open and it was started again: that is sealed before anything of it is shown. */
export function sealIdleSession() {
  const seal = async () => {
    const auth = idleSession.get()
    if (auth) await sealVault(auth, { isOver: false, asked: true })
  }
  sealing = sealing.then(seal, seal)
  return sealing
}

/** Tries a password. Right: the vault is open and its user is back, with the session if there is one. */
export async function unlockVault({ userId, email }: SealedUser, password: string): Promise<UnlockResult> {
  // What was left open is still being sealed: without it there would be no session and no permissions.
  await sealIdleSession().catch(() => undefined)
  const db = await vaultDb(userId)
  const keyRecord = db && (await takeTry(db))
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
    keyRecord.session && ((await open(keys, sessionPlace, keyRecord.session)) as Auth | undefined)
  const { session: _sealed, ...rest } = keyRecord
  await db.keys.put({ ...rest, wrongTries: 0, seenAt: latest(keyRecord) })
  const auth = session ?? { userId, email, accessToken: '', role: null, mustChangePassword: false }
  newSessionKey(auth.accessToken)
  await persistOpenVault(db, secret)
  await storeAuth(auth)
  // Not before: the door would take it for sign-in.
  setLockScreen(false)
  return { kind: 'open' }
}

const forgetVault = async (userId: number) => {
  forgetSealed(userId)
  await wipeVault(userId)
}

/**
 * Takes one of the five tries before the password is looked at: in one transaction, so that two tabs can't share one,
 * and kept, so that no reload gives it back. Takes none where time is up.
 */
const takeTry = (db: VaultDb): Promise<KeyRecord | UnlockResult | undefined> =>
  db.transaction('rw', db.keys, async () => {
    const keyRecord = await db.keyRecord()
    if (!keyRecord || keyRecord.wrongTries >= triesAllowed) return undefined
    if (Date.now() < latest(keyRecord) - clockSlackMs) return { kind: 'clockSetBack' as const }
    if (Date.now() - keyRecord.signedInAt > offlineMs) return { kind: 'tooOld' as const }
    const taken = { ...keyRecord, wrongTries: keyRecord.wrongTries + 1, seenAt: latest(keyRecord) }
    await db.keys.put(taken)
    return taken
  })

/** The latest moment that this device has shown: a clock that is set back buys no time. */
const latest = ({ seenAt }: KeyRecord) => Math.max(seenAt, Date.now())
