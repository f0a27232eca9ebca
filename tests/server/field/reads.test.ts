import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { fieldBase } from '#contract/field/call'
import { fieldCalls } from '#contract/field/calls'
import { calls } from '#contract/index'
import { kobo } from '#domain/money/kobo'
import { lagosDay } from '#domain/time/lagos'
import { customers } from '#server/db/tables/schema'
import { makeBeats } from '../support/beats'
import { fieldClient } from '../support/fieldClient'
import { manyCalls, openServer } from '../support/harness'

const server = await openServer({ limits: { ...manyCalls, signInsOfAddress: 1_000_000 } })
const { ask, raw, makeDevice } = fieldClient(server)
const clerk = await server.enter('can-record-collection')
const beats = await makeBeats(server.database, { agents: 2, wallets: 400 }, server.clock.now())
const [mine, theirs] = beats as [(typeof beats)[0], (typeof beats)[0]]
// As different as people are, so that the sizes mean something.
await server.database.execute(sql`update customers set first_name = initcap(substr(md5(id::text), 1, 7)),
  last_name = initcap(substr(md5(id::text), 9, 9)), phone_number = '080' || lpad((id * 7919017 % 100000000)::text, 8, '0'),
  home_address = id % 97 || ' ' || initcap(substr(md5(id::text), 20, 8)) || ' Street, Ikeja'`)
const { token } = await makeDevice(mine.agentId)

it('says who the agent is, and what is reached of the month’s target', async () => {
  await server.ask(
    calls.agents.setAgentTarget,
    {
      agent_id: mine.agentId,
      month: `${lagosDay(server.clock.now()).slice(0, 7)}-01`,
      savings: kobo(500_000),
      repaid: kobo(0),
      customers: 3,
    },
    await server.enter('can-edit-target'),
  )
  const me = await ask(fieldCalls.getMe, {}, token)
  expect(me.agent).toMatchObject({ id: mine.agentId, name: 'Beat Agent 1', holds: 0 })
  expect(me.savings).toEqual({ reached: 0, target: 500_000 })
  expect(me.customers).toEqual({ reached: 400, target: 3 })
  expect(me.device.is_primary).toBe(true)
})

it('sends 400 customers in 60 kB, and 1 kB where nothing changed', async () => {
  const url = `${fieldBase}/customers`
  const headers = { authorization: `Bearer ${token}`, 'accept-encoding': 'br' }
  // Not `server.inject`, which reads the body as text.
  const get = (address: string) => server.app.inject({ method: 'GET', url: address, headers })
  const first = await get(url)
  expect(first.headers['content-encoding']).toBe('br')
  expect(first.rawPayload.length).toBeLessThanOrEqual(60_000)
  const { cursor } = await ask(fieldCalls.getCustomers, {}, token)
  const again = await get(`${url}?cursor=${cursor}`)
  expect(again.rawPayload.length).toBeLessThanOrEqual(1000)
  expect(again.json()).toEqual({ cursor, is_full: false, customers: [], removed: [] })
})

it('tells what changed since a cursor, and who left, also after a lost reply', async () => {
  const { cursor, is_full, customers: all } = await ask(fieldCalls.getCustomers, {}, token)
  expect([is_full, all.length]).toEqual([true, mine.wallets.length])
  const [paid, moved] = mine.wallets as [(typeof mine.wallets)[0], (typeof mine.wallets)[0]]
  await server.ask(
    calls.savings.recordDeposit,
    { savings_id: paid.id, amount: kobo(150_000), day: lagosDay(server.clock.now()) },
    clerk,
  )
  await server.database
    .update(customers)
    .set({ assignedAgentId: theirs.agentId })
    .where(sql`id = ${moved.customerId}`)
  const lost = await ask(fieldCalls.getCustomers, { cursor }, token)
  const next = await ask(fieldCalls.getCustomers, { cursor }, token)
  expect({ ...next, cursor: '' }).toEqual({ ...lost, cursor: '' })
  expect(next.removed).toEqual([moved.customerId])
  expect(next.customers.map(({ id, wallets }) => [id, wallets[0]?.balance])).toEqual([
    [paid.customerId, 150_000],
  ])
  const after = await ask(fieldCalls.getCustomers, { cursor: next.cursor }, token)
  expect(after).toEqual({ cursor: next.cursor, is_full: false, customers: [], removed: [] })
  expect((await ask(fieldCalls.getCustomers, { cursor: 'forgotten' }, token)).is_full).toBe(true)
})

it('a cursor is of its device alone', async () => {
  const { cursor } = await ask(fieldCalls.getCustomers, {}, token)
  const other = await makeDevice(theirs.agentId)
  const reply = await ask(fieldCalls.getCustomers, { cursor }, other.token)
  expect(reply.is_full).toBe(true)
  const ids = new Set(mine.wallets.slice(2).map(({ customerId }) => customerId))
  expect(reply.customers.filter(({ id }) => ids.has(id))).toEqual([])
})

it('the sheet is the office’s: what came in by the office is on it', async () => {
  const day = lagosDay(server.clock.now())
  const office = await server.ask(
    calls.collections.getCollectionSheet,
    { agent_id: mine.agentId, day },
    clerk,
  )
  const { lines, payouts } = await ask(fieldCalls.getSheet, {}, token)
  expect(lines).toEqual(office.output().data.lines.map(({ collected_at: _at, ...line }) => line))
  expect(lines.find(({ savings_id }) => savings_id === mine.wallets[0]?.id)?.collected).toBe(150_000)
  expect(payouts).toEqual([])
})

it('the month has what the agent brought; without terms no pay', async () => {
  expect(await ask(fieldCalls.getMonth, {}, token)).toMatchObject({ savings: 0, repayments: 0, pay: null })
})

it('reads from a device that is not the primary one, and from none that is shut', async () => {
  const reader = await makeDevice(mine.agentId, { isPrimary: false })
  expect((await raw(fieldCalls.getMe, {}, reader.token)).http).toBe(200)
  for (const call of [fieldCalls.getMe, fieldCalls.getCustomers, fieldCalls.getSheet, fieldCalls.getMonth])
    expect((await raw(call, {}, 'none')).json.code).toBe('signedOut')
})
