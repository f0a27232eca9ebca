import { describe, expect, it } from 'vitest'
import { type Database, openDatabase } from '#server/db/database'
import { admins } from '#server/db/tables/schema'
import { markAsDemo } from '#server/demo/isDemo'
import { addressOf, production, startServer } from '../support/processes'
import { emptyDatabase } from '../support/testDatabase'

describe('production on a database with demo data', () => {
  it.each([
    ['marked as such', (database: Database) => database.transaction(markAsDemo)],
    [
      'older than the mark',
      (database: Database) =>
        database
          .insert(admins)
          .values({ name: 'Musa', email: 'musa@alajo.test', phoneNumber: '08030000000', passwordHash: '-' }),
    ],
  ])('%s does not start', async (_which, fill) => {
    const used = await emptyDatabase()
    const { database, close } = await openDatabase(used)
    await fill(database)
    await close()
    const server = startServer({ ...production, DATA_DIR: used.dataDir, DATABASE_URL: used.url })
    expect(await server.ended).toBe(1)
    expect(server.output.err).toMatch(/^This database has demo data, [^\n]+ DATABASE_URL [^\n]+\n$/)
    await used.drop()
  })

  it('starts on an empty database', async () => {
    const empty = await emptyDatabase()
    const server = startServer({ ...production, DATA_DIR: empty.dataDir, DATABASE_URL: empty.url })
    await addressOf(server)
    server.kill('SIGTERM')
    expect(await server.ended).toBe(0)
    await empty.drop()
  })
})
