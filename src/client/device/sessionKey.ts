import { sessionHours } from '#contract/calls/session'
import { cookie } from './cookie'

/**
 * Random bytes without which what lies open on the disk is worth nothing: the session's token and the vault's secret.
 * In a cookie, because browsers overwrite a cookie that is deleted; the files of their other stores keep what was
 * deleted until they are tidied up (docs/security.md).
 */
type Bytes = Uint8Array<ArrayBuffer>

const cookieName = 'alajo-latch'
const forVault = 32

/** A new one for a session with this token; what the one before opened is shut. */
export function newSessionKey(token: string) {
  setCookie(toText(crypto.getRandomValues(new Uint8Array(forVault + token.length))), sessionHours * 3600)
}

export const dropSessionKey = () => setCookie('', 0)

function setCookie(value: string, seconds: number) {
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  // biome-ignore lint/suspicious/noDocumentCookie: the cookie store is not in every browser yet, and is asynchronous
  document.cookie = `${cookieName}=${value}; Max-Age=${seconds}; Path=/; SameSite=Strict${secure}`
}

/** As it stands in the cookie; empty where there is none. */
export const sessionKeyText = () => cookie(cookieName) ?? ''

/** The part that opens the vault. */
export const vaultSessionKey = (): Bytes | undefined => {
  const sessionKey = fromText(sessionKeyText())
  return sessionKey.length >= forVault ? sessionKey.slice(0, forVault) : undefined
}

/** Each letter of the token under a byte of its own, used for nothing else. */
export const maskToken = (token: string, sessionKey: string) =>
  toText(
    masked(
      Uint8Array.from(token, (letter) => letter.charCodeAt(0)),
      sessionKey,
    ),
  )

/** The token again; empty without a session key. */
export const unmaskToken = (text: string, sessionKey: string) =>
  sessionKey === '' ? '' : String.fromCharCode(...masked(fromText(text), sessionKey))

function masked(letters: Bytes, sessionKey: string): Bytes {
  const pad = fromText(sessionKey).slice(forVault)
  return letters.map((byte, at) => byte ^ (pad[at] ?? 0))
}

const toText = (bytes: Bytes) => btoa(String.fromCharCode(...bytes))
const fromText = (text: string): Bytes => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))
