import { readMigrationFiles } from 'drizzle-orm/migrator'
import type pg from 'pg'

/** A migration with this line runs without a transaction: each statement commits separately. */
const noTransaction = /^\s*-- no transaction$/m

type Migration = ReturnType<typeof readMigrationFiles>[number]

/**
 * Applies the missing migrations of `folder`, up to the one of the time `through`, each in its own transaction, and records
 * them in the table of drizzle-kit's migrator. `client` holds the start lock and has no timeouts (db/database.ts).
 */
export async function migrate(
  client: pg.ClientBase,
  folder: string,
  { singleConnection, through = Infinity }: { singleConnection: boolean; through?: number | undefined },
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
    if (migration.folderMillis <= last || migration.folderMillis > through) continue
    if (isConcurrent(migration)) {
      for (const statement of migration.sql) await runConcurrent(client, statement, singleConnection)
      await record(client, migration)
    } else await inTransaction(client, migration)
  }
}

/** Whether a migration builds indexes concurrently, while other servers keep writing. */
export const isConcurrent = ({ sql }: Pick<Migration, 'sql'>) => noTransaction.test(sql[0] ?? '')

async function inTransaction(client: pg.ClientBase, migration: Migration) {
  await client.query('begin')
  try {
    for (const statement of migration.sql) await client.query(statement)
    await record(client, migration)
    await client.query('commit')
  } catch (error) {
    // If the connection is lost, the database rolls back by itself.
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
 * Runs a statement of a migration without a transaction, which starts over after a crash: a valid index is kept, an
 * invalid one (left by a crash or failure) is dropped and built again.
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
  // With a single connection there are no concurrent writers.
  await client.query(singleConnection ? statement.replace(/\bconcurrently\b/i, '') : statement)
}
