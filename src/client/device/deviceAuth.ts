import { type Auth, currentAuth, hasHint, type Hint, hintKey, idleSession, setAuth, storedHint } from './auth'
import { changeDevice, type DeviceRecord, type DeviceSession, type EndedSession, readDevice } from './device'
import {
  dropSessionKey,
  sessionKeyText,
  maskToken,
  newSessionKey,
  unmaskToken,
  vaultSessionKey,
} from './sessionKey'
import { type Bytes, importSessionKey, openUnder, revocationHandle, sealUnder } from './sealing'

const aliveKey = 'alajo.alive'
/** Of earlier releases. */
const formerKeys = ['alajo.role', 'alajo.facts']
const sessionPlace = 'device session'

/** After this long without input nothing stays open (rules.md, "Session"). */
export const idleLimitMs = 900_000
/** How far a clock may be set back before it is distrusted: devices correct theirs by a little, now and then. */
export const clockSlackMs = 300_000

/**
 * Who is signed in, as IndexedDB has it: localStorage and cookies may be from before Lock or Log out. What is left of a
 * session that is closed is purged. Storage that can't be read now closes it for this visit.
 */
export async function restoreAuth(reading: Promise<readonly DeviceRecord[] | undefined>) {
  // Before the records: another tab that signs in writes it after them.
  const hint = storedHint()
  const records = await reading
  const found = hint && (await sessionOf(hint, records))
  // Another tab logged out meanwhile.
  if (!hint || !hasHint()) return
  if (!found) {
    if (records) clearAuth()
    return setAuth(null)
  }
  if (isLeftOpen()) idleSession.set(found)
  else {
    setAuth(found)
    if (records && 'accessToken' in hint) void keep(found)
  }
}

async function sessionOf(hint: Hint, records: readonly DeviceRecord[] = []): Promise<Auth | null> {
  const session = records.find((one) => one.id === 'session')
  const sessionKey = vaultSessionKey()
  const opened = session && sessionKey && (await openSession(session, sessionKey))
  if (opened) return opened
  const masked = 'accessToken' in hint ? await unmasked(hint, records) : undefined
  if (masked) return masked
  // The session key is lost: the device locks for the user of this session.
  if (!session) return null
  const { userId, email } = session
  dropSessionKey()
  return { userId, email, accessToken: '', role: null, mustChangePassword: false }
}

const openSession = async (session: DeviceSession, sessionKey: Bytes) =>
  (await openUnder(await importSessionKey(sessionKey), sessionPlace, session)) as Auth | undefined

async function unmasked(hint: Auth, records: readonly DeviceRecord[]): Promise<Auth | undefined> {
  const accessToken = unmaskToken(hint.accessToken, sessionKeyText())
  const handle = accessToken && (await revocationHandle(accessToken).catch(() => ''))
  const isEnded = handle !== '' && records.some((one) => 'handle' in one && one.handle === handle)
  return isEnded ? undefined : { ...hint, accessToken }
}

function isLeftOpen(): boolean {
  const alive = lastActivityAt()
  const isIdle = alive > 0 && (Date.now() - alive > idleLimitMs || Date.now() < alive - clockSlackMs)
  return isIdle || sessionKeyText() === ''
}

/** When somebody last touched the portal, in whatever tab; 0 where nothing is known of it. */
export function lastActivityAt() {
  return Number(localStorage.getItem(aliveKey))
}
export const recordActivity = () => localStorage.setItem(aliveKey, String(Date.now()))

/** A session begins. */
export async function signInAs(next: Auth) {
  newSessionKey(next.accessToken)
  await storeAuth(next)
}

/** A session begins, or one that was locked is opened. */
export async function storeAuth(next: Auth) {
  recordActivity()
  await keep(next)
}

/** Keeps the session on the device, and then shows it. */
async function keep(next: Auth, write = putSession) {
  const before = currentAuth()
  const sealed = await sealedSession(next)
  // Logged out meanwhile, here or in another tab.
  if (currentAuth() !== before) return
  const isKept = sealed !== undefined && (await write(sealed))
  if (currentAuth() !== before) return
  const hint: Hint = isKept
    ? { userId: next.userId, at: Date.now() }
    : { ...next, accessToken: maskToken(next.accessToken, sessionKeyText()), rights: undefined }
  localStorage.setItem(hintKey, JSON.stringify(hint))
  setAuth(next)
}

type SealedSession = { session: DeviceSession; handle: string }

/** Undefined without a session key or where the browser can't encrypt. */
async function sealedSession(next: Auth): Promise<SealedSession | undefined> {
  const { userId, email, accessToken } = next
  try {
    const sessionKey = vaultSessionKey()
    if (!sessionKey) return undefined
    const sealed = await sealUnder(await importSessionKey(sessionKey), sessionPlace, next)
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
    // Locked before, and opened again.
    records.delete(`ended ${handle}`)
  })

/** False where there is none: it ended meanwhile, in this tab or another, and stays so. */
async function replaceSession({ session }: SealedSession) {
  let isThere = false
  const isDone = await changeDevice((records) => {
    const kept = records.get('session')
    kept.onsuccess = () => {
      isThere = kept.result !== undefined
      if (isThere) records.put(session)
    }
  })
  return isDone && isThere
}

/** Forgets who was signed in, here and in every other tab. */
export function clearAuth() {
  dropSessionKey()
  for (const key of [hintKey, aliveKey, ...formerKeys]) localStorage.removeItem(key)
  idleSession.set(null)
  setAuth(null)
}

/**
 * Closes the session on this device, also if the browser is killed later. `revoke`: the server revokes it at the first
 * network (revocations.ts). `wipe`: what is saved for its user is being deleted.
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
    if (hasHint()) void restoreAuth(readDevice())
    else setAuth(null)
  })

/** What becomes known of the session after it began: shown at once, and kept. */
function amend(change: Partial<Auth>) {
  const current = currentAuth()
  if (!current) return
  const next = { ...current, ...change }
  setAuth(next)
  void keep(next, replaceSession)
}

/** The one-time password is gone: the rest of the app opens. */
export const passwordChanged = () => amend({ mustChangePassword: false })

/** Keeps the own permission list with the session, so that it is locked and opened with it; undefined: it is refused. */
export function storeRights(rights: Auth['rights']) {
  const kept = currentAuth()?.rights
  if (JSON.stringify(kept?.reply) !== JSON.stringify(rights?.reply)) amend({ rights })
}
