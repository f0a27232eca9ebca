// What the session on the device needs of cryptography; keys of passwords and of vaults are in vaultCrypto.ts.

export type Bytes = Uint8Array<ArrayBuffer>

export type Sealed = { iv: Bytes; sealed: ArrayBuffer }

export const random = (length: number): Bytes => crypto.getRandomValues(new Uint8Array(length))
export const bytesOf = (text: string): Bytes => new TextEncoder().encode(text)

/** The key that the session and, while it is open, the vault's secret lie under. */
export const importSessionKey = (sessionKey: Bytes): Promise<CryptoKey> =>
  crypto.subtle.importKey('raw', sessionKey, 'AES-GCM', false, ['encrypt', 'decrypt'])

export async function sealBytes(key: CryptoKey, bound: string, bytes: Bytes): Promise<Sealed> {
  const iv = random(12)
  const how = { name: 'AES-GCM', iv, additionalData: bytesOf(bound) }
  return { iv, sealed: await crypto.subtle.encrypt(how, key, bytes) }
}

/** Undefined for another key, another place, or bytes that were changed. */
export const openBytes = (
  key: CryptoKey,
  bound: string,
  { iv, sealed }: Sealed,
): Promise<Bytes | undefined> =>
  crypto.subtle.decrypt({ name: 'AES-GCM', iv, additionalData: bytesOf(bound) }, key, sealed).then(
    (bytes) => new Uint8Array(bytes),
    () => undefined,
  )

/** Seals a value; `bound` is the place that it is for, and it opens in no other. */
export const sealUnder = (key: CryptoKey, bound: string, value: unknown): Promise<Sealed> =>
  sealBytes(key, bound, bytesOf(JSON.stringify(value)))

/** The value that was sealed for this place under this key, or undefined. */
export async function openUnder(key: CryptoKey, bound: string, sealed: Sealed): Promise<unknown> {
  const bytes = await openBytes(key, bound, sealed)
  return bytes && JSON.parse(new TextDecoder().decode(bytes))
}

/** The hash that the server keeps of a session's token (base64url): it revokes the session and opens nothing. */
export async function revocationHandle(token: string): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytesOf(token)))
  return btoa(String.fromCharCode(...hash))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '')
}
