import { createHash, randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { inArray } from 'drizzle-orm'
import { afterAll, expect, it } from 'vitest'
import { calls } from '#contract/index'
import { toWire } from '#domain/wire'
import { openDatabase } from '#server/db/database'
import { accounts } from '#server/db/tables/ledger'
import { mainWalletOf } from '#server/ledger/accounts'
import { verifyLedger } from '#server/ledger/verify'
import { seedBaseData } from '#server/seedBaseData'
import { freePort } from '../../../config/postgres.mjs'
import { naira, peopleOf } from '../support/people'
import { addressOf, startServer } from '../support/processes'
import { proxyPrograms, startProxy } from '../support/proxies'
import { isLong, report, roundsOf } from '../support/rounds'
import { emptyDatabase, onPostgres } from '../support/testDatabase'

/** A long run stops a server every seven seconds. */
const rounds = roundsOf(2)
const pauseMs = isLong ? 7_000 : 500
const nodeCount = 4
const clerkCount = isLong ? 24 : 12
const { creditUser } = calls.customers

/** As the manual had it before bodies were seen to be mixed. */
const buffering = (config: string) =>
  config.replace(
    'lb_policy least_conn',
    'lb_policy least_conn\n\t\tbuffer_requests\n\t\tlb_try_duration 5s\n\t\tlb_retry_match {\n\t\t\tmethod POST\n\t\t}',
  )

const cases = [
  ...proxyPrograms.map((program) => ({
    program,
    how: 'as it is shipped',
    change: undefined,
    sends: 'digest',
  })),
  { program: 'caddy', how: 'that buffers and repeats', change: buffering },
] as const

it.runIf(onPostgres).each(cases)(
  `${nodeCount} servers behind $program $how, stopped and killed in turn under load: each credit is acknowledged to its own clerk, once, ${rounds} rounds`,
  async ({ program, how, change }) => {
    const place = await emptyDatabase()
    afterAll(() => place.drop())
    const { database, close } = await openDatabase({ url: place.url, dataDir: place.dataDir })
    afterAll(close)
    await seedBaseData(database)
    const people = peopleOf(database, () => new Date())
    const agent = await people.makeAgent()
    /** Each clerk credits a customer and an amount of their own. */
    const clerks = await Promise.all(
      Array.from({ length: clerkCount }, async (_, at) => {
        const { token } = await people.enter('can-credit-customer')
        return {
          token,
          customerId: (await people.makeCustomer(agent.id)).id,
          amount: naira(101 + at),
          done: 0,
        }
      }),
    )
    const start = async (port: number) => {
      const server = startServer({
        PORT: String(port),
        DATA_DIR: place.dataDir,
        LOG_LEVEL: 'error',
        DRAIN_SECONDS: '1',
        RATE_LIMIT_ACCOUNT: '1000000',
        RATE_LIMIT_ADDRESS: '1000000',
        ...(place.url && { DATABASE_URL: place.url }),
      })
      return { server, port, url: await addressOf(server) }
    }
    const ports: number[] = []
    while (ports.length < nodeCount) ports.push(await freePort())
    const nodes = await Promise.all(ports.map(start))
    const proxy = await startProxy(
      program,
      nodes.map(({ url }) => url),
      change && { change },
    )

    let isOver = false
    let changedBodies = 0
    let repeats = 0
    const wrong: unknown[] = []
    async function serve(clerk: (typeof clerks)[number]) {
      const body = JSON.stringify(
        toWire(creditUser.input, { customer_id: clerk.customerId, amount: clerk.amount }),
      )
      const digest = `sha-256=:${createHash('sha256').update(body).digest('base64')}:`
      while (!isOver) {
        const headers = {
          'content-type': 'application/json',
          logintoken: clerk.token,
          'idempotency-key': randomUUID(),
          'content-digest': digest,
        }
        // Until it is acknowledged, with the same key.
        for (;;) {
          const reply = await fetch(`${isOver ? nodes[0]?.url : proxy}/api/admin/${creditUser.path}`, {
            method: 'POST',
            headers,
            body,
          })
            .then(async (response) => ({ http: response.status, text: await response.text() }))
            .catch(() => ({ http: 0, text: '' }))
          if (reply.http === 200) {
            if (!reply.text.includes('"status":"200"')) wrong.push(reply)
            clerk.done += 1
            break
          }
          if (reply.text.includes('changed on its way')) changedBodies += 1
          repeats += 1
          await wait(5)
        }
      }
    }
    const served = Promise.all(clerks.map(serve))
    /** A proxy whose buffers are mixed once may mix them until it is started again. */
    const answered = () => total() + changedBodies
    const total = () => clerks.reduce((sum, { done }) => sum + done, 0)
    const until = async (isMet: () => boolean) => {
      while (!isMet()) await wait(5)
    }
    const settled = async () => {
      const before = answered()
      await until(() => answered() > before + 2 * clerkCount)
    }
    for (let round = 0; round < rounds; round += 1) {
      await settled()
      await wait(pauseMs)
      const at = round % nodeCount
      const [node] = nodes.slice(at, at + 1)
      node?.server.kill(round % 2 ? 'SIGKILL' : 'SIGTERM')
      await node?.server.ended
      await settled()
      nodes[at] = await start(ports[at] as number)
    }
    await settled()
    isOver = true
    await served

    expect(wrong).toEqual([])
    const names = clerks.map(({ customerId }) => mainWalletOf(customerId))
    const rows = await database.select().from(accounts).where(inArray(accounts.name, names))
    const found = Object.fromEntries(rows.map(({ name, balance }) => [name, balance]))
    report(`${program} ${how}`, { acknowledged: total(), repeats, changedBodies })
    expect(found).toEqual(
      Object.fromEntries(
        clerks.map(({ customerId, amount, done }) => [mainWalletOf(customerId), amount * done]),
      ),
    )
    expect((await verifyLedger(database)).faults).toEqual([])
    // The servers as they are shipped never see a body that is not the one that was sent.
    if (!change) expect(changedBodies).toBe(0)
    for (const { server } of nodes) server.kill('SIGTERM')
    await Promise.all(nodes.map(({ server }) => server.ended))
  },
  600_000 + rounds * 60_000,
)
