import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '../db/database'
import { goneAfter } from '../db/upgrade/liveReleases'
import { release } from '../db/upgrade/releases'
import { servers } from '../db/tables/schema'
import { openPoll } from './workers/poll'

const beatMs = 5_000
/** Rows of servers that were killed are deleted much later: nobody else touches them then. */
const sweptAfter = sql`interval '1 day'`

type Options = { database: Database; log: Pick<FastifyBaseLogger, 'error' | 'info'> }

/**
 * Counts the servers that run on this database. Each renews a row of its own and counts those of the others, so that a server
 * that joins or leaves is noticed in 5 seconds, and one that was killed in 20. Without the database the last count stays.
 */
export async function watchLiveServers({ database, log }: Options) {
  const id = randomUUID()
  let count = 1

  async function beat() {
    try {
      const { rows } = await database.execute<{ others: number }>(sql`
        with own as (
          insert into ${servers} (id, seen_at, release) values (${id}, now(), ${release})
          on conflict (id) do update set seen_at = excluded.seen_at),
        swept as (delete from ${servers} where ${servers.seenAt} < now() - ${sweptAfter} and ${servers.id} <> ${id})
        select count(*)::int as others from ${servers}
         where ${servers.id} <> ${id} and ${servers.seenAt} > now() - ${goneAfter}::interval and ${servers.seenAt} < now() + ${goneAfter}::interval`)
      const found = 1 + (rows[0]?.others ?? 0)
      if (found !== count) log.info({ servers: found }, 'servers run on this database: limits are divided')
      count = found
    } catch (error) {
      log.error({ error }, 'counting the servers failed')
    }
  }

  const poll = openPoll(beatMs, beat)
  // Its share is known before it serves.
  await beat()
  poll.start()
  return {
    count: () => count,
    /** Renews the row and counts now. */
    beat,
    stop: async () => {
      await poll.stop()
      await database
        .delete(servers)
        .where(eq(servers.id, id))
        .catch(() => {})
    },
  }
}
