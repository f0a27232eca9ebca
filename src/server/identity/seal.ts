import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto'
import type { IdentityNumber } from '#contract/calls/customers'
import type { IdentityKey, IdentityKeys } from './keys'

const algorithm = 'aes-256-gcm'
const ivBytes = 12
const tagBytes = 16

/** Where a number belongs. It is authenticated with the number, so that sealed numbers can't be swapped. */
export type Owner = { customerId: number; field: IdentityNumber } | { guarantorId: number; field: 'bvn' }

/** Seals a number: the id of its key, a dot, and in base64 the nonce, the ciphertext and its tag. */
export function sealNumber({ sealing }: IdentityKeys, owner: Owner, number: string): string {
  const iv = randomBytes(ivBytes)
  const cipher = createCipheriv(algorithm, sealing.key, iv, { authTagLength: tagBytes }).setAAD(textOf(owner))
  const sealed = Buffer.concat([iv, cipher.update(number, 'utf8'), cipher.final(), cipher.getAuthTag()])
  return `${sealing.id}.${sealed.toString('base64url')}`
}

/** Opens a number. Throws when its key is missing, or when it was changed or belongs elsewhere. */
export function openNumber({ byId }: IdentityKeys, owner: Owner, text: string): string {
  const key = byId.get(keyIdOf(text))?.key
  if (!key) throw new UnknownIdentityKey(keyIdOf(text))
  const sealed = Buffer.from(text.slice(text.indexOf('.') + 1), 'base64url')
  const decipher = createDecipheriv(algorithm, key, sealed.subarray(0, ivBytes), { authTagLength: tagBytes })
    .setAAD(textOf(owner))
    .setAuthTag(sealed.subarray(-tagBytes))
  return Buffer.concat([decipher.update(sealed.subarray(ivBytes, -tagBytes)), decipher.final()]).toString()
}

export const keyIdOf = (sealed: string) => sealed.slice(0, sealed.indexOf('.'))

/** A number is sealed under a key that this server does not have. */
export class UnknownIdentityKey extends Error {
  constructor(readonly id: string) {
    super(`A BVN or NIN is sealed under key ${id}, which is not configured.`)
  }
}

/** By which two people with one BVN are found. Without the key it tells nothing of the number. */
export const hashBvn = ({ sealing }: IdentityKeys, bvn: string) => hashWith(sealing, bvn)

/** What `hashBvn` made of the number under any of the keys. */
export const hashesOfBvn = ({ byId }: IdentityKeys, bvn: string) =>
  [...byId.values()].map((key) => hashWith(key, bvn))

const hashWith = ({ id, key }: IdentityKey, bvn: string) =>
  `${id}.${createHmac('sha256', key).update(`bvn ${bvn}`).digest('base64url')}`

export const nameOf = (owner: Owner) =>
  'guarantorId' in owner ? `guarantor ${owner.guarantorId}` : `customer ${owner.customerId}`

const textOf = (owner: Owner) => Buffer.from(`${nameOf(owner)} ${owner.field}`)
