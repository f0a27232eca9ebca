import { fileURLToPath } from 'node:url'
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import pg from 'pg'
import { startEmbedded } from './embedded'
import * as schema from './schema'

export type Database = NodePgDatabase<typeof schema> & { $client: pg.Pool }
/** A transaction. Inside one, use it and nothing else: the embedded database has a single connection. */
export type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0]
export type Queries = Database | Transaction
/** What a query is told with, wherever it is asked, if anywhere. */
export type Selects = Pick<Database, 'select'>

export type OpenDatabase = { database: Database; singleConnection: boolean; close: () => Promise<void> }

const migrationsFolder = fileURLToPath(new URL('./migrations', import.meta.url))

/** PostgreSQL at `url`, or else the embedded one in `dataDir`; migrated to this version either way. */
export async function openDatabase(where: {
  url?: string | undefined
  dataDir: string
}): Promise<OpenDatabase> {
  const embedded = where.url ? undefined : await startEmbedded(where.dataDir)
  const pool = embedded
    ? new pg.Pool({
        max: 1,
        user: 'postgres',
        database: 'postgres',
        stream: embedded.stream,
        idleTimeoutMillis: 0,
      })
    : // To compile the statement of a page or a file took longer than to ask it (docs/performance.md).
      new pg.Pool({ max: 16, connectionString: where.url, options: '-c jit=off' })
  // Without a listener an idle connection that breaks would end the process; the next query reports it.
  pool.on('error', () => {})
  const database = drizzle(pool, { schema, casing: 'snake_case' })
  await migrate(database, { migrationsFolder })
  return {
    database,
    singleConnection: embedded !== undefined,
    close: async () => {
      await pool.end()
      await embedded?.close()
    },
  }
}
