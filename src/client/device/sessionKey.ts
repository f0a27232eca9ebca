import { sessionHours } from '#contract/calls/session'
import { cookie } from './cookie'

/**
 * The session key: random bytes that encrypt the session's token and the vault's secret on the disk. It is in a cookie,
 * because browsers overwrite deleted cookies; their other stores keep deleted data on the disk until they compact
 * (docs/run/security.md).
 */
type Bytes = Uint8Array<ArrayBuffer>

const cookieName = 'alajo-latch'
const vaultKeyLength = 32

/** Creates the key of a new session. What the previous key encrypted can't be read any more. */
export function newSessionKey(token: string) {
  setCookie(
    toText(crypto.getRandomValues(new Uint8Array(vaultKeyLength + token.length))),
    sessionHours * 3600,
  )
}

export const dropSessionKey = () => setCookie('', 0)

function setCookie(value: string, seconds: number) {
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  // biome-ignore lint/suspicious/noDocumentCookie: the cookie store is not in every browser yet, and is asynchronous
  document.cookie = `${cookieName}=${value}; Max-Age=${seconds}; Path=/; SameSite=Strict${secure}`
}

/** The cookie's text; empty without one. */
export const sessionKeyText = () => cookie(cookieName) ?? ''

/** The part of the key that opens the vault. */
export const vaultSessionKey = (): Bytes | undefined => {
  const sessionKey = fromText(sessionKeyText())
  return sessionKey.length >= vaultKeyLength ? sessionKey.slice(0, vaultKeyLength) : undefined
}

/** XORs each letter of the token with a byte that is used for nothing else. */
export const maskToken = (token: string, sessionKey: string) =>
  toText(
    masked(
      Uint8Array.from(token, (letter) => letter.charCodeAt(0)),
      sessionKey,
    ),
  )

/** Restores a masked token; empty without a session key. */
export const unmaskToken = (text: string, sessionKey: string) =>
  sessionKey === '' ? '' : String.fromCharCode(...masked(fromText(text), sessionKey))

function masked(letters: Bytes, sessionKey: string): Bytes {
  const pad = fromText(sessionKey).slice(vaultKeyLength)
  return letters.map((byte, at) => byte ^ (pad[at] ?? 0))
}

/** Base64. */
export const toText = (bytes: Bytes) => btoa(String.fromCharCode(...bytes))
export const fromText = (text: string): Bytes => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))
