import {
  createHmac,
  createPublicKey,
  type KeyObject,
  randomBytes,
  timingSafeEqual,
  verify,
} from 'node:crypto'
import { nonceMinutes } from '#contract/field/devices'

/** The keys of links (files/linkKeys.ts), which all servers have. */
type Keys = { signing: (now: Date) => Buffer; all: () => readonly Buffer[] }

/** The key, or undefined if it is neither Ed25519 nor P-256. */
export function deviceKey(base64: string): KeyObject | undefined {
  try {
    const key = createPublicKey({ key: Buffer.from(base64, 'base64'), format: 'der', type: 'spki' })
    const isKnown =
      key.asymmetricKeyType === 'ed25519' ||
      (key.asymmetricKeyType === 'ec' && key.asymmetricKeyDetails?.namedCurve === 'prime256v1')
    return isKnown ? key : undefined
  } catch {
    return undefined
  }
}

/** One text for one key, however it was encoded. */
export const keyText = (key: KeyObject) => key.export({ format: 'der', type: 'spki' }).toString('base64')

/** ECDSA signatures come as DER (OpenSSL) or as two numbers (WebCrypto). */
export function isSignedBy(key: KeyObject, text: string, base64: string): boolean {
  const signature = Buffer.from(base64, 'base64')
  const data = Buffer.from(text)
  if (key.asymmetricKeyType === 'ed25519') return isVerified(() => verify(null, data, key, signature))
  return (['der', 'ieee-p1363'] as const).some((dsaEncoding) =>
    isVerified(() => verify('sha256', data, { key, dsaEncoding }, signature)),
  )
}

/** A signature that can't be read is none. */
function isVerified(check: () => boolean): boolean {
  try {
    return check()
  } catch {
    return false
  }
}

const nonceMs = nonceMinutes * 60_000
const randomBytesInNonce = 16
const macOf = (key: Buffer, body: string) =>
  createHmac('sha256', key).update(`field nonce ${body}`).digest('base64url')

/** A nonce says until when it is valid, and that one of these servers made it: none is stored before it is signed. */
export function newNonce(keys: Pick<Keys, 'signing'>, now: Date) {
  const expiresAt = new Date(now.getTime() + nonceMs)
  const body = `${expiresAt.getTime()}.${randomBytes(randomBytesInNonce).toString('base64url')}`
  return { nonce: `${body}.${macOf(keys.signing(now), body)}`, expiresAt }
}

/** Until when a nonce is valid; undefined for one that is too old, or that no server made. */
export function nonceExpiry(keys: Pick<Keys, 'all'>, nonce: string, now: Date): Date | undefined {
  const [time = '', random = '', mac = '', ...more] = nonce.split('.')
  const sent = Buffer.from(mac)
  const isOurs = keys.all().some((key) => {
    const right = Buffer.from(macOf(key, `${time}.${random}`))
    return right.length === sent.length && timingSafeEqual(right, sent)
  })
  const expiresAt = Number(time)
  // One from a clock that was ahead would be valid for too long.
  const isNow = expiresAt > now.getTime() && expiresAt <= now.getTime() + 2 * nonceMs
  return isOurs && isNow && more.length === 0 ? new Date(expiresAt) : undefined
}
