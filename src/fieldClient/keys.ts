/** The key pair of a device, by WebCrypto: Ed25519, or P-256 where the platform has no Ed25519. */

export type DeviceKeys = { pair: CryptoKeyPair; publicKey: string }

const p256 = { name: 'ECDSA', namedCurve: 'P-256' } as const
const signP256 = { name: 'ECDSA', hash: 'SHA-256' } as const

/** The private half can't be read out unless `extractable`, which a store of files needs; IndexedDB keeps keys as they are. */
export async function makeKeys({ extractable = false, only }: KeyOptions = {}): Promise<DeviceKeys> {
  const pair = await generate(extractable, only)
  const spki = await crypto.subtle.exportKey('spki', pair.publicKey)
  return { pair, publicKey: base64Of(spki) }
}
export type KeyOptions = { extractable?: boolean; only?: 'Ed25519' | 'P-256' }

async function generate(extractable: boolean, only: KeyOptions['only']): Promise<CryptoKeyPair> {
  const p256Pair = () => crypto.subtle.generateKey(p256, extractable, ['sign', 'verify'])
  if (only === 'P-256') return p256Pair()
  const edPair = crypto.subtle.generateKey('Ed25519', extractable, ['sign', 'verify'])
  return only ? ((await edPair) as CryptoKeyPair) : edPair.then((pair) => pair as CryptoKeyPair, p256Pair)
}

/** What a device signs: four lines of text. */
export async function sign(
  { pair }: DeviceKeys,
  purpose: 'enrol' | 'token',
  nonce: string,
  subject: string,
): Promise<string> {
  const text = ['alajo-field-v1', purpose, nonce, subject].join('\n')
  const { privateKey } = pair
  const algorithm = privateKey.algorithm.name === 'ECDSA' ? signP256 : privateKey.algorithm.name
  return base64Of(await crypto.subtle.sign(algorithm, privateKey, new TextEncoder().encode(text)))
}

/** For a store that keeps text. */
export type StoredKeys = { kind: string; publicKey: string; privateKey: string }

export async function exportKeys({ pair, publicKey }: DeviceKeys): Promise<StoredKeys> {
  const privateKey = base64Of(await crypto.subtle.exportKey('pkcs8', pair.privateKey))
  return { kind: pair.privateKey.algorithm.name, publicKey, privateKey }
}

export async function importKeys({ kind, publicKey, privateKey }: StoredKeys): Promise<DeviceKeys> {
  const algorithm = kind === 'ECDSA' ? p256 : kind
  const { subtle } = crypto
  const pair = {
    publicKey: await subtle.importKey('spki', bytesOf(publicKey), algorithm, true, ['verify']),
    privateKey: await subtle.importKey('pkcs8', bytesOf(privateKey), algorithm, true, ['sign']),
  }
  return { pair, publicKey }
}

const base64Of = (bytes: ArrayBuffer) => btoa(String.fromCharCode(...new Uint8Array(bytes)))
const bytesOf = (base64: string) => Uint8Array.from(atob(base64), (one) => one.charCodeAt(0))
