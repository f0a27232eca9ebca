import { createStore } from '../store'
import { changeDevice, type DeviceRecord, type DeviceSession, type EndedSession, readDevice } from './device'
import { dropLatch, latchText, maskToken, newLatch, unmaskToken, vaultLatch } from './latch'
import { storedJson } from './storedJson'
import { type Bytes, latchKey, openUnder, revocationHandle, sealUnder } from './vaultCrypto'

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

/**
 * That somebody is signed in, for the first paint. The session itself lies in IndexedDB (device.ts); where it can't, here,
 * its token masked, as earlier releases had it.
 */
type Hint = { userId: number; at: number } | Auth

const hintKey = 'alajo.auth'
const aliveKey = 'alajo.alive'
/** Of earlier releases. */
const formerKeys = ['alajo.role', 'alajo.facts']
const sessionPlace = 'device session'

/** After this long without a sign of life nothing stays open (spec 1, "Inactivity watcher"). */
export const idleMs = 900_000
/** Between the message that the session has expired and step one (spec 1, section 4). */
export const expiryDelayMs = 1000
const clockSlackMs = 300_000

const auth = createStore<Auth | null>(null)
let left: Auth | null = null

/** Whether the device must be asked who is signed in before anything is shown. */
export const hasHint = () => storedHint() !== undefined

const storedHint = () => {
  const hint = storedJson<Hint>(hintKey)
  return hint?.userId ? hint : undefined
}

/**
 * Who is signed in, as IndexedDB has it: localStorage and cookies may be from before Lock or Log out. What is left of a
 * session that is closed is purged. Storage that can't be read now closes it for this visit.
 */
export async function restoreAuth(records: readonly DeviceRecord[] | undefined) {
  const hint = storedHint()
  if (!hint) return
  const found = await sessionOf(hint, records)
  if (!found) {
    if (records) clearAuth()
    return auth.set(null)
  }
  if (isLeftOpen()) left = found
  else {
    auth.set(found)
    if (records && 'accessToken' in hint) void storeAuth(found)
  }
}

async function sessionOf(hint: Hint, records: readonly DeviceRecord[] = []): Promise<Auth | null> {
  const session = records.find((one) => one.id === 'session')
  const latch = vaultLatch()
  const opened = session && latch && (await openSession(session, latch))
  if (opened) return opened
  const masked = 'accessToken' in hint ? await unmasked(hint, records) : undefined
  if (masked) return masked
  // The latch is gone: whose it was is left, for the lock.
  const { userId, email } = session ?? {}
  if (!userId || !email) return null
  dropLatch()
  return { userId, email, accessToken: '', role: null, mustChangePassword: false }
}

const openSession = async (session: DeviceSession, latch: Bytes) =>
  (await openUnder(await latchKey(latch), sessionPlace, session)) as Auth | undefined

async function unmasked(hint: Auth, records: readonly DeviceRecord[]): Promise<Auth | undefined> {
  const accessToken = unmaskToken(hint.accessToken, latchText())
  if (records.length === 0 || accessToken === '') return { ...hint, accessToken }
  const handle = await revocationHandle(accessToken)
  return records.some((one) => 'handle' in one && one.handle === handle)
    ? undefined
    : { ...hint, accessToken }
}

/** What was left open, for the lock to seal. */
export const leftOpen = () => left

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

/** Between the steps of sign-in, in memory only: the password that step one accepted opens the vault (vault.ts). */
export const stepOne = createStore<{ userId: number; password: string } | undefined>(undefined)

export const currentAuth = auth.get
export const onAuthChange = auth.subscribe

/** A session begins. */
export async function signInAs(next: Auth) {
  newLatch(next.accessToken)
  await storeAuth(next)
}

/** Keeps the session on the device, and then shows it. */
export async function storeAuth(next: Auth) {
  const before = auth.get()
  noteSignOfLife()
  const sealed = await sealedSession(next)
  // Left meanwhile, here or in another tab.
  if (auth.get() !== before) return
  const isKept = sealed !== undefined && (await changeDevice((records) => keepSession(records, sealed)))
  if (auth.get() !== before) return
  const hint: Hint = isKept
    ? { userId: next.userId, at: Date.now() }
    : { ...next, accessToken: maskToken(next.accessToken, latchText()) }
  localStorage.setItem(hintKey, JSON.stringify(hint))
  auth.set(next)
}

type SealedSession = { session: DeviceSession; handle: string }

/** Undefined without a latch or where the browser can't encrypt. */
async function sealedSession(next: Auth): Promise<SealedSession | undefined> {
  const { userId, email, accessToken } = next
  try {
    const latch = vaultLatch()
    if (!latch) return undefined
    const sealed = await sealUnder(await latchKey(latch), sessionPlace, next)
    return {
      session: { id: 'session', userId, email, ...sealed },
      handle: await revocationHandle(accessToken),
    }
  } catch {
    return undefined
  }
}

function keepSession(records: IDBObjectStore, { session, handle }: SealedSession) {
  records.put(session)
  // Locked before, and opened again.
  records.delete(`ended ${handle}`)
}

/** Forgets who was signed in, here and in every other tab. */
export function clearAuth() {
  dropLatch()
  for (const key of [hintKey, aliveKey, ...formerKeys]) localStorage.removeItem(key)
  left = null
  auth.set(null)
}

/**
 * The session is closed on this device whatever happens to the browser from here on. `revoke`: the server is told at the
 * first network (revocations.ts). `wipe`: what is saved for its user is being deleted.
 */
export async function endSession({ accessToken, userId }: Auth, how: { revoke: boolean; wipe: boolean }) {
  const handle = accessToken === '' ? '' : await revocationHandle(accessToken).catch(() => '')
  const ended: EndedSession = {
    id: `ended ${handle}`,
    handle,
    at: Date.now(),
    revoke: how.revoke && handle !== '',
    ...(how.wipe && { wipe: userId }),
  }
  const isKept = await changeDevice((records) => {
    records.delete('session')
    records.put(ended)
  })
  // A full device can still delete.
  if (!isKept) await changeDevice((records) => records.delete('session'))
}

/** Another tab signed in or out: this one follows. */
if (typeof window !== 'undefined')
  window.addEventListener('storage', (event) => {
    if (event.key !== hintKey && event.key !== null) return
    if (storedHint()) void readDevice().then(restoreAuth)
    else auth.set(null)
  })

/** The one-time password is gone: the rest of the app opens. */
export function passwordChanged() {
  const current = auth.get()
  if (!current) return
  const next = { ...current, mustChangePassword: false }
  auth.set(next)
  void storeAuth(next)
}
