import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, expect, it } from 'vitest'
import { openRoundRobin } from '../../roundRobin'
import { addressOf, startServer } from '../support/processes'
import { isLong, report, roundsOf } from '../support/rounds'
import { emptyDatabase, onPostgres } from '../support/testDatabase'
import { openTillBooks } from '../support/tillBooks'
import { openTills } from '../support/tillClients'

/** A long run kills one a minute. */
const rounds = roundsOf(1)
const pauseMs = isLong ? 60_000 : 1_000
const nodeCount = isLong ? 4 : 2
const tillCount = 6

it.runIf(onPostgres)(
  `${nodeCount} servers behind a proxy, one of them killed now and then under load, lose no change and make none twice, ${rounds} rounds`,
  async () => {
    const place = await emptyDatabase()
    afterAll(() => place.drop())
    const { tills, shared, withBooks, expectRight } = await openTillBooks(place, tillCount)
    type Node = { server: ReturnType<typeof startServer>; url: string }
    const start = async (): Promise<Node> => {
      const server = startServer({
        DATA_DIR: place.dataDir,
        LOG_LEVEL: 'error',
        RATE_LIMIT_ACCOUNT: '1000000',
        RATE_LIMIT_ADDRESS: '1000000',
        ...(place.url && { DATABASE_URL: place.url }),
      })
      return { server, url: await addressOf(server) }
    }
    const nodes = await Promise.all(Array.from({ length: nodeCount }, start))
    const proxy = await openRoundRobin(() => nodes.map(({ url }) => url))
    afterAll(() => proxy.close())
    const { acknowledged, unanswered, openGate, closeGate, until, allWait, close } = openTills(tills, shared)
    openGate(proxy.url)

    const perRound: number[] = []
    for (let round = 0; round < rounds; round += 1) {
      const before = acknowledged.length
      await until(() => acknowledged.length > before + tillCount)
      await wait(pauseMs * (isLong ? 1 : Math.random()))
      const at = round % nodeCount
      const [killed] = nodes.slice(at, at + 1)
      killed?.server.kill('SIGKILL')
      await killed?.server.ended
      // The others go on alone before it comes back.
      const left = acknowledged.length
      await until(() => acknowledged.length > left + 2 * tillCount)
      nodes[at] = await start()
      // The books are compared while no request is under way.
      closeGate()
      await until(allWait)
      await withBooks((database) => expectRight(database, acknowledged, unanswered.values()))
      openGate(proxy.url)
      perRound.push(acknowledged.length - before)
    }

    await close()
    expect(unanswered.size).toBe(0)
    await withBooks((database) => expectRight(database, acknowledged, []))
    for (const { server } of nodes) server.kill('SIGTERM')
    expect(await Promise.all(nodes.map(({ server }) => server.ended))).toEqual(nodes.map(() => 0))
    report('nodes killed under load', {
      nodes: nodeCount,
      rounds,
      acknowledged: acknowledged.length,
      perRound,
    })
  },
  600_000 + rounds * 180_000,
)
