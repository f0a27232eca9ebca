import { createDecipheriv } from 'node:crypto'
import { Problem } from '#contract/problems'

/** Decrypts `request_data`: AES-CBC, PKCS7, key and IV as UTF-8 (rules.md, "Body encryption"). */
export function openBody(requestData: unknown, key: string, iv: string): unknown {
  try {
    const decipher = createDecipheriv('aes-256-cbc', Buffer.from(key), Buffer.from(iv))
    const plain = Buffer.concat([decipher.update(String(requestData), 'base64'), decipher.final()])
    return JSON.parse(plain.toString('utf8'))
  } catch (cause) {
    throw new Problem('invalid', 'The body could not be decrypted.', { cause })
  }
}
