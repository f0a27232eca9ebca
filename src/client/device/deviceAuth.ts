import {
  type Auth,
  catalogueKey,
  currentAuth,
  hasHint,
  type Hint,
  hintKey,
  idleSession,
  setAuth,
  storedHint,
} from './auth'
import { changeDevice, type DeviceRecord, type DeviceSession, type EndedSession, readDevice } from './device'
import {
  dropSessionKey,
  fromText,
  maskToken,
  newSessionKey,
  sessionKeyText,
  toText,
  unmaskToken,
  vaultSessionKey,
} from './sessionKey'
import { refreshSealed } from './sealedUsers'
import { type Bytes, importSessionKey, revocationHandle, sealWith } from './sealing'
import { activityKey, isIdleTooLong, openSession, sessionContext } from './sessionRecord'

/**
 * Restores who is signed in. IndexedDB decides, because localStorage and cookies may be from before Lock or Log out.
 * Leftovers of a closed session are deleted. When storage can't be read, nobody is signed in for this visit.
 */
export async function restoreAuth(reading: Promise<readonly DeviceRecord[] | undefined>) {
  // Read before the records: a tab that signs in writes the records first.
  const hint = storedHint()
  const records = await reading
  const session = hint && (await sessionOf(hint, records))
  // Another tab has logged out.
  if (!hint || !hasHint()) return
  if (!session) {
    if (records) clearAuth()
    return setAuth(null)
  }
  if (isIdleTooLong()) idleSession.set(session)
  else {
    setAuth(session)
    if (records && isSessionIn(hint)) void store(session)
  }
}

async function sessionOf(hint: Hint, records: readonly DeviceRecord[] = []): Promise<Auth | null> {
  const session = records.find((one) => one.id === 'session')
  const sessionKey = vaultSessionKey()
  const opened = session && sessionKey && (await openSession(session, sessionKey))
  if (opened) return opened
  const hinted = await hintedSession(hint, sessionKey)
  if (hinted && !(await isEnded(hinted, records))) return hinted
  // The session key is lost: lock the device for this admin.
  if (!session) return null
  const { userId, email } = session
  dropSessionKey()
  return { userId, email, accessToken: '', role: null, mustChangePassword: false }
}

const isSessionIn = (hint: Hint) => 'accessToken' in hint || hint.sealed !== undefined

/** The session in localStorage. */
async function hintedSession(hint: Hint, sessionKey: Bytes | undefined): Promise<Auth | undefined> {
  if ('accessToken' in hint) return { ...hint, accessToken: unmaskToken(hint.accessToken, sessionKeyText()) }
  const { iv, sealed } = hint
  if (!sessionKey || iv === undefined || sealed === undefined) return undefined
  return openSession({ iv: fromText(iv), sealed: fromText(sealed).buffer }, sessionKey)
}

/** Whether the session was ended on this device. A token that can't be checked counts as valid: the server decides. */
async function isEnded({ accessToken }: Auth, records: readonly DeviceRecord[]): Promise<boolean> {
  const handle = accessToken && (await revocationHandle(accessToken).catch(() => ''))
  return handle !== '' && records.some((one) => 'handle' in one && one.handle === handle)
}

export const recordActivity = () => localStorage.setItem(activityKey, String(Date.now()))

/** Starts a session without a vault. */
export async function signInAs(next: Auth) {
  newSessionKey(next.accessToken)
  await storeAuth(next)
}

/** Stores a new session, or one that was unlocked. */
export async function storeAuth(next: Auth) {
  recordActivity()
  await store(next)
}

/** Stores the session on the device, then publishes it. */
async function store(next: Auth, write = putSession) {
  const before = currentAuth()
  const sealed = await sealedSession(next)
  // Logged out in the meantime, here or in another tab.
  if (currentAuth() !== before) return
  const isStored = sealed !== undefined && (await write(sealed))
  if (currentAuth() !== before) return
  localStorage.setItem(hintKey, JSON.stringify(hintOf(next, sealed, isStored)))
  setAuth(next)
}

function hintOf(next: Auth, sealed: SealedSession | undefined, isStored: boolean): Hint {
  if (!sealed)
    return { ...next, accessToken: maskToken(next.accessToken, sessionKeyText()), rights: undefined }
  const hint = { userId: next.userId, at: Date.now() }
  if (isStored) return hint
  const { iv, sealed: bytes } = sealed.session
  return { ...hint, iv: toText(iv), sealed: toText(new Uint8Array(bytes)) }
}

type SealedSession = { session: DeviceSession; handle: string }

/** Undefined without a session key or without WebCrypto. */
async function sealedSession(next: Auth): Promise<SealedSession | undefined> {
  const { userId, email, accessToken } = next
  try {
    const sessionKey = vaultSessionKey()
    if (!sessionKey) return undefined
    const sealed = await sealWith(await importSessionKey(sessionKey), sessionContext, next)
    return {
      session: { id: 'session', userId, email, ...sealed },
      handle: await revocationHandle(accessToken),
    }
  } catch {
    return undefined
  }
}

const putSession = ({ session, handle }: SealedSession) =>
  changeDevice((records) => {
    records.put(session)
    // It may have been locked before.
    records.delete(`ended ${handle}`)
  })

/** Returns false when the session has ended in the meantime: an update must not bring it back. */
async function replaceSession({ session }: SealedSession) {
  let isThere = false
  const isDone = await changeDevice((records) => {
    const current = records.get('session')
    current.onsuccess = () => {
      isThere = current.result !== undefined
      if (isThere) records.put(session)
    }
  })
  return isDone && isThere
}

/** Signs out in this tab and in all others. */
export function clearAuth() {
  dropSessionKey()
  for (const key of [hintKey, activityKey, catalogueKey]) localStorage.removeItem(key)
  idleSession.set(null)
  setAuth(null)
}

/**
 * Closes the session on this device; it stays closed if the browser is killed. `revoke`: the server revokes it as soon as
 * it can be reached (revocations.ts). `wipe`: the saved data of its admin is being deleted.
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
  const isStored = await changeDevice((records) => {
    records.delete('session')
    records.put(ended)
  })
  // A full disk still allows deletes.
  if (!isStored) await changeDevice((records) => records.delete('session'))
}

/** Follows other tabs that sign in, unlock or sign out. */
if (typeof window !== 'undefined')
  window.addEventListener('storage', (event) => {
    if (event.key !== hintKey && event.key !== null) return
    if (hasHint()) void restoreAuth(readDevice()).finally(refreshSealed)
    else setAuth(null)
  })

/** Updates the session: publishes it at once, then stores it. */
function updateAuth(change: Partial<Auth>) {
  const current = currentAuth()
  if (!current) return
  const next = { ...current, ...change }
  setAuth(next)
  void store(next, replaceSession)
}

/** The one-time password was replaced: the rest of the app opens. */
export const passwordChanged = () => updateAuth({ mustChangePassword: false })

/** Stores the own permissions with the session, so that Lock seals them. Undefined when the server refused them. */
export function storeRights(rights: Auth['rights']) {
  const stored = currentAuth()?.rights
  if (JSON.stringify(stored?.reply) !== JSON.stringify(rights?.reply)) updateAuth({ rights })
}
