import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type SQL, sql } from 'drizzle-orm'
import { afterAll, describe, expect, it } from 'vitest'
import { openDatabase } from '#server/db/database'
import { migrate } from '#server/db/upgrade/migrate'
import { release } from '#server/db/upgrade/releases'
import { servers } from '#server/db/tables/schema'
import { expectReady, startServer } from '../support/processes'
import { emptyDatabase, onPostgres, type TestDatabase, withDatabase } from '../support/testDatabase'

const places: TestDatabase[] = []
afterAll(async () => {
  for (const place of places) await place.drop()
})

const far = Date.UTC(2100, 0, 1)
const record = sql`drizzle.__drizzle_migrations`

/** A database of this release, whose record of migrations is then changed. */
async function databaseAfter(change?: SQL) {
  const place = await emptyDatabase()
  places.push(place)
  if (change) await withDatabase(place, async (database) => void (await database.execute(change)))
  return place
}

const startOn = ({ dataDir, url }: TestDatabase) =>
  startServer({ DATA_DIR: dataDir, DATABASE_URL: url, LOG_LEVEL: 'warn' })

async function refusalOn(place: TestDatabase) {
  const server = startOn(place)
  expect(await server.ended).toBe(1)
  expect(server.output.out).not.toContain('ready')
  return server.output.err
}

describe('a server on a database that a newer release has prepared', () => {
  it('runs on if that one only added, and logs so', async () => {
    const server = startOn(
      await databaseAfter(
        sql`insert into ${record} (hash, created_at, name) values ('x', ${far}, '0099_more')`,
      ),
    )
    await expectReady(server)
    expect(server.output.err).toBe('')
    expect(server.output.out).toContain('"migrations":["0099_more"]')
  })

  it.runIf(onPostgres)('runs on if that one removed what this one does not use', async () => {
    const place = await databaseAfter(
      sql`insert into ${record} (hash, created_at, name, oldest_release) values
        ('x', ${far}, '0099_less', '0.0.9'), ('y', ${far + 1}, '0100_less', ${release})`,
    )
    await (await openDatabase(place)).close()
  })

  it('refuses if that one removed what it uses, and names the release to start', async () => {
    const place = await databaseAfter(
      sql`insert into ${record} (hash, created_at, name, oldest_release) values
        ('x', ${far}, '0098_less', '9.10.0'), ('y', ${far + 1}, '0099_less', '9.9.0'), ('z', ${far + 2}, '0100_more', null)`,
    )
    expect(await refusalOn(place)).toBe(
      `Alajo could not start. A newer release has brought this database up to date (0098_less), and release ${release} can’t run on it any more. Start release 9.10.0 or a newer one. Nothing was changed.\n`,
    )
  })
})

it.runIf(onPostgres)(
  'a server refuses a database that lacks an earlier migration, and names it',
  async () => {
    const place = await databaseAfter(
      sql`update ${record} set created_at = 1 where created_at = (select min(created_at) from ${record})`,
    )
    expect(await refusalOn(place)).toBe(
      'Alajo could not start. The database never had the migration 0000_start, although it has later ones: it was not made by a release. Restore a backup into an empty one. Nothing was changed.\n',
    )
  },
)

describe('a contract', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'alajo-contract-'))
  afterAll(() => rm(folder, { recursive: true }))
  await mkdir(path.join(folder, 'meta'))

  /** Migrates with these files, later than the program's own, as release 3.0.0 does after releases 1.0.0 and 2.0.0. */
  async function migrateWith(place: TestDatabase, files: Record<string, string>) {
    const entries = Object.keys(files).map((tag, idx) => ({ idx, when: far + idx, tag, breakpoints: true }))
    await writeFile(path.join(folder, 'meta/_journal.json'), JSON.stringify({ entries }))
    for (const [tag, text] of Object.entries(files)) await writeFile(path.join(folder, `${tag}.sql`), text)
    const opened = await openDatabase(place)
    const client = await opened.database.$client.connect()
    try {
      await migrate(client, folder, {
        singleConnection: opened.singleConnection,
        release: '3.0.0',
        releases: [
          { version: '1.0.0', commit: '', lastMigration: 'a_first' },
          { version: '2.0.0', commit: '', lastMigration: 'b_second' },
        ],
      })
      const { rows } = await client.query(
        `select name, oldest_release as oldest from drizzle.__drizzle_migrations where created_at >= ${far} order by 1`,
      )
      return rows
    } finally {
      client.release()
      await opened.close()
    }
  }
  const first = { a_first: 'create table things (old text)' }
  const second = { ...first, b_second: 'alter table things add column new text' }
  const third = { ...second, c_third: '-- contract: 2.0.0\nalter table things drop column old' }

  it('waits for the release that stopped using what it removes, and records it', async () => {
    const place = await databaseAfter()
    await migrateWith(place, first)
    await expect(migrateWith(place, third)).rejects.toThrow(
      'The database is of a release before 2.0.0, which has to run first: c_third removes what earlier ones use. Start release 2.0.0 on every server, then this one. Nothing was changed.',
    )
    expect(await migrateWith(place, first)).toEqual([{ name: 'a_first', oldest: null }])
    await migrateWith(place, second)
    expect(await migrateWith(place, third)).toEqual([
      { name: 'a_first', oldest: null },
      { name: 'b_second', oldest: null },
      { name: 'c_third', oldest: '2.0.0' },
    ])
  })

  it.runIf(onPostgres)('waits until no server runs that uses what it removes', async () => {
    const place = await databaseAfter()
    await migrateWith(place, second)
    const run = (release: string | null) =>
      withDatabase(place, async (database) => {
        await database.delete(servers)
        await database.insert(servers).values({ id: 'one', release, seenAt: sql`now()` })
      })
    const refusal = (which: string) =>
      `A server of ${which} runs on this database, and c_third removes what it uses. Replace every server with release 2.0.0, then start this one; a server that was killed counts for 15 seconds. Nothing was changed.`
    await run('1.0.0')
    await expect(migrateWith(place, third)).rejects.toThrow(refusal('release 1.0.0'))
    await run(null)
    await expect(migrateWith(place, third)).rejects.toThrow(refusal('an earlier release'))
    await run('2.0.0')
    expect(await migrateWith(place, third)).toHaveLength(3)
    // One that is gone does not count.
    const other = await databaseAfter()
    await migrateWith(other, second)
    await withDatabase(other, async (database) => {
      await database
        .insert(servers)
        .values({ id: 'gone', release: '1.0.0', seenAt: sql`now() - interval '16 seconds'` })
    })
    expect(await migrateWith(other, third)).toHaveLength(3)
  })
})
