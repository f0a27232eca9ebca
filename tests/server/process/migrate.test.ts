import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDatabase } from '#server/db/database'
import { migrate } from '#server/db/upgrade/migrate'
import { migrationsFolder } from '#server/db/migrationsFolder'
import { readMigrations } from '#server/db/upgrade/migrationFiles'
import { emptyDatabase, onPostgres } from '../support/testDatabase'

const place = await emptyDatabase()
const opened = await openDatabase(place)
const folder = await mkdtemp(path.join(tmpdir(), 'alajo-migrations-'))
const { singleConnection } = opened
let client: pg.PoolClient

beforeAll(async () => {
  client = await opened.database.$client.connect()
})
afterAll(async () => {
  client.release()
  await opened.close()
  await place.drop()
  await rm(folder, { recursive: true })
})

/** Migrations later than the program's own, in the form that drizzle-kit writes. */
const far = Date.UTC(2100, 0, 1)
async function write(...texts: string[]) {
  await mkdir(path.join(folder, 'meta'), { recursive: true })
  const entries = texts.map((_text, idx) => ({ idx, when: far + idx, tag: `m${idx}`, breakpoints: true }))
  await writeFile(path.join(folder, 'meta/_journal.json'), JSON.stringify({ entries }))
  for (const [idx, text] of texts.entries()) await writeFile(path.join(folder, `m${idx}.sql`), text)
}
const run = () => migrate(client, folder, { singleConnection })
const indexes = async () => {
  const { rows } = await client.query<{ name: string; valid: boolean }>(
    `select relname as name, indisvalid as valid from pg_index join pg_class on pg_class.oid = indexrelid
      where indrelid = to_regclass('things') order by relname`,
  )
  return rows
}

const table = 'create table things (name text)'
const twoIndexes = `-- no transaction
CREATE INDEX CONCURRENTLY "things_one" ON things (name);
--> statement-breakpoint
create unique index concurrently if not exists things_two on things (name)`

// One database through its migrations: a later one in it leaves out those of earlier times.
describe('migrations', { shuffle: false }, () => {
  it('builds the indexes of a migration without a transaction, and repeats none that is applied', async () => {
    await write(table, twoIndexes)
    await run()
    await run()
    expect(await indexes()).toEqual([
      { name: 'things_one', valid: true },
      { name: 'things_two', valid: true },
    ])
  })

  it.runIf(onPostgres)('drops and rebuilds an index that a failure left invalid', async () => {
    await write(table, twoIndexes)
    await run()
    await client.query('drop index things_two')
    await client.query(`insert into things values ('twice'), ('twice')`)
    await client.query('delete from drizzle.__drizzle_migrations where created_at = $1', [far + 1])
    await expect(run()).rejects.toThrow(/duplicated|could not create unique index/)
    expect(await indexes()).toContainEqual({ name: 'things_two', valid: false })
    await client.query('delete from things')
    await run()
    expect(await indexes()).toEqual([
      { name: 'things_one', valid: true },
      { name: 'things_two', valid: true },
    ])
  })

  it('rolls back a migration with a transaction as a whole', async () => {
    await write(table, twoIndexes, 'create table half (id int)--> statement-breakpoint\nselect 1 / 0')
    await expect(run()).rejects.toThrow('division by zero')
    const { rows } = await client.query(`select to_regclass('half') as half`)
    expect(rows).toEqual([{ half: null }])
  })

  it('the migrations build indexes concurrently, and change rows in batches, only outside a transaction', () => {
    for (const { isConcurrent, statements } of readMigrations(migrationsFolder))
      for (const statement of statements) {
        const code = statement.replaceAll(/^\s*--.*$/gm, '').trim()
        expect(
          /^(create (unique )?|drop )index concurrently\b|^do \$\$[\s\S]*\bcommit;/i.test(code),
          code,
        ).toBe(isConcurrent)
      }
  })

  it.runIf(onPostgres)('gives way to a call that reads its tables in another order', async () => {
    await client.query('create table one_side (n int); create table other_side (n int)')
    const both = ['one_side', 'other_side'].map((name) => `alter table ${name} add column later int`)
    // The tests before have applied migrations of the first times.
    await write(...Array.from({ length: 20 }, () => 'select 1'), both.join(';\n--> statement-breakpoint\n'))
    const reader = await opened.database.$client.connect()
    try {
      await reader.query('begin')
      await reader.query('select from other_side')
      const migrating = run()
      const isWaiting = async () => {
        const { rows } = await reader.query(
          "select from pg_locks where relation = 'other_side'::regclass and not granted",
        )
        return rows.length > 0
      }
      await expect.poll(isWaiting, { interval: 20 }).toBe(true)
      // Without a limit this read and the migration would wait for each other, and one of them would fail.
      await reader.query('select from one_side')
      await reader.query('commit')
      await migrating
      const altered = await client.query('select a.later, b.later from one_side a, other_side b')
      expect(altered.fields.map(({ name }) => name)).toEqual(['later', 'later'])
    } finally {
      await reader.query('rollback')
      reader.release()
    }
  })
})
