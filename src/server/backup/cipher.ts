import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { hashRaw } from '@node-rs/argon2'
import { ConfigError } from '../config'

/**
 * A file is: magic, salt, and chunks of 64 KiB, each sealed by AES-256-GCM and followed by its tag. The nonce of a chunk
 * is its number and whether it is the last, so that chunks can't be moved, repeated or cut off (the STREAM construction
 * of Hoang, Reyhanitabar, Rogaway and Vizár). The key is made from the passphrase by argon2id, with a salt of this file
 * alone: no key seals two files.
 */
const magic = Buffer.from('ALAJO BACKUP 1\n')
const saltBytes = 16
const headerBytes = magic.length + saltBytes
const chunkBytes = 65_536
const tagBytes = 16
/** 64 MiB, 3 passes, 4 lanes (RFC 9106). */
const keyOptions = { memoryCost: 65_536, timeCost: 3, parallelism: 4, outputLen: 32 }
/** No server starts a larger backup: 2^32 chunks are 256 TiB. */
const maxChunks = 2 ** 32

const wrong = 'The passphrase is not that of this backup, or the file was changed or cut off.'

function nonceOf(chunk: number, isLast: boolean) {
  if (chunk >= maxChunks) throw new Error('The backup is too large.')
  const nonce = Buffer.alloc(12)
  nonce.writeUInt32BE(chunk, 7)
  nonce.writeUInt8(isLast ? 1 : 0, 11)
  return nonce
}

type Bytes = AsyncIterable<Buffer>

/** Seals a stream under a passphrase. */
export async function* seal(passphrase: string, source: Bytes): AsyncGenerator<Buffer> {
  const header = Buffer.concat([magic, randomBytes(saltBytes)])
  const key = await keyOf(passphrase, header)
  yield header
  for await (const { bytes, nonce } of inChunks(chunkBytes, source)) {
    const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(header)
    yield Buffer.concat([cipher.update(bytes), cipher.final(), cipher.getAuthTag()])
  }
}

/** Opens what `seal` made. Throws a ConfigError at the first chunk that is not authentic, and if the last one is missing. */
export async function* open(passphrase: string, source: Bytes): AsyncGenerator<Buffer> {
  const parts = source[Symbol.asyncIterator]()
  let start = Buffer.alloc(0)
  while (start.length < headerBytes) {
    const part = await parts.next()
    if (part.done) break
    start = Buffer.concat([start, part.value])
  }
  const header = start.subarray(0, headerBytes)
  if (header.length < headerBytes || !header.subarray(0, magic.length).equals(magic))
    throw new ConfigError('This is not a backup of Alajo.')
  const key = await keyOf(passphrase, header)
  const rest = async function* () {
    yield start.subarray(headerBytes)
    yield* { [Symbol.asyncIterator]: () => parts }
  }
  for await (const { bytes, nonce } of inChunks(chunkBytes + tagBytes, rest())) yield opened(bytes, nonce)

  function opened(bytes: Buffer, nonce: Buffer) {
    try {
      const decipher = createDecipheriv('aes-256-gcm', key, nonce).setAAD(header)
      decipher.setAuthTag(bytes.subarray(-tagBytes))
      return Buffer.concat([decipher.update(bytes.subarray(0, -tagBytes)), decipher.final()])
    } catch (error) {
      throw new ConfigError(wrong, { cause: error })
    }
  }
}

/** Cuts a stream into chunks of this size with their nonces; the last one has the rest, and may be empty. */
async function* inChunks(size: number, source: Bytes): AsyncGenerator<{ bytes: Buffer; nonce: Buffer }> {
  let held = Buffer.alloc(0)
  let chunk = 0
  for await (const bytes of source) {
    held = Buffer.concat([held, bytes])
    let at = 0
    // More must follow, or it is the last one.
    for (; held.length - at > size; at += size)
      yield { bytes: held.subarray(at, at + size), nonce: nonceOf(chunk++, false) }
    held = held.subarray(at)
  }
  yield { bytes: held, nonce: nonceOf(chunk, true) }
}

const keyOf = (passphrase: string, header: Buffer) =>
  hashRaw(passphrase.normalize('NFC'), { ...keyOptions, salt: header.subarray(magic.length) })
