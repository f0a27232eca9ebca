import { asc } from 'drizzle-orm'
import { afterAll, expect, it } from 'vitest'
import { type Database, openDatabase } from '#server/db/database'
import { seedBaseData } from '#server/seedBaseData'
import { adminActivity } from '#server/db/tables/schema'
import { peopleOf } from '../support/people'
import { startProcess } from '../support/processes'
import { emptyDatabase } from '../support/testDatabase'

/** A log of three rows in a database of its own, and the command that checks it. */
async function openLog() {
  const place = await emptyDatabase()
  afterAll(() => place.drop())

  /** The embedded database is one process's at a time: it is closed again before the command runs. */
  async function inDatabase<T>(work: (database: Database) => Promise<T>): Promise<T> {
    const { database, close } = await openDatabase(place)
    try {
      return await work(database)
    } finally {
      await close()
    }
  }
  const hashes = await inDatabase(async (database) => {
    await seedBaseData(database)
    const admin = await peopleOf(database, () => new Date()).makeAdmin()
    const row = {
      adminId: admin.id,
      action: 'x',
      description: 'x',
      status: 'success' as const,
      reference: '',
    }
    await database.insert(adminActivity).values([row, row, row])
    const rows = await database.select().from(adminActivity).orderBy(asc(adminActivity.place))
    return rows.map(({ hash }) => hash)
  })
  const verify = (...args: string[]) =>
    startProcess('verifyAudit', { DATA_DIR: place.dataDir, DATABASE_URL: place.url }, args)
  return { hashes, inDatabase, verify }
}

const { hashes, verify } = await openLog()

it('reports that the log is whole and prints its last hash', async () => {
  const command = verify(hashes[1] ?? '')
  expect(await command.ended).toBe(0)
  const lines = [
    'The activity log is whole, up to row 3.',
    'The hash given is that of row 2.',
    `Its last hash, to keep elsewhere and give at the next check: ${hashes[2]}`,
  ]
  expect(command.output).toEqual({ err: '', out: `${lines.join('\n')}\n` })
})

it('rejects a malformed hash', async () => {
  const command = verify(hashes[1]?.slice(1) ?? '')
  expect(await command.ended).toBe(1)
  const err = 'The hash to look for has 64 digits, as an earlier check printed it.\n'
  expect(command.output).toEqual({ out: '', err })
})

it('reports the first broken row and fails', async () => {
  const broken = await openLog()
  await broken.inDatabase(async ({ $client }) => {
    await $client.query('alter table admin_activity disable trigger user')
    await $client.query('delete from admin_activity where place = 2')
    await $client.query('alter table admin_activity enable trigger user')
  })
  const command = broken.verify()
  expect(await command.ended).toBe(1)
  const err = 'The activity log is broken. Row 2 is missing: row 3 stands in its place.\n'
  expect(command.output).toEqual({ out: '', err })
})
