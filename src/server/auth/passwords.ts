import { randomInt } from 'node:crypto'
import { hash, hashRaw, verify } from '@node-rs/argon2'
import { dictionary } from '@zxcvbn-ts/language-common'
import { minPasswordLength } from '#contract/calls/session'

/** argon2id is the library's default; 19 MiB, 2 passes, 1 lane (OWASP). */
const hashOptions = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export const hashPassword = (password: string) => hash(password, hashOptions)
export const passwordMatches = (stored: string, password: string) => verify(stored, password)

/** The same hash for the same text and salt: for what is too short for a fast hash. */
export const slowHash = async (text: string, salt: string) =>
  (await hashRaw(text, { ...hashOptions, salt: Buffer.from(salt) })).toString('base64url')

/** Compared when no such account exists, so that the reply takes the same time. */
let decoy: Promise<string> | undefined
export const decoyHash = () => {
  decoy ??= hashPassword('no account has this password')
  return decoy
}

const common = new Set(dictionary['passwords-common'] as string[])

/** Why a password can't be used; undefined when it can (rules.md, "Passwords"). */
export function passwordFault(password: string, email: string): string | undefined {
  if (password.length < minPasswordLength)
    return `Password must have at least ${minPasswordLength} characters.`
  const plain = password.toLowerCase()
  if (plain === email.toLowerCase()) return 'Password must not be your email.'
  if (common.has(plain) || /^(.)\1*$/.test(plain)) return 'This password is too common. Choose another one.'
  return undefined
}

/** 20 characters, about 98 bits; no characters that look alike. */
export function oneTimePassword(): string {
  const letters = 'abcdefghjkmnpqrstuvwxyzACDEFGHJKLMNPQRTUVWXY34679'
  return Array.from({ length: 20 }, () => letters[randomInt(letters.length)]).join('')
}
