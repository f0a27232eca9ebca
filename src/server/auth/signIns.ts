import { and, eq, gt, like, sql } from 'drizzle-orm'
import { expiredTokenMessage, Problem } from '#contract/problems'
import type { Queries } from '../db/database'
import { signIns } from '../db/tables/schema'
import { notYet } from '../clock/stored'
import { codeMinutes, hashOf, newCode, newConsoleCode, newToken } from './tokens'

const codeAttempts = 5
const inTenMinutes = (now: Date) => new Date(now.getTime() + codeMinutes * 60_000)

/** Marks the hash of a console token, which is issued before step one and so is not bound to a login token. */
const consolePrefix = 'console:'
const consoleHash = (adminId: number, code: string) => consolePrefix + hashOf(String(adminId), code)

/** Starts a sign-in: returns the login token of step one and the six digits to mail. Replaces an earlier sign-in. */
export async function startSignIn(queries: Queries, adminId: number, now: Date) {
  const loginToken = newToken()
  const code = newCode()
  await replaceSignIn(queries, adminId, {
    loginTokenHash: hashOf(loginToken),
    codeHash: hashOf(loginToken, code),
    triesLeft: codeAttempts,
    expiresAt: inTenMinutes(now),
  })
  return { loginToken, code }
}

/** Cancels a sign-in whose token could not be mailed. */
export const cancelSignIn = (queries: Queries, loginToken: string) =>
  queries.delete(signIns).where(eq(signIns.loginTokenHash, hashOf(loginToken)))

/**
 * Issues a second-step token for the operator of the server (commands/signInToken.ts), for when mail fails. It has 16
 * digits because its hash, unlike that of the six digits, is not bound to a login token.
 */
export async function issueConsoleCode(queries: Queries, adminId: number, now: Date): Promise<string> {
  const code = newConsoleCode()
  await replaceSignIn(queries, adminId, {
    loginTokenHash: hashOf(newToken()),
    codeHash: consoleHash(adminId, code),
    triesLeft: codeAttempts,
    expiresAt: inTenMinutes(now),
  })
  return code
}

/** A login token for step one if a console token is waiting; its expiry and remaining attempts stay the same. */
export async function claimConsoleSignIn(queries: Queries, adminId: number, now: Date) {
  const loginToken = newToken()
  const claimed = await queries
    .update(signIns)
    .set({ loginTokenHash: hashOf(loginToken) })
    .where(
      and(
        eq(signIns.adminId, adminId),
        like(signIns.codeHash, `${consolePrefix}%`),
        gt(signIns.triesLeft, 0),
        notYet(signIns.expiresAt, now, codeMinutes * 60_000),
      ),
    )
    .returning({ adminId: signIns.adminId })
  return claimed.length > 0 ? loginToken : undefined
}

/**
 * Checks a code. Uses up one of the five attempts first, so that concurrent requests can't share one. A correct code
 * is valid once.
 * @returns The attempts left after a wrong code; undefined after a correct one.
 */
export async function verifyCode(queries: Queries, adminId: number, loginToken: string, code: string) {
  const mine = and(eq(signIns.adminId, adminId), eq(signIns.loginTokenHash, hashOf(loginToken)))
  const [signIn] = await queries
    .update(signIns)
    .set({ triesLeft: sql`${signIns.triesLeft} - 1` })
    .where(and(mine, gt(signIns.triesLeft, 0)))
    .returning()
  if (!signIn) throw new Problem('signedOut', expiredTokenMessage)
  if (![hashOf(loginToken, code), consoleHash(adminId, code)].includes(signIn.codeHash))
    return signIn.triesLeft
  const spent = await queries.delete(signIns).where(mine).returning({ adminId: signIns.adminId })
  if (spent.length === 0) throw new Problem('signedOut', expiredTokenMessage)
  return undefined
}

async function replaceSignIn(
  queries: Queries,
  adminId: number,
  values: Omit<typeof signIns.$inferInsert, 'adminId'>,
) {
  await queries
    .insert(signIns)
    .values({ adminId, ...values })
    .onConflictDoUpdate({ target: signIns.adminId, set: values })
}
