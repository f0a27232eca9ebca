import {
  type Bytes,
  bytesOf,
  openBytes,
  openUnder,
  random,
  type Sealed,
  sealBytes,
  sealUnder,
} from '#device/sealing'

/** What a vault is used with: one key seals pages, the other makes names opaque. Neither can be taken out. */
export type VaultKeys = { data: CryptoKey; names: CryptoKey }

/** How a password is made into a key; kept beside what it wraps, so that it can be raised. */
export type KdfParameters = { salt: Bytes; iterations: number }

/** The vault's secret under the password. The right password is the one that opens it: no hash is kept. */
export type WrappedSecret = Sealed & KdfParameters

/** OWASP's count for PBKDF2-HMAC-SHA-256. */
export const currentIterations = 600_000

export const newSecret = () => random(32)
export const newKdfParameters = (): KdfParameters => ({ salt: random(16), iterations: currentIterations })

/** The slow step, on another thread: a second or so on a cheap tablet. */
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

/** The two keys of a vault, from its one secret. */
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

const secretPlace = 'alajo secret'

/** The secret under the key of a password, or of the session key. */
export const wrapSecret = (secret: Bytes, key: CryptoKey) => sealBytes(key, secretPlace, secret)

/** Undefined where the key is another one. */
export const unwrapSecret = (wrapped: Sealed, key: CryptoKey) => openBytes(key, secretPlace, wrapped)

/** Seals a value under the key of a vault; `bound` is the place that it is for, and it opens in no other. */
export const seal = ({ data }: VaultKeys, bound: string, value: unknown) => sealUnder(data, bound, value)
export const open = ({ data }: VaultKeys, bound: string, sealed: Sealed) => openUnder(data, bound, sealed)

/** A name that says nothing: query keys hold search texts and ids. The same text has the same one in this vault. */
export async function opaque({ names }: VaultKeys, text: string): Promise<string> {
  const bytes = new Uint8Array(await crypto.subtle.sign('HMAC', names, bytesOf(text)))
  return btoa(String.fromCharCode(...bytes))
}
