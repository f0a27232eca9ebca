import { createStore } from '../store'
import { dropLatch, latchText, maskToken, newLatch, unmaskToken } from './latch'

/** Who is signed in on this device, as the spec keeps it: in browser storage (docs/security.md says what holds it). */
export type Auth = {
  userId: number
  /** Empty where saved data was unlocked and there is no session to go on with. */
  accessToken: string
  role: string | null
  email: string
  mustChangePassword: boolean
  signedInAt?: number
}

const authKey = 'alajo.auth'
const roleKey = 'alajo.role'
const aliveKey = 'alajo.alive'
export const factsKey = 'alajo.facts'

/** After this long without a sign of life nothing stays open (spec 1, "Inactivity watcher"). */
export const idleMs = 900_000
/** Between the message that the session has expired and step one (spec 1, section 4). */
export const expiryDelayMs = 1000
const clockSlackMs = 300_000

const auth = createStore(readStored())

/** What lies under a key; undefined where nothing does that can be read. */
export function storedJson<T>(key: string): T | undefined {
  try {
    return JSON.parse(localStorage.getItem(key) ?? '') as T
  } catch {
    return undefined
  }
}

/** Nobody is signed in where somebody left the portal open 15 minutes ago: that is locked before it is shown. */
function readStored(): Auth | null {
  const stored = storedAuth()
  return stored && !isLeftOpen() ? stored : null
}

/** What was left open, for the lock to seal. */
export const leftOpen = () => (isLeftOpen() ? storedAuth() : null)

function isLeftOpen(): boolean {
  const alive = lastSignOfLife()
  const isIdle = alive > 0 && (Date.now() - alive > idleMs || Date.now() < alive - clockSlackMs)
  return isIdle || latchText() === ''
}

/** When somebody last touched the portal, in whatever tab; 0 where nothing is known of it. */
export function lastSignOfLife() {
  return Number(localStorage.getItem(aliveKey))
}
export const noteSignOfLife = () => localStorage.setItem(aliveKey, String(Date.now()))

function storedAuth(): Auth | null {
  const stored = storedJson<Auth>(authKey)
  if (!stored?.userId) return null
  return { ...stored, accessToken: unmaskToken(stored.accessToken, latchText()) }
}

/** Between the steps of sign-in, in memory only: the password that step one accepted opens the vault (vault.ts). */
export const stepOne = createStore<{ userId: number; password: string } | undefined>(undefined)

export const currentAuth = auth.get
export const onAuthChange = auth.subscribe

/** A session begins. */
export function signInAs(next: Auth) {
  newLatch(next.accessToken)
  storeAuth(next)
}

/** The token is masked on the disk, and plain in memory alone. */
export function storeAuth(next: Auth) {
  noteSignOfLife()
  const accessToken = maskToken(next.accessToken, latchText())
  localStorage.setItem(authKey, JSON.stringify({ ...next, accessToken }))
  storeRole(next.role)
  auth.set(next)
}

/** Step one already gives the role (spec 1, point 4). */
export function storeRole(role: string | null) {
  localStorage.setItem(roleKey, role ?? '')
}

/** Forgets who was signed in, with role and permissions. */
export function clearAuth() {
  dropLatch()
  for (const key of [authKey, roleKey, factsKey, aliveKey]) localStorage.removeItem(key)
  auth.set(null)
}

/** Another tab signed in or out: this one follows. */
if (typeof window !== 'undefined')
  window.addEventListener('storage', (event) => {
    if (event.key !== authKey && event.key !== null) return
    auth.set(readStored())
  })

/** The one-time password is gone: the rest of the app opens. */
export function passwordChanged() {
  const current = auth.get()
  if (current) storeAuth({ ...current, mustChangePassword: false })
}
