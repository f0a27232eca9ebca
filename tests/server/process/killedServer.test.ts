import { cpSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, expect, it } from 'vitest'
import type { Database } from '#server/db/database'
import { addressOf, startServer } from '../support/processes'
import { report, roundsOf } from '../support/rounds'
import { emptyDatabase } from '../support/testDatabase'
import { openTillBooks } from '../support/tillBooks'
import { openTills, post } from '../support/tillClients'

const rounds = roundsOf(1)
const tillCount = 6
const place = await emptyDatabase()
afterAll(() => place.drop())

const { tills, shared, withBooks, expectRight } = await openTillBooks(place, tillCount)

/** The books as the crash left them; of an embedded database a copy, for the server has to recover its own. */
async function withCrashedBooks(check: (database: Database) => Promise<unknown>) {
  if (place.url) return withBooks(check)
  const copy = await mkdtemp(path.join(tmpdir(), 'alajo-crashed-'))
  try {
    // A killed server leaves its socket, which can't be copied.
    cpSync(place.dataDir, copy, { recursive: true, filter: (name) => !name.endsWith('.sock') })
    await withBooks(check, copy)
  } finally {
    await rm(copy, { recursive: true, force: true, maxRetries: 5 })
  }
}

it(
  `a server killed under load keeps what it acknowledged and makes repeated changes once, ${rounds} rounds`,
  async () => {
    const {
      acknowledged,
      unanswered: open,
      openGate,
      closeGate,
      until,
      allWait,
      close,
    } = openTills(tills, shared)
    const figures = { rounds, acknowledged: 0, unanswered: 0, landedUnanswered: 0 }

    const expectBooks = async (database: Database) => {
      figures.landedUnanswered += await expectRight(database, acknowledged, open.values())
    }

    const start = async () => {
      const server = startServer({
        DATA_DIR: place.dataDir,
        LOG_LEVEL: 'error',
        ...(place.url && { DATABASE_URL: place.url }),
      })
      const url = await addressOf(server)
      // Repeated changes get their first reply and do nothing.
      for (const { intent, reply } of acknowledged.slice(-tillCount))
        expect((await post(url, intent)).reply).toEqual(reply)
      openGate(url)
      return server
    }

    for (let round = 0; round < rounds; round++) {
      const server = await start()
      const enough = acknowledged.length + 5 + Math.floor(Math.random() * 40)
      await until(() => acknowledged.length >= enough)
      await wait(Math.random() * 25)
      closeGate()
      server.kill('SIGKILL')
      await server.ended
      await until(allWait)
      figures.unanswered += open.size
      await withCrashedBooks(expectBooks)
    }

    const server = await start()
    await close()
    server.kill('SIGTERM')
    await server.ended
    expect(open.size).toBe(0)
    await withBooks(expectBooks)
    figures.acknowledged = acknowledged.length
    report('killed under load', figures)
  },
  600_000 + rounds * 120_000,
)
