import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import { type Migration, readMigrations } from './migrationFiles'
import { liveReleases } from './liveReleases'
import { release as ownRelease, releases as ownReleases } from './releases'
import { type Applied, checkSteps, isApplied, unknownMigrations } from './upgradeSteps'

type Options = {
  singleConnection: boolean
  /** The time of the last migration to apply. */
  through?: number | undefined
  /** Called with the migrations of a newer release, on which this one runs. */
  onNewer?: ((names: string[]) => void) | undefined
  release?: string
  releases?: typeof ownReleases
}

/**
 * Applies the missing migrations of `folder`, each in its own transaction, and records them in the table of drizzle-kit's
 * migrator. Throws a StepMissing, and changes nothing, if a step of an upgrade would be skipped. `client` holds the start
 * lock and has no timeouts (db/database.ts).
 */
export async function migrate(
  client: pg.ClientBase,
  folder: string,
  { singleConnection, through = Infinity, onNewer, release = ownRelease, releases = ownReleases }: Options,
) {
  await prepareRecord(client)
  const { rows } = await client.query<{ time: string; name: string | null; oldest: string | null }>(
    'select created_at as time, name, oldest_release as oldest from drizzle.__drizzle_migrations order by created_at',
  )
  const applied = rows.map(
    ({ time, name, oldest }): Applied => ({
      time: Number(time),
      name,
      oldestRelease: oldest,
    }),
  )
  const own = readMigrations(folder).filter(({ time }) => time <= through)
  // The lock of the embedded database's folder leaves room for one.
  const live = singleConnection ? [] : await liveReleases(client)
  checkSteps({ own, applied, release, releases, live })
  const newer = unknownMigrations({ own, applied })
  if (newer.length > 0) onNewer?.(newer.map(({ name }) => name ?? 'without a name'))
  for (const migration of own) {
    if (isApplied(applied, migration)) continue
    if (migration.isConcurrent) {
      for (const statement of migration.statements)
        await givingWay(() => runConcurrent(client, statement, singleConnection))
      await record(client, migration)
    } else await givingWay(() => inTransaction(client, migration))
  }
}

/** Makes the table of migrations, or adds the columns that a database of a release before 0.2.0 has not. */
async function prepareRecord(client: pg.ClientBase) {
  await client.query('create schema if not exists drizzle')
  await client.query(
    'create table if not exists drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)',
  )
  const { rowCount } = await client.query(
    `select from pg_attribute where attrelid = 'drizzle.__drizzle_migrations'::regclass and attname = 'oldest_release'`,
  )
  // Looked up first: altering waits for everybody who reads the table, such as a backup.
  if (rowCount === 0)
    await client.query(
      'alter table drizzle.__drizzle_migrations add column name text, add column oldest_release text',
    )
}

/** Half of PostgreSQL's deadlock_timeout: of a migration and a call of another server, the migration gives way. */
const lockTimeoutMs = 500
/** A lock was not there in time; or it was, too late to prevent a deadlock. */
const isLockFailure = (error: unknown) => ['55P03', '40P01'].includes((error as { code?: string }).code ?? '')

/**
 * Servers that go on read tables in another order than a migration locks them: it then releases what it has and starts again, so
 * that none of their calls ends in a deadlock.
 */
async function givingWay(run: () => Promise<void>) {
  for (;;) {
    try {
      return await run()
    } catch (error) {
      if (!isLockFailure(error)) throw error
      await wait(lockTimeoutMs)
    }
  }
}

async function inTransaction(client: pg.ClientBase, migration: Migration) {
  await client.query('begin')
  try {
    await client.query(`set local lock_timeout = ${lockTimeoutMs}`)
    for (const statement of migration.statements) await client.query(statement)
    await record(client, migration)
    await client.query('commit')
  } catch (error) {
    // If the connection is lost, the database rolls back by itself.
    await client.query('rollback').catch(() => {})
    throw error
  }
}

const record = (client: pg.ClientBase, { hash, time, name, oldestRelease }: Migration) =>
  client.query(
    'insert into drizzle.__drizzle_migrations (hash, created_at, name, oldest_release) values ($1, $2, $3, $4)',
    [hash, time, name, oldestRelease ?? null],
  )

const concurrently =
  /^(\s*create\s+(?:unique\s+)?index\s+concurrently\s+(?:if\s+not\s+exists\s+)?)"?(\w+)"?\s+on\s+(?:"?public"?\.)?"?(\w+)"?/im
const dropped = /^\s*drop\s+index\s+concurrently\s+(?:if\s+exists\s+)?"?(\w+)"?/im

/**
 * Runs a statement of a migration without a transaction, which starts over after a crash: a valid index is kept, an
 * invalid one (left by a crash or failure) is dropped and built again.
 */
async function runConcurrent(client: pg.ClientBase, statement: string, singleConnection: boolean) {
  const [, , name, table] = concurrently.exec(statement) ?? []
  if (name !== undefined) {
    const { rows } = await client.query<{ valid: boolean }>(
      'select indisvalid as valid from pg_index where indexrelid = to_regclass(quote_ident($1))',
      [name],
    )
    if (rows[0]?.valid) return
    if (rows[0]) await client.query(`drop index concurrently if exists "${name}"`)
  }
  const partitions = await partitionsOf(client, table ?? dropped.exec(statement)?.[1])
  // PostgreSQL does nothing concurrently to an index of a partitioned table, but takes the indexes that its partitions have already.
  for (const [at, partition] of (partitions ?? []).entries()) {
    const own = (_: string, start: string, index: string) => `${start}"${index}_${at + 1}" on ${partition}`
    await runConcurrent(client, statement.replace(concurrently, own), singleConnection)
  }
  // With a single connection there are no concurrent writers.
  const isPlain = singleConnection || partitions !== undefined
  await client.query(isPlain ? statement.replace(/\bconcurrently\b/i, '') : statement)
}

/** The partitions of a table, of an index none; undefined where neither is partitioned (docs/run/many-servers.md). */
async function partitionsOf(client: pg.ClientBase, name: string | undefined): Promise<string[] | undefined> {
  const { rows } = await client.query<{ partitions: string[] }>(
    `select array(select inhrelid::regclass::text from pg_inherits
       where inhparent = c.oid and c.relkind = 'p' order by inhrelid) as partitions
     from pg_class c where c.oid = to_regclass(quote_ident($1)) and c.relkind in ('p', 'I')`,
    [name],
  )
  return rows[0]?.partitions
}
