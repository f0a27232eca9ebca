import { sessionExpiredMessage } from '#contract/problems'
import { sessionCalls } from '#contract/calls/session'
import { type Auth, currentAuth, expiryDelayMs, onAuthChange } from '#device/auth'
import { connection } from '#transport/connection'
import { clearAuth, endSession } from '#device/deviceAuth'
import { recordSessionEnd } from './revocations'
import { savedPages } from '#offline/savedPages'
import { forgetSealed, sealedUsers } from '#device/sealedUsers'
import { send, whenSignedOut } from '#transport/send'
import { isExpired, sealVault } from '#offline/vaultLock'
import { toast } from '#ui/feedback/toast'

const pastEveryMs = 60_000
/** As long as a server that is there may take to say goodbye. */
const goodbyeMs = 5000

let leaving = false
/** Between the end of the session and the door: the screen stays, so that the toast can be read. */
export const isLeaving = () => leaving

/**
 * A fresh page at the door: nothing that was decrypted or cached in memory survives it. Locked, it stays where one
 * was, without what was searched for and without ids.
 */
function goToDoor() {
  if (!sealedUsers().asked) return location.replace('/')
  history.replaceState(null, '', location.pathname)
  location.reload()
}

/** Locks: what is saved is sealed, with the session, until the password is entered here. */
export async function lock() {
  const auth = currentAuth()
  if (!auth || leaving) return
  leaving = true
  await sealVault(auth, { isOver: false, asked: true })
  goToDoor()
}

/** Revokes the session on the server and deletes what is saved for this user on the device. */
export async function logOut() {
  const auth = currentAuth()
  leaving = true
  const goodbye = leaveServer()
  // Nobody signed in any more: what still comes in is not saved after the deletion.
  clearAuth()
  if (auth) await wipe(auth, { revoke: true })
  const isOver = await goodbye
  if (auth) await recordSessionEnd(auth, isOver)
  goToDoor()
}

/** On the disk first, so that nothing is open again where the browser dies in the middle of it. */
async function wipe(auth: Auth, { revoke }: { revoke: boolean }) {
  forgetSealed(auth.userId)
  await endSession(auth, { revoke, wipe: true })
  await savedPages.wipe(auth.userId)
}

/** Fifteen idle minutes: logged out as long as the server can be reached, what is saved sealed; else locked. */
export async function endIdleSession() {
  const auth = currentAuth()
  if (!auth || leaving) return
  leaving = true
  const isOver = connection().online && (await leaveServer())
  await sealVault(auth, { isOver, asked: !isOver })
  goToDoor()
}

/**
 * Shows the message once and goes to step one a second later (rules.md, "Session"). What is saved stays sealed for a
 * session that ran out; one that somebody ended takes it along.
 */
export function watchExpiry() {
  whenSignedOut((isRevoked) => {
    const auth = currentAuth()
    if (!auth || leaving) return
    leaving = true
    toast('error', sessionExpiredMessage)
    clearAuth()
    const kept = isRevoked ? wipe(auth, { revoke: false }) : sealVault(auth, { isOver: true, asked: false })
    void Promise.all([kept, new Promise((past) => setTimeout(past, expiryDelayMs))]).then(goToDoor)
  })
}

/** What ends a session behind the back of this tab: another tab, the page being taken from a cache, twelve hours. */
export function watchSessionEnd() {
  const whose = currentAuth()?.userId
  const follow = () => {
    if (currentAuth()?.userId === whose || leaving) return
    leaving = true
    goToDoor()
  }
  const comeBack = ({ persisted }: PageTransitionEvent) => {
    if (persisted) location.reload()
  }
  const lockWhenPast = () => {
    const auth = currentAuth()
    if (auth?.accessToken && isExpired(auth) && !connection().online) void lock()
  }
  const stopFollowing = onAuthChange(follow)
  window.addEventListener('pageshow', comeBack)
  const clock = setInterval(lockWhenPast, pastEveryMs)
  return () => {
    stopFollowing()
    window.removeEventListener('pageshow', comeBack)
    clearInterval(clock)
  }
}

/** True when the server has ended the session. Out of reach, it ends there by itself, and here all the same. */
async function leaveServer(): Promise<boolean> {
  const signal = AbortSignal.timeout(goodbyeMs)
  const options = { idempotencyKey: crypto.randomUUID(), signal }
  return send(sessionCalls.logout, {}, options).then(
    () => true,
    () => false,
  )
}
