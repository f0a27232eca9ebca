import {
  type Bytes,
  bytesOf,
  openBytes,
  openWith,
  random,
  type Sealed,
  sealBytes,
  sealWith,
} from '#device/sealing'

/** The keys of a vault: one encrypts pages, the other makes names opaque. Neither can be exported. */
export type VaultKeys = { data: CryptoKey; names: CryptoKey }

/** Parameters of the key derivation, stored with the wrapped secret so that they can be raised. */
export type KdfParameters = { salt: Bytes; iterations: number }

/** The vault's secret, encrypted with the password's key. No hash of the password is stored. */
export type WrappedSecret = Sealed & KdfParameters

/** OWASP's count for PBKDF2-HMAC-SHA-256. */
export const currentIterations = 600_000

export const newSecret = () => random(32)
export const newKdfParameters = (): KdfParameters => ({ salt: random(16), iterations: currentIterations })

/** The slow step: about a second on a cheap tablet, on another thread. */
export async function deriveWrappingKey(
  password: string,
  { salt, iterations }: KdfParameters,
): Promise<CryptoKey> {
  const base = await crypto.subtle.importKey('raw', bytesOf(password), 'PBKDF2', false, ['deriveKey'])
  return crypto.subtle.deriveKey(
    { name: 'PBKDF2', hash: 'SHA-256', salt, iterations },
    base,
    { name: 'AES-GCM', length: 256 },
    false,
    ['encrypt', 'decrypt'],
  )
}

/** Derives the two keys of a vault from its secret. */
export async function deriveVaultKeys(secret: Bytes): Promise<VaultKeys> {
  const base = await crypto.subtle.importKey('raw', secret, 'HKDF', false, ['deriveKey'])
  const from = (info: string) => ({
    name: 'HKDF',
    hash: 'SHA-256',
    salt: new Uint8Array(),
    info: bytesOf(info),
  })
  const [data, names] = await Promise.all([
    crypto.subtle.deriveKey(from('alajo pages'), base, { name: 'AES-GCM', length: 256 }, false, [
      'encrypt',
      'decrypt',
    ]),
    crypto.subtle.deriveKey(
      from('alajo names'),
      base,
      { name: 'HMAC', hash: 'SHA-256', length: 256 },
      false,
      ['sign'],
    ),
  ])
  return { data, names }
}

const secretContext = 'alajo secret'

/** Encrypts the secret with a password's key or the session key. */
export const wrapSecret = (secret: Bytes, key: CryptoKey) => sealBytes(key, secretContext, secret)

/** Returns undefined for a wrong key. */
export const unwrapSecret = (wrapped: Sealed, key: CryptoKey) => openBytes(key, secretContext, wrapped)

/** Encrypts a value with a vault's key. It opens with the same `context` only. */
export const seal = ({ data }: VaultKeys, context: string, value: unknown) => sealWith(data, context, value)
export const open = ({ data }: VaultKeys, context: string, sealed: Sealed) => openWith(data, context, sealed)

/** A keyed hash as a name, because query keys contain search texts and ids. Equal texts give equal names in one vault. */
export async function opaque({ names }: VaultKeys, text: string): Promise<string> {
  const bytes = new Uint8Array(await crypto.subtle.sign('HMAC', names, bytesOf(text)))
  return btoa(String.fromCharCode(...bytes))
}
