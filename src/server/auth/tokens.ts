import { createHash, randomBytes, randomInt } from 'node:crypto'

/** 256 random bits, for the client to keep; the database keeps only its hash. */
export const newToken = () => randomBytes(32).toString('base64url')
export const hashOf = (...parts: string[]) =>
  createHash('sha256').update(parts.join('\n')).digest('base64url')
/** How long the tokens of the second step are valid. */
export const codeMinutes = 10
/** The six digits that travel by e-mail. */
export const newCode = () => String(randomInt(1_000_000)).padStart(6, '0')
/** The digits that the server's console shows (signIns.ts). */
export const newConsoleCode = () => Array.from({ length: 16 }, () => randomInt(10)).join('')
