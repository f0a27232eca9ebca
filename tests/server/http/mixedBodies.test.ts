import { randomUUID } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { expect, it } from 'vitest'
import { calls } from '#contract/index'
import { asProblem } from '#contract/problems'
import { kobo } from '#domain/money/kobo'
import { inArray } from 'drizzle-orm'
import { accounts } from '#server/db/tables/ledger'
import { mainWalletOf } from '#server/ledger/accounts'
import { sentences } from '../../sentences'
import { manyCalls, openServer } from '../support/harness'
import { type Mixing, openMixingProxy } from '../support/mixingProxy'
import { naira } from '../support/people'
import { openPortalCalls } from '../support/portalCalls'

const server = await openServer({ limits: manyCalls })
let changedBodies = 0
server.services.observeChangedBody = () => {
  changedBodies += 1
}
await server.app.listen({ host: '127.0.0.1', port: 0 })
const own = `http://127.0.0.1:${(server.app.server.address() as AddressInfo).port}`
let mixing: Mixing | undefined
const { send } = await openPortalCalls(await openMixingProxy(own, () => mixing))

const agent = await server.makeAgent()
/** Each clerk credits a customer and an amount of their own. */
const clerks = await Promise.all(
  Array.from({ length: 12 }, async (_, at) => {
    const { token } = await server.enter('can-credit-customer', 'can-view-customer')
    return { token, customer: (await server.makeCustomer(agent.id)).id, amount: naira(100 + at) }
  }),
)
type Clerk = (typeof clerks)[number]
const credit = ({ token, customer, amount }: Clerk, idempotencyKey: string = randomUUID()) =>
  send(
    calls.customers.creditUser,
    { customer_id: customer, amount },
    { loginToken: token, idempotencyKey },
  ).catch(asProblem)
const problemOf = ({ token, customer }: Clerk) =>
  send(calls.customers.getCustomer, { customer_id: customer }, { loginToken: token }).catch(asProblem)
async function balances() {
  const names = clerks.map(({ customer }) => mainWalletOf(customer))
  const rows = await server.database.select().from(accounts).where(inArray(accounts.name, names))
  return names.map((name) => rows.find((row) => row.name === name)?.balance)
}
/** Each clerk's credit once more. */
const plus = (had: Awaited<ReturnType<typeof balances>>) =>
  clerks.map(({ amount }, at) => kobo(Number(had[at]) + amount))

it('refuses each of a proxy’s swapped bodies, does nothing, and counts and logs it; the same key may be sent again', async () => {
  const before = server.log.length
  const had = await balances()
  const keys = clerks.map(() => randomUUID())
  mixing = 'requests'
  const refused = await Promise.all(clerks.map((clerk, at) => credit(clerk, keys[at])))
  for (const problem of refused)
    expect(problem).toMatchObject({
      code: 'busy',
      message: expect.stringContaining(sentences.nothingDone),
    })
  expect(await balances()).toEqual(had)
  expect(changedBodies).toBe(clerks.length)
  const lines = server.log.slice(before).filter(({ msg }) => msg.startsWith('a body is not the one'))
  expect(lines).toHaveLength(clerks.length)
  for (const { level, path } of lines)
    expect({ level, path }).toEqual({ level: 50, path: '/api/admin/credituser' })
  for (const { customer } of clerks) expect(JSON.stringify(lines)).not.toContain(`customer_id":${customer}`)

  mixing = undefined
  for (const reply of await Promise.all(clerks.map((clerk, at) => credit(clerk, keys[at]))))
    expect(reply).toMatchObject({ message: expect.any(String), data: expect.anything() })
  expect(await balances()).toEqual(plus(had))
})

it.each(['replies', 'bodies of replies'] as const)(
  'the portal shows nothing of mixed %s, and leaves a change to be checked',
  async (what) => {
    const before = await balances()
    mixing = what
    for (const problem of await Promise.all(clerks.map(problemOf))) {
      expect(problem).toMatchObject({ code: 'unavailable' })
      expect(problem).not.toHaveProperty('data')
    }
    for (const problem of await Promise.all(clerks.map((clerk) => credit(clerk))))
      expect(problem).toMatchObject({ code: 'outcomeUnknown' })
    mixing = undefined
    // They were made: each once, with the right amount.
    expect(await balances()).toEqual(plus(before))
  },
)
