import { and, inArray, lt } from 'drizzle-orm'
import type { FastifyBaseLogger } from 'fastify'
import { concernsMoney } from '#contract/call'
import { allCalls } from '#contract/index'
import type { Database } from '../db/database'
import { idempotencyKeys, sessions, signIns, signInThrottles } from '../db/schema'

const dayMs = 24 * 3_600_000
/** A tablet may ask again what became of a change for as long as its saved pages live, and much longer. */
const retentionDays = 30

/**
 * The changes whose idempotency keys expire. A key of any other is kept as long as the ledger: repeated a year later,
 * it still gives its first reply instead of moving or holding money a second time.
 */
const expiringCalls = allCalls.flatMap((call) =>
  call.kind === 'write' && !concernsMoney(call) ? [call.name] : [],
)

/**
 * Deletes what has served: replies kept for a repeated key, sessions, sign-ins and throttles that nobody has touched
 * for thirty days. Never money, nor the keys of what concerns it, and never the activity log.
 */
export async function purgeExpired(database: Database, now: Date) {
  const before = new Date(now.getTime() - retentionDays * dayMs)
  await database
    .delete(idempotencyKeys)
    .where(and(lt(idempotencyKeys.createdAt, before), inArray(idempotencyKeys.call, expiringCalls)))
  await database.delete(sessions).where(lt(sessions.lastSeenAt, before))
  await database.delete(signIns).where(lt(signIns.expiresAt, before))
  await database.delete(signInThrottles).where(lt(signInThrottles.updatedAt, before))
}

/** Once a day from the start on. A fault is logged and tried again tomorrow. Gives the way to stop it. */
export function schedulePurge(database: Database, log: FastifyBaseLogger, now: () => Date) {
  const run = () =>
    purgeExpired(database, now()).catch((error: unknown) => {
      log.error({ code: (error as { code?: unknown }).code }, 'What has served could not be deleted')
    })
  let running = run()
  const timer = setInterval(() => {
    running = run()
  }, dayMs)
  timer.unref()
  return async () => {
    clearInterval(timer)
    await running
  }
}
