import { sessionExpiredMessage } from '#contract/problems'
import { sessionCalls } from '#contract/calls/session'
import { type Auth, currentAuth, expiryDelayMs, onAuthChange } from '#device/auth'
import { connection } from '#transport/connection'
import { clearAuth, endSession } from '#device/deviceAuth'
import { recordSessionEnd } from './revocations'
import { savedPages } from '#offline/savedPages'
import { forgetSealed, sealedUsers, wasLocked } from '#device/sealedUsers'
import { send, whenSignedOut } from '#transport/send'
import { isExpired, sealVault } from '#offline/vaultLock'
import { toast, whenToastsShow } from '#ui/feedback/toast'

const expiryCheckMs = 60_000
/** Log out does not wait longer than this for the server. */
const logOutTimeoutMs = 5000
/** The end of a session does not wait longer than this for the component that shows its message. */
const toastsLimitMs = 5000

let leaving = false
/** Between the end of the session and sign-in. The screen stays, so that the toast can be read. */
export const isLeaving = () => leaving
/** Whether the address opens again after sign-in: not that of a lock screen, where another admin may sign in. */
export const opensAfterSignIn = () => !wasLocked()

/**
 * Loads sign-in or the lock screen as a fresh page, so that nothing decrypted or cached stays in memory. The lock screen
 * keeps the path, without search texts and ids.
 */
function reloadToSignIn() {
  if (!sealedUsers().asked) return location.replace('/')
  history.replaceState(null, '', location.pathname)
  location.reload()
}

/** Locks: seals the saved data and the session until the password is entered on this device. */
export async function lock() {
  const auth = currentAuth()
  if (!auth || leaving) return
  leaving = true
  await sealVault(auth, { isOver: false, lockScreen: true })
  reloadToSignIn()
}

/** Revokes the session on the server and deletes the admin's saved data on this device. */
export async function logOut() {
  const auth = currentAuth()
  leaving = true
  const revoked = logOutOnServer()
  // First, so that replies that arrive during the deletion are not saved.
  clearAuth()
  if (auth) await wipe(auth, { revoke: true })
  const isOver = await revoked
  if (auth) await recordSessionEnd(auth, isOver)
  reloadToSignIn()
}

/** Closes the session on the disk first, so that a crash during the deletion does not reopen it. */
async function wipe(auth: Auth, { revoke }: { revoke: boolean }) {
  forgetSealed(auth.userId)
  await endSession(auth, { revoke, wipe: true })
  await savedPages.wipe(auth.userId)
}

/** Ends an idle session. Online: logs out and keeps the saved data sealed. Offline: locks. */
export async function endIdleSession() {
  const auth = currentAuth()
  if (!auth || leaving) return
  leaving = true
  const isOver = connection().online && (await logOutOnServer())
  await sealVault(auth, { isOver, lockScreen: !isOver })
  reloadToSignIn()
}

/**
 * Shows the message once and goes to step one a second later (rules.md, "Session"). The saved data stays sealed after an
 * expired session, and is deleted after a revoked one.
 */
export function watchExpiry() {
  whenSignedOut(({ token, isRevoked }) => {
    const auth = currentAuth()
    // A late reply may belong to a previous session.
    if (auth?.accessToken !== token || leaving) return
    leaving = true
    toast('error', sessionExpiredMessage)
    clearAuth()
    const cleanup = isRevoked
      ? wipe(auth, { revoke: false })
      : sealVault(auth, { isOver: true, lockScreen: false })
    const hasReadMessage = Promise.race([whenToastsShow(), delay(toastsLimitMs)]).then(() =>
      delay(expiryDelayMs),
    )
    void Promise.all([cleanup, hasReadMessage]).then(reloadToSignIn)
  })
}

const delay = (ms: number) => new Promise((done) => setTimeout(done, ms))

/** Follows the end of a session: in another tab, when the page is restored from a cache, or after twelve hours. */
export function watchSessionEnd() {
  const userId = currentAuth()?.userId
  const onChange = () => {
    if (currentAuth()?.userId === userId || leaving) return
    leaving = true
    reloadToSignIn()
  }
  const reloadIfCached = ({ persisted }: PageTransitionEvent) => {
    if (persisted) location.reload()
  }
  const lockWhenExpired = () => {
    const auth = currentAuth()
    if (auth?.accessToken && isExpired(auth) && !connection().online) void lock()
  }
  const stopFollowing = onAuthChange(onChange)
  window.addEventListener('pageshow', reloadIfCached)
  const clock = setInterval(lockWhenExpired, expiryCheckMs)
  return () => {
    stopFollowing()
    window.removeEventListener('pageshow', reloadIfCached)
    clearInterval(clock)
  }
}

/** Returns true when the server has ended the session. Otherwise it expires there, and still ends here. */
async function logOutOnServer(): Promise<boolean> {
  const signal = AbortSignal.timeout(logOutTimeoutMs)
  const options = { idempotencyKey: crypto.randomUUID(), signal }
  return send(sessionCalls.logout, {}, options).then(
    () => true,
    () => false,
  )
}
