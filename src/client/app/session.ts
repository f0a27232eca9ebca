import { sessionExpiredMessage } from '#contract/problems'
import { sessionCalls } from '#contract/session'
import { clearAuth, currentAuth } from '#data/auth'
import { savedPages } from '#data/savedPages'
import { send, whenSignedOut } from '#data/send'
import { toast } from '#ui/toast'

const expiryDelayMs = 1000
const idleMs = 900_000
const idleGraceMs = 6000
const idleMessage = 'You will be logged out due to inactivity'

let leaving = false
/** Between the end of the session and the sign-in page: the screen stays, so that the toast can be read. */
export const isLeaving = () => leaving

/** A fresh page at the door: nothing that was decrypted or cached in memory survives it. */
const goToSignIn = () => location.replace('/')

/** Said once, then to sign-in after a second (spec 1, point 4). */
export function watchExpiry() {
  whenSignedOut(() => {
    leaving = true
    toast('error', sessionExpiredMessage)
    setTimeout(goToSignIn, expiryDelayMs)
  })
}

/** Revokes the session on the server and deletes what is saved for this user on the device. */
export async function logOut() {
  const auth = currentAuth()
  leaving = true
  await leaveServer()
  // Nobody signed in any more: what still comes in is not saved after the deletion.
  clearAuth()
  if (auth) await savedPages.wipe(auth.userId)
  goToSignIn()
}

/** After 15 minutes without a sign of life: warned, and logged out six seconds later. Saved pages stay for this user. */
export function watchInactivity() {
  const signs = ['mousemove', 'mousedown', 'keydown', 'scroll', 'touchstart'] as const
  let timer: ReturnType<typeof setTimeout>
  const end = async () => {
    leaving = true
    await leaveServer()
    clearAuth()
    goToSignIn()
  }
  const warn = () => {
    toast('warning', idleMessage)
    timer = setTimeout(() => void end(), idleGraceMs)
  }
  const alive = () => {
    clearTimeout(timer)
    timer = setTimeout(warn, idleMs)
  }
  for (const sign of signs) window.addEventListener(sign, alive, { passive: true, capture: true })
  alive()
  return () => {
    clearTimeout(timer)
    for (const sign of signs) window.removeEventListener(sign, alive, { capture: true })
  }
}

/** The server may be out of reach: the session then ends there by itself, and here all the same. */
const leaveServer = () =>
  send(sessionCalls.logout, {}, { idempotencyKey: crypto.randomUUID() }).catch(() => undefined)
