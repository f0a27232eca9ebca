import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { and, eq } from 'drizzle-orm'
import { afterAll, expect, it } from 'vitest'
import type { BodyOf } from '#contract/call'
import { calls } from '#contract/index'
import { gapsOf } from '#domain/dayVerdict'
import { addDays, lagosDay } from '#domain/time/lagos'
import { toWire } from '#domain/wire'
import { verifyChain } from '#server/audit/auditChain'
import { faultOfClosings } from '#server/audit/closedDays'
import type { Database } from '#server/db/database'
import { businessDays } from '#server/db/tables/businessDays'
import { adminActivity } from '#server/db/tables/schema'
import { verifyLedger } from '#server/ledger/verify'
import { seedBaseData } from '#server/seedBaseData'
import { figuresOf } from '#server/views/dayClose/figures'
import { makeBeats } from '../support/beats'
import { avoidLagosMidnight } from '../support/midnight'
import { peopleOf } from '../support/people'
import { addressOf, startServer } from '../support/processes'
import { report, roundsOf } from '../support/rounds'
import { emptyDatabase, withDatabase } from '../support/testDatabase'
import { post } from '../support/tillClients'

const { closeDay } = calls.closing
// Each round closes a day of the last 31.
const rounds = Math.min(30, roundsOf(4))
const place = await emptyDatabase()
afterAll(() => place.drop())
const withBooks = <T>(check: (database: Database) => Promise<T>) => withDatabase(place, check)

async function prepare(database: Database) {
  await seedBaseData(database)
  await makeBeats(database, { agents: 40, wallets: 20 }, new Date())
  const people = peopleOf(database, () => new Date())
  const keeper = await people.enter('can-view-day-close', 'can-close-day')
  const days = Array.from({ length: rounds }, (_one, at) => addDays(lagosDay(new Date()), at - rounds + 1))
  const gaps = new Map<string, number>()
  for (const day of days) gaps.set(day, gapsOf(await figuresOf(database, day)))
  return { keeper, days, gaps }
}

/** Closings, their rows in the log, and the proofs that each is whole: nothing of a closing is there without the rest. */
async function closingsOf(database: Database, day: string) {
  const closings = await database.select().from(businessDays).where(eq(businessDays.day, day))
  const logged = await database
    .select({ subject: adminActivity.subject })
    .from(adminActivity)
    .where(and(eq(adminActivity.action, closeDay.name), eq(adminActivity.status, 'success')))
  const all = await database.$count(businessDays)
  expect(logged).toHaveLength(all)
  expect(await faultOfClosings(database)).toEqual({ closings: all })
  expect(await verifyChain(database)).toMatchObject({ intact: true })
  expect((await verifyLedger(database)).faults).toEqual([])
  return closings
}

it(
  `a day is open or closed whole after a server was killed while it closed it, and can be closed then, ${rounds} rounds`,
  async () => {
    await avoidLagosMidnight()
    const { keeper, days, gaps } = await withBooks(prepare)
    const start = async () => {
      const server = startServer({
        DATA_DIR: place.dataDir,
        LOG_LEVEL: 'error',
        ...(place.url && { DATABASE_URL: place.url }),
      })
      return { server, url: await addressOf(server) }
    }
    const requestOf = (day: string, key: string = randomUUID()) => {
      const body: BodyOf<typeof closeDay> = { day, gaps: gaps.get(day) ?? 0, comment: 'Nobody came' }
      return {
        path: closeDay.path,
        body: JSON.stringify(toWire(closeDay.input, body)),
        key,
        token: keeper.token,
      }
    }
    const figures = { rounds, landed: 0, unanswered: 0 }
    let longest = 200
    for (const day of days) {
      const { server, url } = await start()
      const request = requestOf(day)
      const begun = performance.now()
      const sent = post(url, request).catch(() => undefined)
      await Promise.race([sent, wait(Math.random() * longest)])
      server.kill('SIGKILL')
      await server.ended
      const answered = await sent
      if (answered) longest = Math.min(longest, performance.now() - begun)
      const before = await withBooks((database) => closingsOf(database, day))
      if (answered) expect(before).toHaveLength(1)
      figures.unanswered += answered ? 0 : 1
      figures.landed += before.length

      const again = await start()
      // The same request gets the reply of what it did, or does it now.
      expect((await post(again.url, request)).reply).toMatchObject({ status: '200' })
      const twice = await post(again.url, requestOf(day))
      expect(twice.reply).toMatchObject({ status: '400', message: expect.stringContaining('was closed by') })
      again.server.kill('SIGTERM')
      await again.server.ended
      const [closing, ...more] = await withBooks((database) => closingsOf(database, day))
      expect(more).toEqual([])
      if (before[0]) expect(closing).toEqual(before[0])
    }
    report('killed while closing a day', figures)
  },
  600_000 + rounds * 60_000,
)
