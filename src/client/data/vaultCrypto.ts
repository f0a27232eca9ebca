/** What a vault is used with: one key seals pages, the other makes names opaque. Neither can be taken out. */
export type VaultKeys = { data: CryptoKey; names: CryptoKey }

export type Sealed = { iv: Bytes; sealed: ArrayBuffer }

/** How a password is made into a key; kept beside what it wraps, so that it can be raised. */
export type Stretch = { salt: Bytes; iterations: number }

/** The vault's secret under the password. The right password is the one that opens it: no hash is kept. */
export type WrappedSecret = Sealed & Stretch

export type Bytes = Uint8Array<ArrayBuffer>

/** OWASP's count for PBKDF2-HMAC-SHA-256. */
export const iterationsToday = 600_000

const random = (length: number): Bytes => crypto.getRandomValues(new Uint8Array(length))
const bytesOf = (text: string): Bytes => new TextEncoder().encode(text)

export const newSecret = () => random(32)
export const newStretch = (): Stretch => ({ salt: random(16), iterations: iterationsToday })

/** The slow step, on another thread: a second or so on a cheap tablet. */
export async function wrappingKey(password: string, { salt, iterations }: Stretch): Promise<CryptoKey> {
  const base = await crypto.subtle.importKey('raw', bytesOf(password), 'PBKDF2', false, ['deriveKey'])
  return crypto.subtle.deriveKey(
    { name: 'PBKDF2', hash: 'SHA-256', salt, iterations },
    base,
    { name: 'AES-GCM', length: 256 },
    false,
    ['encrypt', 'decrypt'],
  )
}

/** The key that the vault's secret lies under while it is open. */
export const latchKey = (latch: Bytes): Promise<CryptoKey> =>
  crypto.subtle.importKey('raw', latch, 'AES-GCM', false, ['encrypt', 'decrypt'])

/** The two keys of a vault, from its one secret. */
export async function keysFrom(secret: Bytes): Promise<VaultKeys> {
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

async function sealBytes(key: CryptoKey, bound: string, bytes: Bytes): Promise<Sealed> {
  const iv = random(12)
  const how = { name: 'AES-GCM', iv, additionalData: bytesOf(bound) }
  return { iv, sealed: await crypto.subtle.encrypt(how, key, bytes) }
}

/** Undefined for another key, another place, or bytes that were changed. */
const openBytes = (key: CryptoKey, bound: string, { iv, sealed }: Sealed): Promise<Bytes | undefined> =>
  crypto.subtle.decrypt({ name: 'AES-GCM', iv, additionalData: bytesOf(bound) }, key, sealed).then(
    (bytes) => new Uint8Array(bytes),
    () => undefined,
  )

const secretPlace = 'alajo secret'

/** The secret under the key of a password, or of the latch. */
export const wrapSecret = (secret: Bytes, key: CryptoKey) => sealBytes(key, secretPlace, secret)

/** Undefined where the key is another one. */
export const unwrapSecret = (wrapped: Sealed, key: CryptoKey) => openBytes(key, secretPlace, wrapped)

/** Seals a value; `bound` is the place that it is for, and it opens in no other. */
export const sealUnder = (key: CryptoKey, bound: string, value: unknown): Promise<Sealed> =>
  sealBytes(key, bound, bytesOf(JSON.stringify(value)))

/** The value that was sealed for this place under this key, or undefined. */
export async function openUnder(key: CryptoKey, bound: string, sealed: Sealed): Promise<unknown> {
  const bytes = await openBytes(key, bound, sealed)
  return bytes && JSON.parse(new TextDecoder().decode(bytes))
}

/** The same under the key of a vault. */
export const seal = ({ data }: VaultKeys, bound: string, value: unknown) => sealUnder(data, bound, value)
export const open = ({ data }: VaultKeys, bound: string, sealed: Sealed) => openUnder(data, bound, sealed)

/** What the server can revoke a session by, and nobody can use it with: the hash that the server keeps of its token. */
export async function revocationHandle(token: string): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytesOf(token)))
  return btoa(String.fromCharCode(...hash))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '')
}

/** A name that says nothing: query keys hold search texts and ids. The same text has the same one in this vault. */
export async function opaque({ names }: VaultKeys, text: string): Promise<string> {
  const bytes = new Uint8Array(await crypto.subtle.sign('HMAC', names, bytesOf(text)))
  return btoa(String.fromCharCode(...bytes))
}
