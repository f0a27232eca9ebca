import { sql } from 'drizzle-orm'
import type { FastifyBaseLogger } from 'fastify'
import { type Database, databaseOf } from '../db/database'
import { type DatabaseLimits, openPools } from '../db/pools'
import { databaseError } from '../errors/refusals'
import type { Replica } from '../services'
import { withTimeout } from '../withTimeout'
import { openPoll } from './workers/poll'

const pollMs = 1_000
/** A replica that does not answer for so long is down. */
const answerMs = 2_000
/** Positions of the database that are remembered, one a second: more than the longest lag that is allowed. */
const mostSamples = 4_000

type ReplicaState = ReturnType<Replica['state']>
/** Which starts, looks at its state and stops. */
type OwnReplica = Replica & {
  check: () => Promise<void>
  start: () => Promise<void>
  stop: () => Promise<void>
}

type Options = {
  /** The database that changes are written to. */
  primary: Database
  limits: DatabaseLimits
  log: Pick<FastifyBaseLogger, 'info' | 'warn'>
}
type Position = { system: string; written: string | null; replayed: string | null }

/**
 * A streaming replica that answers lists and reports (`mayLag`). Every second the position of the database's log is noted with the
 * time, and the replica is asked how far it has replayed it: what it has is as of the newest position that it has reached. This
 * needs no clock of another machine and no write. It serves while that is at most `maxLagMs` ago, and a session that has changed
 * something only once it has that change.
 */
export function openReplica(
  { url, maxLagMs }: { url: string; maxLagMs: number },
  { primary, limits, log }: Options,
): OwnReplica {
  const pools = openPools(url, limits)
  const own = {
    reads: databaseOf(pools.reads),
    exports: databaseOf(pools.exports),
    access: databaseOf(pools.access),
  }
  /** In order; the first is the newest that the replica has reached, if it has reached any. */
  const samples: { at: number; position: bigint }[] = []
  let replayed = -1n
  let state: ReplicaState = 'down'
  let isKnown = false
  /** Ends reads that wait for the replica. */
  const waiting = new Set<(error: Error) => void>()

  /** How old what it has is at most, in milliseconds. */
  function age() {
    const [first] = samples
    return first && first.position <= replayed ? performance.now() - first.at : Infinity
  }

  function become(next: ReplicaState, error?: unknown) {
    if (isKnown && next === state) return
    const facts = {
      replica: next,
      ...(error !== undefined && { code: databaseError(error)?.code ?? 'timeout' }),
    }
    if (next === 'serving') log.info(facts, 'the read replica answers lists and reports')
    else log.warn(facts, 'the read replica is not used: the database itself answers')
    state = next
    isKnown = true
    if (next !== 'down') return
    for (const giveUp of waiting) giveUp(new Error('The read replica does not answer.'))
  }

  async function check() {
    const at = performance.now()
    let here: Position
    try {
      here = await positionOf(primary, sql`pg_current_wal_lsn()`)
    } catch {
      // Then nothing is answered at all.
      return
    }
    if (samples.length < mostSamples) samples.push({ at, position: lsnOf(here.written) })
    try {
      const there = await positionOf(own.access, sql`null`)
      if (there.system !== here.system || there.replayed === null) return become('foreign')
      replayed = lsnOf(there.replayed)
      while (samples[1] && samples[1].position <= replayed) samples.shift()
      become(age() <= maxLagMs ? 'serving' : 'late')
    } catch (error) {
      become('down', error)
    }
  }

  const poll = openPoll(pollMs, check)
  return {
    reads: own.reads,
    exports: own.exports,
    state: () => state,
    lag: () => age() / 1000,
    async whileUp<T>(work: Promise<T>): Promise<T> {
      let giveUp: (error: Error) => void = () => {}
      const down = new Promise<never>((_resolve, reject) => {
        giveUp = reject
      })
      waiting.add(giveUp)
      try {
        return await Promise.race([work, down])
      } finally {
        waiting.delete(giveUp)
      }
    },
    async ageFor(changeLsn: string | null | undefined): Promise<number | undefined> {
      if (state !== 'serving') return undefined
      if (changeLsn && lsnOf(changeLsn) > replayed) {
        const there = await positionOf(own.access, sql`null`).catch(() => undefined)
        if (lsnOf(there?.replayed ?? null) < lsnOf(changeLsn)) return undefined
      }
      return age() <= maxLagMs ? Math.ceil(age() / 1000) : undefined
    },
    /** Checks at once. */
    check,
    start: async () => {
      await check()
      poll.start()
    },
    stop: async () => {
      await poll.stop()
      await Promise.all(Object.values(pools).map((pool) => pool.end()))
    },
  }
}

/** Which database a connection leads to, and how far its log is written and, of a replica, replayed. */
async function positionOf(database: Database, written: ReturnType<typeof sql>): Promise<Position> {
  const asking = database.execute<Position>(sql`
    select system_identifier || ' ' || current_database() as system, (${written})::text as written,
      case when pg_is_in_recovery() then pg_last_wal_replay_lsn()::text end as replayed
    from pg_control_system()`)
  const { rows } = await withTimeout(answerMs, asking, () => new Error('the database does not answer'))
  const [row] = rows
  if (!row) throw new Error('A position has one row.')
  return row
}

/** '16/B374D848' as one number. */
function lsnOf(text: string | null): bigint {
  const [high = '0', low = '0'] = (text ?? '').split('/')
  return (BigInt(`0x${high || '0'}`) << 32n) + BigInt(`0x${low}`)
}
