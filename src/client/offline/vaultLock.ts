import { sessionHours } from '#contract/calls/session'
import { type Auth, leftOpen } from '#device/auth'
import { clearAuth, endSession, storeAuth } from '#device/deviceAuth'
import { askAtDoor, forgetSealed, rememberSealed, showSealed, type SealedUser } from '#device/sealedUsers'
import { newLatch } from '#device/latch'
import { closeVault, keepOpen, vaultKeys, wipeVault } from './vault'
import { keysFrom, open, seal, unwrapSecret, type VaultKeys, wrappingKey } from './vaultCrypto'
import { type Lockup, type VaultDb, vaultDb } from './vaultDb'

const triesAllowed = 5
/** Reading without a connection ends this long after the last sign-in that the server confirmed. */
const offlineMs = 72 * 3_600_000
/** Clocks are set right by a little, now and then. */
const clockSlackMs = 300_000

/** What became of a password that was tried. */
export type Unlocking =
  | { kind: 'open' }
  | { kind: 'wrong'; triesLeft: number }
  | { kind: 'deleted' | 'gone' | 'tooOld' | 'clockSetBack' | 'failed' }

const sessionPlace = 'session'

/** The server ends a session after so long, whether it can be reached or not. */
export const isPast = ({ signedInAt = Date.now() }: Auth) =>
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
  // Null where it can't be read now: without its latch it is shut all the same.
  const lockup = await db?.lockup().catch(() => null)
  const keys = await vaultKeys(userId)
  const isKept = lockup !== undefined
  const sealed = lockup && keys && (await withSession(lockup, keys, { auth, isOver }))
  if (isKept) await closeVault(userId, sealed ?? undefined)
  // First what the door goes by, on the disk, then what sends the other tabs there.
  if (isKept) rememberSealed({ userId, email }, { asked })
  else forgetSealed(userId)
  await endSession(auth, { revoke: !isKept && !isOver, wipe: !isKept })
  clearAuth()
  showSealed()
  if (!isKept) await wipeVault(userId)
  return isKept
}

async function withSession(
  lockup: Lockup,
  keys: VaultKeys,
  { auth, isOver }: { auth: Auth; isOver: boolean },
): Promise<Lockup> {
  // One that is over is kept as nothing but whose it was.
  const kept = isOver || isPast(auth) ? { ...auth, accessToken: '' } : auth
  return { ...lockup, session: await seal(keys, sessionPlace, kept), seenAt: latest(lockup) }
}

let sealing: Promise<unknown> = Promise.resolve()

/** Somebody left the portal open and it was started again: that is sealed before anything of it is shown. */
export function sealLeftOpen() {
  const seal = async () => {
    const auth = leftOpen.get()
    if (auth) await sealVault(auth, { isOver: false, asked: true })
  }
  sealing = sealing.then(seal, seal)
  return sealing
}

/** Tries a password. Right: the vault is open and its user is back, with the session if there is one. */
export async function unlockVault({ userId, email }: SealedUser, password: string): Promise<Unlocking> {
  // What was left open is still being sealed: without it there would be no session and no permissions.
  await sealLeftOpen().catch(() => undefined)
  const db = await vaultDb(userId)
  const lockup = db && (await takeTry(db))
  if (!lockup) {
    await forgetVault(userId)
    return { kind: 'gone' }
  }
  if ('kind' in lockup) return lockup
  const secret = await unwrapSecret(lockup.wrapped, await wrappingKey(password, lockup.wrapped))
  if (!secret) {
    const triesLeft = triesAllowed - lockup.wrongTries
    if (triesLeft > 0) return { kind: 'wrong', triesLeft }
    await forgetVault(userId)
    return { kind: 'deleted' }
  }
  const keys = await keysFrom(secret)
  const session = lockup.session && ((await open(keys, sessionPlace, lockup.session)) as Auth | undefined)
  const { session: _sealed, ...rest } = lockup
  await db.keys.put({ ...rest, wrongTries: 0, seenAt: latest(lockup) })
  const auth = session ?? { userId, email, accessToken: '', role: null, mustChangePassword: false }
  newLatch(auth.accessToken)
  await keepOpen(db, secret)
  await storeAuth(auth)
  // Not before: the door would take it for sign-in.
  askAtDoor(false)
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
const takeTry = (db: VaultDb): Promise<Lockup | Unlocking | undefined> =>
  db.transaction('rw', db.keys, async () => {
    const lockup = await db.lockup()
    if (!lockup || lockup.wrongTries >= triesAllowed) return undefined
    if (Date.now() < latest(lockup) - clockSlackMs) return { kind: 'clockSetBack' as const }
    if (Date.now() - lockup.signedInAt > offlineMs) return { kind: 'tooOld' as const }
    const taken = { ...lockup, wrongTries: lockup.wrongTries + 1, seenAt: latest(lockup) }
    await db.keys.put(taken)
    return taken
  })

/** The latest moment that this device has shown: a clock that is set back buys no time. */
const latest = ({ seenAt }: Lockup) => Math.max(seenAt, Date.now())
