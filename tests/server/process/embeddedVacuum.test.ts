import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { settings, usedNonces } from '#server/db/tables/schema'
import { openEmbeddedVacuum } from '#server/process/workers/embeddedVacuum'
import { openServer } from '../support/harness'

const server = await openServer()
const { database } = server

const statistics = async (table: string) => {
  const { rows } = await database.execute<{ rows: number; pages: number }>(
    sql`select reltuples::int as rows, pg_relation_size(oid)::int / 8192 as pages from pg_class where relname = ${table}`,
  )
  return rows[0]
}

it('a table that has changed gets statistics, and the room of its deleted rows back', async () => {
  const log: object[] = []
  const vacuum = openEmbeddedVacuum({
    database,
    log: { error: (fields: object) => log.push(fields) } as never,
  })
  await vacuum.run()
  const expiresAt = new Date()
  await database
    .insert(usedNonces)
    .values(Array.from({ length: 500 }, (_, at) => ({ nonceHash: `nonce ${at}`, expiresAt })))
  await database.insert(settings).values({ name: 'one', value: 'x' })
  await vacuum.run()
  expect(await statistics('used_nonces')).toMatchObject({ rows: 500 })
  expect(await statistics('settings'), 'too few rows have changed').toMatchObject({ rows: -1 })
  const full = await statistics('used_nonces')
  await database.delete(usedNonces)
  await vacuum.run()
  expect(await statistics('used_nonces')).toEqual({ rows: 0, pages: 0 })
  expect(full?.pages).toBeGreaterThan(0)
  expect(log).toEqual([])
})

it('a checkpoint comes once its log has grown, so that a start after a power cut reads little of it', async () => {
  const vacuum = openEmbeddedVacuum({
    database,
    log: { error: (fields: object) => expect(fields).toBe('') } as never,
  })
  const logged = async () => {
    const { rows } = await database.execute<{ bytes: number }>(
      sql`select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), redo_lsn)::int as bytes from pg_control_checkpoint()`,
    )
    return rows[0]?.bytes ?? 0
  }
  await vacuum.run()
  await database.execute(
    sql`create table much as select i, repeat('x', 2000) from generate_series(1, 15_000) i`,
  )
  const little = await logged()
  await vacuum.run()
  expect(await logged()).toBeGreaterThanOrEqual(little)
  await database.execute(sql`insert into much select i, repeat('y', 2000) from generate_series(1, 20_000) i`)
  expect(await logged()).toBeGreaterThan(64 * 1024 * 1024)
  await vacuum.run()
  expect(await logged()).toBeLessThan(1024 * 1024)
})
