import { setTimeout as sleep } from 'node:timers/promises'
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import { startEmbedded } from './embedded/embedded'
import { migrate } from './upgrade/migrate'
import { migrationsFolder } from './migrationsFolder'
import { createPool, type DatabaseLimits, openPools, unlimitedPool } from './pools'
import * as schema from './tables/schema'

export type Database = NodePgDatabase<typeof schema> & { $client: pg.Pool }
/** A transaction. Inside one, use no other connection: the embedded database has only one. */
export type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0]
export type Queries = Database | Transaction
/** What is needed to build a query, with or without a connection. */
export type Selects = Pick<Database, 'select'>

/** The same database through separate pools (db/pools.ts), so that one kind of work can't starve another. */
export type Connections = {
  /** The transactions of changes. */
  changes: Database
  exports: Database
  /** Sessions, sign-in and health. */
  access: Database
  /** One, for work that takes minutes, without limits (import/jobs.ts); opened for it, beyond DATABASE_CONNECTIONS. */
  jobs: Database
}
export type OpenDatabase = {
  database: Database
  connections: Connections
  singleConnection: boolean
  close: () => Promise<void>
}

type Preparation = {
  /** Runs after the migrations, while other starting servers wait. */
  prepare?: (database: Database) => Promise<void>
  /** Called at once and every ten seconds while another server prepares the database. */
  onWait?: (seconds: number) => void
  /** Called with the migrations of a newer release, on which this one runs. */
  onNewer?: (names: string[]) => void
  /** The time of the last migration to apply; all, without it. */
  through?: number
}

/**
 * Opens PostgreSQL at `url`, or else the embedded database in `dataDir`, and migrates it. Without limits (commands,
 * tests) there is one shared pool and no timeouts.
 */
export async function openDatabase(
  where: {
    url?: string | undefined
    dataDir: string
    limits?: DatabaseLimits
    /** A PgBouncer in transaction mode in front of it, for all but the preparation and jobs, which hold locks of a session. */
    poolerUrl?: string | undefined
  },
  preparation: Preparation = {},
): Promise<OpenDatabase> {
  const embedded = where.url ? undefined : await startEmbedded(where.dataDir)
  const shared = (pool: pg.Pool) => ({ reads: pool, changes: pool, exports: pool, access: pool, jobs: pool })
  const pools = embedded
    ? shared(
        createPool({
          max: 1,
          user: 'postgres',
          database: 'postgres',
          stream: embedded.stream,
          idleTimeoutMillis: 0,
          // All work waits for the one connection, up to the statement timeout.
          ...(where.limits && { connectionTimeoutMillis: where.limits.statementMs }),
        }),
      )
    : where.limits && where.url
      ? {
          ...openPools(where.poolerUrl ?? where.url, where.limits, { pooled: where.poolerUrl !== undefined }),
          jobs: jobsPool(where.url),
        }
      : shared(unlimitedPool(where.url, { max: 16 }))
  const close = async () => {
    await Promise.all([...new Set(Object.values(pools))].map((pool) => pool.end()))
    await embedded?.close()
  }
  try {
    if (embedded) {
      await prepareWith(pools.reads, preparation, true)
      await embedded.synced()
    } else await prepareExclusively(where.url, preparation)
  } catch (error) {
    await close()
    throw error
  }
  const database = databaseOf(pools.reads)
  if (embedded) answerWhenSynced(database, embedded.synced)
  const databaseFor = (pool: pg.Pool) => (pool === pools.reads ? database : databaseOf(pool))
  return {
    database,
    connections: {
      changes: databaseFor(pools.changes),
      exports: databaseFor(pools.exports),
      access: databaseFor(pools.access),
      jobs: databaseFor(pools.jobs),
    },
    singleConnection: embedded !== undefined,
    close,
  }
}

/**
 * Statements and transactions are over when a power cut can't take them any more. Their connection is free before, so that one
 * sync is for all that wait.
 */
function answerWhenSynced(database: Database, synced: () => Promise<void>) {
  const afterSync = <T extends object, Name extends keyof T>(on: T, name: Name) => {
    const call = on[name] as (...args: unknown[]) => Promise<unknown>
    on[name] = (async (...args: unknown[]) => {
      const result = await call.apply(on, args)
      await synced()
      return result
    }) as T[Name]
  }
  afterSync(database.$client, 'query')
  afterSync(database, 'transaction')
}

/** Kept while files are prepared between two transactions: it holds a lock (process/workers/importWorker.ts). */
const jobIdleMs = 10 * 60_000
const jobsPool = (url: string) =>
  unlimitedPool(url, { max: 1, keepAlive: true, idleTimeoutMillis: jobIdleMs })

export const databaseOf = (pool: pg.Pool): Database => drizzle(pool, { schema, casing: 'snake_case' })

async function prepareWith(
  pool: pg.Pool,
  { prepare, through, onNewer }: Preparation,
  singleConnection: boolean,
) {
  const client = await pool.connect()
  try {
    await migrate(client, migrationsFolder, { singleConnection, through, onNewer })
  } finally {
    client.release()
  }
  await prepare?.(databaseOf(pool))
}

/** An advisory lock of its own (docs/change/reference.md, "Locks"). */
const startLock = 4303
const pollMs = 250
const reportMs = 10_000

/**
 * Prepares the database under an advisory lock, on a dedicated connection without timeouts. Other starting servers poll:
 * a statement waiting for the lock would hold a snapshot, and `create index concurrently` would wait for that. The lock
 * is released with its connection.
 */
async function prepareExclusively(url: string | undefined, preparation: Preparation) {
  const pool = unlimitedPool(url, {
    max: 1,
    idleTimeoutMillis: 0,
    keepAlive: true,
    connectionTimeoutMillis: 10_000,
  })
  try {
    await checkEncoding(pool)
    const since = performance.now()
    for (let reported = 0; !(await tryStartLock(pool)); await sleep(pollMs)) {
      const waited = performance.now() - since
      if (waited < reported) continue
      preparation.onWait?.(Math.round(waited / 1000))
      reported += reportMs
    }
    await prepareWith(pool, preparation, false)
  } finally {
    await pool.end()
  }
}

/** Names and addresses are Unicode: other encodings refuse some of them, and SQL_ASCII stores and sorts bytes. */
export class WrongEncoding extends Error {
  constructor(readonly encoding: string) {
    super('The encoding of the database is not UTF8.')
  }
}

async function checkEncoding(pool: pg.Pool) {
  const { rows } = await pool.query<{ server_encoding: string }>('show server_encoding')
  const encoding = rows[0]?.server_encoding
  if (encoding !== 'UTF8') throw new WrongEncoding(String(encoding))
}

async function tryStartLock(pool: pg.Pool) {
  const { rows } = await pool.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [
    startLock,
  ])
  return rows[0]?.taken === true
}
