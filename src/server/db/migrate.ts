import { readMigrationFiles } from 'drizzle-orm/migrator'
import type pg from 'pg'

/** A migration that begins with this line runs statement by statement, each committed by itself. */
const noTransaction = /^\s*-- no transaction$/m

type Migration = ReturnType<typeof readMigrationFiles>[number]

/**
 * Applies the migrations of `folder` that this database does not have, each in a transaction of its own. Keeps the
 * table of drizzle-kit's migrator. `client` holds the lock of the start and has no time limits (db/database.ts).
 */
export async function migrate(
  client: pg.ClientBase,
  folder: string,
  { singleConnection }: { singleConnection: boolean },
) {
  await client.query('create schema if not exists drizzle')
  await client.query(
    'create table if not exists drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)',
  )
  const { rows } = await client.query<{ last: string }>(
    'select coalesce(max(created_at), -1) as last from drizzle.__drizzle_migrations',
  )
  const last = Number(rows[0]?.last)
  for (const migration of readMigrationFiles({ migrationsFolder: folder })) {
    if (migration.folderMillis <= last) continue
    if (isConcurrent(migration)) {
      for (const statement of migration.sql) await runConcurrent(client, statement, singleConnection)
      await record(client, migration)
    } else await inTransaction(client, migration)
  }
}

/** Indexes on tables that may be large: built beside a server that goes on writing. */
export const isConcurrent = ({ sql }: Pick<Migration, 'sql'>) => noTransaction.test(sql[0] ?? '')

async function inTransaction(client: pg.ClientBase, migration: Migration) {
  await client.query('begin')
  try {
    for (const statement of migration.sql) await client.query(statement)
    await record(client, migration)
    await client.query('commit')
  } catch (error) {
    // Where the connection is gone, the database has rolled back by itself.
    await client.query('rollback').catch(() => {})
    throw error
  }
}

const record = (client: pg.ClientBase, { hash, folderMillis }: Migration) =>
  client.query('insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)', [
    hash,
    folderMillis,
  ])

const concurrently = /^\s*create\s+(?:unique\s+)?index\s+concurrently\s+(?:if\s+not\s+exists\s+)?"?(\w+)"?/im

/**
 * A migration without a transaction starts over after a crash: a finished index is left as it is, and an invalid one,
 * which a crash or a failure leaves half-built, is dropped and built again.
 */
async function runConcurrent(client: pg.ClientBase, statement: string, singleConnection: boolean) {
  const name = concurrently.exec(statement)?.[1]
  if (name !== undefined) {
    const { rows } = await client.query<{ valid: boolean }>(
      'select indisvalid as valid from pg_index where indexrelid = to_regclass(quote_ident($1))',
      [name],
    )
    if (rows[0]?.valid) return
    if (rows[0]) await client.query(`drop index concurrently if exists "${name}"`)
  }
  // With one connection there is nobody to build beside.
  await client.query(singleConnection ? statement.replace(/\bconcurrently\b/i, '') : statement)
}
