import { sql } from 'drizzle-orm'
import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '../../db/database'
import { openPoll } from './poll'

const pollMs = 10 * 60_000
/** Four segments: the log takes as much room, and a start after a power cut a few seconds. */
const maxLogBytes = 64 * 1024 * 1024

type Options = { database: Database; log: Pick<FastifyBaseLogger, 'error'> }

/**
 * The embedded database has no autovacuum: without this its statistics stay those of an empty table, and deleted rows keep their
 * room. Tables are due by the thresholds of PostgreSQL's autovacuum. Each is a statement of its own, so that calls come in between.
 * It has no checkpointer either: its log would grow until it stops, and be read as a whole after a power cut.
 */
export const openEmbeddedVacuum = ({ database, log }: Options) =>
  openPoll(pollMs, async (isStopped) => {
    try {
      for (const table of await dueTables(database)) {
        if (isStopped()) return
        await database.execute(sql.raw(`vacuum (analyze) ${table}`))
      }
      if (await isCheckpointDue(database)) await database.execute(sql`checkpoint`)
    } catch (error) {
      log.error({ error }, 'the upkeep of the embedded database failed')
    }
  })

async function isCheckpointDue(database: Database): Promise<boolean> {
  const { rows } = await database.execute<{ due: boolean }>(sql`
    select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), redo_lsn) > ${maxLogBytes} as due from pg_control_checkpoint()`)
  return rows[0]?.due === true
}

async function dueTables(database: Database): Promise<string[]> {
  // The counts of the last second are not in the view yet.
  await database.execute(sql`select pg_stat_force_next_flush()`)
  const { rows } = await database.execute<{ name: string }>(sql`
    select relid::regclass::text as name from pg_stat_user_tables join pg_class c on c.oid = relid
     where n_mod_since_analyze > 50 + 0.1 * greatest(c.reltuples, 0) or n_dead_tup > 50 + 0.2 * greatest(c.reltuples, 0)
     order by relid`)
  return rows.map(({ name }) => name)
}
