import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import { startEmbedded } from './embedded'
import { migrate } from './migrate'
import { type DatabaseLimits, openPools, plannerOptions, createPool } from './pools'
import * as schema from './schema'

export type Database = NodePgDatabase<typeof schema> & { $client: pg.Pool }
/** A transaction. Inside one, use it and nothing else: the embedded database has a single connection. */
export type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0]
export type Queries = Database | Transaction
/** What a query is told with, wherever it is asked, if anywhere. */
export type Selects = Pick<Database, 'select'>

/** The same database by connections of their own (db/pools.ts), so that no kind of work can use up those of another. */
export type Connections = {
  /** The transactions of changes. */
  changes: Database
  exports: Database
  /** Sessions, sign-in and health. */
  access: Database
}
export type OpenDatabase = {
  database: Database
  connections: Connections
  singleConnection: boolean
  close: () => Promise<void>
}

type Preparation = {
  /** Runs after the migrations, before any other server that starts on this database goes on. */
  prepare?: (database: Database) => Promise<void>
  /** Called at once and then every ten seconds while another server prepares the database. */
  onWait?: (seconds: number) => void
}

const migrationsFolder = fileURLToPath(new URL('./migrations', import.meta.url))

/**
 * PostgreSQL at `url`, or else the embedded one in `dataDir`; migrated to this version either way. Without limits
 * (commands, tests) everything shares one pool and may take as long as it needs.
 */
export async function openDatabase(
  where: { url?: string | undefined; dataDir: string; limits?: DatabaseLimits },
  preparation: Preparation = {},
): Promise<OpenDatabase> {
  const embedded = where.url ? undefined : await startEmbedded(where.dataDir)
  const shared = (pool: pg.Pool) => ({ reads: pool, changes: pool, exports: pool, access: pool })
  const pools = embedded
    ? shared(
        createPool({
          max: 1,
          user: 'postgres',
          database: 'postgres',
          stream: embedded.stream,
          idleTimeoutMillis: 0,
          // Everything waits for the one connection: as long as a statement may take elsewhere.
          ...(where.limits && { connectionTimeoutMillis: where.limits.statementMs }),
        }),
      )
    : where.limits && where.url
      ? openPools(where.url, where.limits)
      : shared(createPool({ max: 16, connectionString: where.url, options: plannerOptions }))
  const close = async () => {
    await Promise.all([...new Set(Object.values(pools))].map((pool) => pool.end()))
    await embedded?.close()
  }
  try {
    if (embedded) await prepareWith(pools.reads, preparation, true)
    else await prepareExclusively(where.url, preparation)
  } catch (error) {
    await close()
    throw error
  }
  const database = databaseOf(pools.reads)
  const databaseFor = (pool: pg.Pool) => (pool === pools.reads ? database : databaseOf(pool))
  return {
    database,
    connections: {
      changes: databaseFor(pools.changes),
      exports: databaseFor(pools.exports),
      access: databaseFor(pools.access),
    },
    singleConnection: embedded !== undefined,
    close,
  }
}

const databaseOf = (pool: pg.Pool): Database => drizzle(pool, { schema, casing: 'snake_case' })

async function prepareWith(pool: pg.Pool, { prepare }: Preparation, singleConnection: boolean) {
  const client = await pool.connect()
  try {
    await migrate(client, migrationsFolder, { singleConnection })
  } finally {
    client.release()
  }
  await prepare?.(databaseOf(pool))
}

/** Any number that no other advisory lock has (docs/architecture.md, "Locks"). */
const startLock = 4303
const pollMs = 250
const reportMs = 10_000

/**
 * Prepares the database under an advisory lock, on one connection that does nothing else and has no time limits.
 * Servers that start meanwhile poll for the lock: a statement that waits for it would hold a snapshot, for which
 * `create index concurrently` waits in turn. The lock ends with its connection, however that ends.
 */
async function prepareExclusively(url: string | undefined, preparation: Preparation) {
  const pool = createPool({
    max: 1,
    connectionString: url,
    options: '-c lock_timeout=0 -c statement_timeout=0 -c idle_in_transaction_session_timeout=0',
    idleTimeoutMillis: 0,
    keepAlive: true,
    connectionTimeoutMillis: 10_000,
  })
  try {
    const since = Date.now()
    for (let reported = 0; !(await tryStartLock(pool)); await sleep(pollMs)) {
      const waited = Date.now() - since
      if (waited < reported) continue
      preparation.onWait?.(Math.round(waited / 1000))
      reported += reportMs
    }
    await prepareWith(pool, preparation, false)
  } finally {
    await pool.end()
  }
}

async function tryStartLock(pool: pg.Pool) {
  const { rows } = await pool.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [
    startLock,
  ])
  return rows[0]?.taken === true
}
