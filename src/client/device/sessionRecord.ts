import type { Auth } from './auth'
import { sessionKeyText } from './sessionKey'
import { type Bytes, importSessionKey, openWith, type Sealed } from './sealing'

// What decides at a start whether a session is open.

export const activityKey = 'alajo.alive'
export const sessionContext = 'device session'

/** After this long without input the session is locked or ended (rules.md, "Session"). */
export const idleLimitMs = 900_000
/** How far a clock may be set back before it is distrusted: devices correct theirs by a little, now and then. */
export const clockSlackMs = 300_000

export const openSession = async (session: Sealed, sessionKey: Bytes) =>
  (await openWith(await importSessionKey(sessionKey), sessionContext, session)) as Auth | undefined

export function isIdleTooLong(): boolean {
  const last = lastActivityAt()
  const isIdle = last > 0 && (Date.now() - last > idleLimitMs || Date.now() < last - clockSlackMs)
  return isIdle || sessionKeyText() === ''
}

/** Time of the last input in any tab; 0 if unknown. */
export function lastActivityAt() {
  return Number(localStorage.getItem(activityKey))
}
