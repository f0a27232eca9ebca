import { describe, expect, it } from 'vitest'
import pg from 'pg'
import { setTimeout as sleep } from 'node:timers/promises'
import { expectReady, startServer } from '../support/processes'
import { isLong, report, roundsOf } from '../support/rounds'
import { emptyDatabase, onPostgres } from '../support/testDatabase'

const rounds = roundsOf(1)

/** Starts servers on one database at the same moment, each with a data folder of its own. */
async function startTogether(
  count: number,
  env: NodeJS.ProcessEnv = {},
  before: (url: string | undefined) => Promise<void> = async () => {},
) {
  const places = await Promise.all(Array.from({ length: count }, () => emptyDatabase({ migrated: false })))
  const url = places[0]?.url
  await before(url)
  const servers = places.map(({ dataDir }) =>
    startServer({ DATABASE_URL: url, DATA_DIR: dataDir, DEMO: 'on', ...env }),
  )
  return {
    url,
    servers,
    end: async () => {
      for (const server of servers) server.kill('SIGTERM')
      await Promise.all(servers.map(({ ended }) => ended))
      for (const place of places) await place.drop()
    },
  }
}

const waited = ({ output }: ReturnType<typeof startServer>) =>
  output.out.includes('another server is preparing the database: waiting')

async function connect(url: string | undefined) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return client
}

describe.runIf(onPostgres)('servers that start on one empty database at the same moment', () => {
  for (let round = 1; round <= rounds; round += 1)
    it(`all become ready, with one demo business between them (${round})`, async () => {
      const count = isLong ? 2 + (round % 4) : 3
      const { url, servers, end } = await startTogether(count)
      const since = performance.now()
      try {
        await Promise.all(servers.map(expectReady))
        const client = await connect(url)
        const { rows } = await client.query(
          `select count(*)::int as superadmins from admins where email = 'superadmin@alajo.test'`,
        )
        await client.end()
        expect(rows).toEqual([{ superadmins: 1 }])
        report('started together', {
          count,
          waited: servers.filter(waited).length,
          ms: Math.round(performance.now() - since),
        })
      } finally {
        await end()
      }
      for (const { output } of servers) expect(output.err).toBe('')
    })
})

describe.runIf(onPostgres)('a slow migration', () => {
  const seconds = isLong ? 30 : 3

  it('is waited for despite the limits of locks and statements', async () => {
    const limits = { DATABASE_LOCK_SECONDS: '1', DATABASE_STATEMENT_SECONDS: '1', DEMO: 'off' }
    // The first migration waits for a table that another connection has locked.
    let keeper: pg.Client | undefined
    const { servers, end } = await startTogether(2, limits, async (url) => {
      keeper = await connect(url)
      await keeper.query(
        'create schema drizzle; create table drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)',
      )
      await keeper.query('begin; lock table drizzle.__drizzle_migrations')
    })
    try {
      await expect.poll(() => servers.filter(waited).length).toBe(1)
      await sleep(seconds * 1000)
      expect(servers.filter(({ output }) => output.out.includes('Alajo is ready'))).toEqual([])
      await keeper?.query('commit')
      await Promise.all(servers.map(expectReady))
      for (const { output } of servers) expect(output.err).toBe('')
    } finally {
      await keeper?.end()
      await end()
    }
  })
})
