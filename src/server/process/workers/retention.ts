import { and, inArray, lt, or } from 'drizzle-orm'
import { concernsMoney } from '#contract/call'
import { allCalls } from '#contract/index'
import { ahead } from '../../clock/stored'
import type { Database } from '../../db/database'
import { sweepUploads } from '../../files/uploads'
import type { Services } from '../../services'
import { openPoll } from './poll'
import { idempotencyKeys, sessions, signIns, signInThrottles } from '../../db/tables/schema'

const dayMs = 24 * 3_600_000
/** Longer than a device keeps its saved pages, so that it can still check the outcome of a change. */
const retentionDays = 30

/**
 * The calls whose idempotency keys expire. Keys of calls that concern money are kept as long as the ledger: repeated a
 * year later, they still return the first reply.
 */
const expiringCalls = allCalls.flatMap((call) =>
  call.kind === 'write' && !concernsMoney(call) ? [call.name] : [],
)

/**
 * Deletes idempotency keys, sessions, sign-ins and throttles unused for thirty days. Never money, the keys of calls
 * that concern it, or the activity log. What a clock that was ahead has dated is of no use either.
 */
export async function purgeExpired(database: Database, now: Date) {
  const before = new Date(now.getTime() - retentionDays * dayMs)
  await database
    .delete(idempotencyKeys)
    .where(and(lt(idempotencyKeys.createdAt, before), inArray(idempotencyKeys.call, expiringCalls)))
  await database.delete(sessions).where(or(lt(sessions.lastSeenAt, before), ahead(sessions.createdAt, now)))
  await database
    .delete(signIns)
    .where(or(lt(signIns.expiresAt, before), ahead(signIns.expiresAt, now, dayMs)))
  await database
    .delete(signInThrottles)
    .where(or(lt(signInThrottles.updatedAt, before), ahead(signInThrottles.updatedAt, now)))
}

/** Purges, and sweeps unused uploads, once a day. A failure is logged and retried the next day. */
export function openPurge(database: Database, { log, now, files }: Pick<Services, 'log' | 'now' | 'files'>) {
  const purge = async () => {
    await purgeExpired(database, now())
    await sweepUploads({ database, files }, now())
  }
  return openPoll(dayMs, () =>
    purge().catch((error: unknown) => {
      log.error({ error }, 'Purging expired rows failed')
    }),
  )
}
