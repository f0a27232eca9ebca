import { createDecipheriv } from 'node:crypto'
import { Problem } from '#contract/problems'

/** Key and IV as UTF-8 text, of 32 and 16 bytes. */
export type BodyKey = { key: string; iv: string }

/**
 * Decrypts `request_data`: AES-CBC, PKCS7 (rules.md, "Body encryption"). The first key is the portal's; a body under another one
 * `isOld`: it comes from a page of an earlier build.
 */
export function openBody(requestData: unknown, keys: readonly BodyKey[]): { plain: unknown; isOld: boolean } {
  let cause: unknown
  for (const [at, key] of keys.entries())
    try {
      return { plain: JSON.parse(decrypted(String(requestData), key)), isOld: at > 0 }
    } catch (error) {
      // Under a wrong key the padding or the JSON is wrong.
      cause = error
    }
  throw new Problem('invalid', 'The body could not be decrypted.', { cause })
}

function decrypted(text: string, { key, iv }: BodyKey) {
  const decipher = createDecipheriv('aes-256-cbc', Buffer.from(key), Buffer.from(iv))
  return Buffer.concat([decipher.update(text, 'base64'), decipher.final()]).toString('utf8')
}
