import { and, eq, gt, gte, inArray, lte, or, sql } from 'drizzle-orm'
import { Problem } from '#contract/problems'
import type { Database, Queries } from '../db/database'
import { signInThrottles } from '../db/tables/schema'
import { hashOf } from './tokens'

/** Failures in a row after which an account is locked, until an admin unlocks it or an hour has passed. */
export const failuresToLock = 10
const lockSeconds = 3600
/** An address may serve a whole office behind one router, so it is allowed more failures. */
const freeFailures = { account: 3, address: 30 }

/** Agents' sign-ins are counted apart from those of an admin with the same e-mail. */
export const throttledAgent = (email: string) => `agent ${email}`

const accountKey = (email: string) => hashOf('account', email.trim().toLowerCase())
const addressKey = (address: string) => hashOf('address', address)

/**
 * Seconds to wait after a failure: none at first, then 30, 60, 120 … up to an hour. The same for unknown accounts, so
 * that the wait does not reveal whether an account exists.
 */
export function secondsBlocked(kind: 'account' | 'address', failures: number): number {
  if (kind === 'account' && failures >= failuresToLock) return lockSeconds
  const beyond = failures - freeFailures[kind]
  return beyond < 0 ? 0 : Math.min(30 * 2 ** beyond, lockSeconds)
}

/**
 * Counts an attempt as failed before the password is checked, so that concurrent attempts can't bypass the count. Throws
 * while the account or the address is blocked.
 * @returns The account's failures including this one, and a function that refunds the attempt if the password is right.
 */
export async function takeAttempt(database: Database, email: string, address: string, now: Date) {
  for (const { kind, key } of countersOf(email, address)) await shorten(database, kind, key, now)
  const taken = await database.transaction(async (tx) => {
    const tries: (Counted & { key: string })[] = []
    for (const { kind, key } of countersOf(email, address)) {
      const counted = await count(tx, kind, key, now, true)
      if (!counted) throw await busy(tx, key, now)
      tries.push({ key, ...counted })
    }
    return tries
  })
  const refund = async () => {
    for (const { key, blockedUntil } of taken)
      await database
        .update(signInThrottles)
        .set({
          failures: sql`greatest(${signInThrottles.failures} - 1, 0)`,
          // A block set by another attempt in the meantime stays.
          blockedUntil: sql`case when ${signInThrottles.blockedUntil} = ${instant(blockedUntil)} then ${instant(free(now))} else ${signInThrottles.blockedUntil} end`,
        })
        .where(eq(signInThrottles.key, key))
  }
  return { failures: taken[0]?.failures ?? 0, refund }
}

/**
 * Counts a wrong e-mailed token like a wrong password, so that repeating step one gives no unlimited attempts.
 * @returns The account's failures including this one.
 */
export async function countFailure(queries: Queries, email: string, address: string, now: Date) {
  const [account, sender] = countersOf(email, address)
  const counted = await count(queries, account.kind, account.key, now, false)
  await count(queries, sender.kind, sender.key, now, false)
  return counted?.failures ?? 0
}

const countersOf = (email: string, address: string) =>
  [
    { kind: 'account', key: accountKey(email) },
    { kind: 'address', key: addressKey(address) },
  ] as const

/**
 * A clock that was ahead, or that of another server, may have set a block that ends later than the longest one for these failures. It
 * is shortened to that, on its own: the attempt that is refused for it changes nothing.
 */
async function shorten(database: Database, kind: 'account' | 'address', key: string, now: Date) {
  const [row] = await database
    .select()
    .from(signInThrottles)
    .where(
      and(
        eq(signInThrottles.key, key),
        or(gt(signInThrottles.blockedUntil, now), gt(signInThrottles.updatedAt, now)),
      ),
    )
  if (!row) return
  const latest = new Date(now.getTime() + secondsBlocked(kind, row.failures) * 1000)
  if (row.blockedUntil <= latest && row.updatedAt <= now) return
  await database
    .update(signInThrottles)
    .set({
      blockedUntil: sql`least(${signInThrottles.blockedUntil}, ${instant(latest)})`,
      updatedAt: sql`least(${signInThrottles.updatedAt}, ${instant(now)})`,
    })
    .where(and(eq(signInThrottles.key, key), eq(signInThrottles.failures, row.failures)))
}

type Counted = { failures: number; blockedUntil: Date }

/** Counts one failure and returns the end of its block; undefined if already blocked and `onlyIfFree`. */
async function count(
  queries: Queries,
  kind: 'account' | 'address',
  key: string,
  now: Date,
  onlyIfFree: boolean,
): Promise<Counted | undefined> {
  const [row] = await queries
    .insert(signInThrottles)
    .values({ key, failures: 1, blockedUntil: free(now), updatedAt: now })
    .onConflictDoUpdate({
      target: signInThrottles.key,
      // A quiet hour resets the count, and so does the end of a lock.
      set: {
        failures: sql`case when ${signInThrottles.updatedAt} <= ${instant(new Date(now.getTime() - lockSeconds * 1000))} then 1 else ${signInThrottles.failures} + 1 end`,
        updatedAt: now,
      },
      ...(onlyIfFree && { setWhere: lte(signInThrottles.blockedUntil, now) }),
    })
    .returning({ failures: signInThrottles.failures })
  if (!row) return undefined
  const seconds = secondsBlocked(kind, row.failures)
  const blockedUntil = seconds === 0 ? free(now) : new Date(now.getTime() + seconds * 1000)
  await queries.update(signInThrottles).set({ blockedUntil }).where(eq(signInThrottles.key, key))
  return { failures: row.failures, blockedUntil }
}

/** The end of no block: before attempts that began a little earlier and are counted later. */
const free = (now: Date) => new Date(now.getTime() - 60_000)

const instant = (date: Date) => sql`${date.toISOString()}::timestamptz`

async function busy(queries: Queries, key: string, now: Date): Promise<Problem> {
  const [row] = await queries.select().from(signInThrottles).where(eq(signInThrottles.key, key))
  const seconds = Math.max(1, Math.ceil(((row?.blockedUntil ?? now).getTime() - now.getTime()) / 1000))
  const wait = seconds < 90 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`
  return new Problem('busy', `Too many failed sign-ins. Try again in ${wait}.`, {
    retryAfterSeconds: seconds,
  })
}

/** The locked ones of these accounts. */
export async function findLocked(
  queries: Queries,
  emails: readonly string[],
  now: Date,
): Promise<Set<string>> {
  const byKey = new Map(emails.map((email) => [accountKey(email), email]))
  const locked = await queries
    .select({ key: signInThrottles.key })
    .from(signInThrottles)
    .where(
      and(
        inArray(signInThrottles.key, [...byKey.keys()]),
        gte(signInThrottles.failures, failuresToLock),
        gt(signInThrottles.blockedUntil, now),
      ),
    )
  return new Set(locked.map(({ key }) => byKey.get(key) ?? ''))
}

/** The row of a locked account, for the demo. */
export const lockOf = (email: string, blockedUntil: Date, updatedAt: Date) => ({
  key: accountKey(email),
  failures: failuresToLock,
  blockedUntil,
  updatedAt,
})

/**
 * Resets the account's failures after a successful sign-in or an unlock.
 * @returns The previous count.
 */
export async function resetFailures(queries: Queries, email: string): Promise<number> {
  const [row] = await queries
    .delete(signInThrottles)
    .where(eq(signInThrottles.key, accountKey(email)))
    .returning({ failures: signInThrottles.failures })
  return row?.failures ?? 0
}
