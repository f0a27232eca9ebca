import { once } from 'node:events'
import { Agent, get, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { release } from '#server/db/upgrade/releases'
import { servers } from '#server/db/tables/schema'
import { watchLiveServers } from '#server/process/liveServers'
import { openServer } from '../support/harness'
import { addressOf, startServer } from '../support/processes'
import { emptyDatabase, onPostgres } from '../support/testDatabase'

describe('the count of live servers', async () => {
  const { database, services } = await openServer()
  const watch = () => watchLiveServers({ database, log: services.log })

  it('grows when a server joins, shrinks when one leaves, and forgets a killed one', async () => {
    const first = await watch()
    expect(first.count()).toBe(1)
    const [second, third] = [await watch(), await watch()]
    expect(third.count()).toBe(3)
    const rows = await database.select({ release: servers.release }).from(servers)
    expect(rows).toEqual([{ release }, { release }, { release }])
    await first.beat()
    expect(first.count()).toBe(3)
    await third.stop()
    await first.beat()
    expect(first.count()).toBe(2)
    await second.stop()
    await database.insert(servers).values({ id: 'killed', seenAt: sql`now() - interval '8 seconds'` })
    await first.beat()
    expect(first.count()).toBe(2)
    await database.update(servers).set({ seenAt: sql`now() - interval '16 seconds'` })
    await first.beat()
    expect(first.count()).toBe(1)
    await database.update(servers).set({ seenAt: sql`now() - interval '25 hours'` })
    await first.beat()
    expect(await database.$count(servers)).toBe(1)
    await first.stop()
    expect(await database.$count(servers)).toBe(0)
  })

  it('stays what it was while the database fails', async () => {
    const [one, other] = [await watch(), await watch()]
    await one.beat()
    await database.execute(sql`alter table servers rename to away`)
    await one.beat()
    await database.execute(sql`alter table away rename to servers`)
    expect(one.count()).toBe(2)
    await Promise.all([one.stop(), other.stop()])
  })
})

/** A connection that is kept, as a proxy keeps its own. */
function openConnection(url = '') {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  let port: number | undefined
  return {
    get: async (path: string) => {
      const [reply] = (await once(get(`${url}${path}`, { agent }), 'response')) as [IncomingMessage]
      const isSame = reply.socket.localPort === port
      port = reply.socket.localPort
      await text(reply)
      return { status: reply.statusCode, connection: reply.headers.connection, isSame }
    },
  }
}

it.runIf(onPostgres)(
  'two servers share the limit of an address until one stops, which answers for a while so that a proxy loses no call',
  async () => {
    const place = await emptyDatabase()
    const start = () =>
      startServer({
        DATA_DIR: place.dataDir,
        RATE_LIMIT_SIGN_IN: '8',
        DRAIN_SECONDS: '5',
        ...(place.url && { DATABASE_URL: place.url }),
      })
    const one = start()
    const urls = [await addressOf(one)]
    const other = start()
    urls.push(await addressOf(other))
    // It learns of the second one at its next beat.
    await one.waitFor(/"servers":2/)
    const tryToSignIn = async (url = '') => (await fetch(`${url}/api/admin/login`, { method: 'POST' })).status
    for (const url of urls) {
      for (let call = 0; call < 4; call += 1) expect(await tryToSignIn(url)).toBe(422)
      expect(await tryToSignIn(url)).toBe(429)
    }
    const kept = openConnection(urls[0])
    expect(await kept.get('/healthz')).toMatchObject({ status: 200, connection: 'keep-alive' })
    one.kill('SIGTERM')
    await expect.poll(async () => (await fetch(`${urls[0]}/readyz`)).status).toBe(503)
    expect(await kept.get('/healthz')).toMatchObject({ status: 503, connection: 'close', isSame: true })
    expect(await one.ended).toBe(0)
    await other.waitFor(/"servers":1,/)
    // The refused call is counted too.
    for (let call = 0; call < 3; call += 1) expect(await tryToSignIn(urls[1])).toBe(422)
    expect(await tryToSignIn(urls[1])).toBe(429)
    // It has not counted the one that has just started.
    const third = start()
    await addressOf(third)
    other.kill('SIGTERM')
    await expect.poll(async () => (await fetch(`${urls[1]}/readyz`)).status).toBe(503)
    await other.ended
    third.kill('SIGTERM')
    await third.ended
    await place.drop()
  },
)
