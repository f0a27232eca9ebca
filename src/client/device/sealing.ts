// Encryption of the stored session. Keys derived from passwords, and the vault's keys, are in vaultCrypto.ts.

export type Bytes = Uint8Array<ArrayBuffer>

export type Sealed = { iv: Bytes; sealed: ArrayBuffer }

export const random = (length: number): Bytes => crypto.getRandomValues(new Uint8Array(length))
export const bytesOf = (text: string): Bytes => new TextEncoder().encode(text)

/** Imports the key that encrypts the session and, while the vault is open, its secret. */
export const importSessionKey = (sessionKey: Bytes): Promise<CryptoKey> =>
  crypto.subtle.importKey('raw', sessionKey, 'AES-GCM', false, ['encrypt', 'decrypt'])

export async function sealBytes(key: CryptoKey, context: string, bytes: Bytes): Promise<Sealed> {
  const iv = random(12)
  const how = { name: 'AES-GCM', iv, additionalData: bytesOf(context) }
  return { iv, sealed: await crypto.subtle.encrypt(how, key, bytes) }
}

/** Returns undefined for a wrong key, another context, or changed bytes. */
export const openBytes = (
  key: CryptoKey,
  context: string,
  { iv, sealed }: Sealed,
): Promise<Bytes | undefined> =>
  crypto.subtle.decrypt({ name: 'AES-GCM', iv, additionalData: bytesOf(context) }, key, sealed).then(
    (bytes) => new Uint8Array(bytes),
    () => undefined,
  )

/** Encrypts a value. `context` is authenticated: the value opens with the same context only. */
export const sealWith = (key: CryptoKey, context: string, value: unknown): Promise<Sealed> =>
  sealBytes(key, context, bytesOf(JSON.stringify(value)))

/** Decrypts a value, or returns undefined for a wrong key or context. */
export async function openWith(key: CryptoKey, context: string, sealed: Sealed): Promise<unknown> {
  const bytes = await openBytes(key, context, sealed)
  return bytes && JSON.parse(new TextDecoder().decode(bytes))
}

/** The hash of a session's token that the server stores (base64url). It can only revoke the session. */
export async function revocationHandle(token: string): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytesOf(token)))
  return btoa(String.fromCharCode(...hash))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '')
}
