import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { calls } from '#contract/index'
import { verifyLedger } from '#server/ledger/verify'
import { agentDevices, agents } from '#server/db/tables/schema'
import { FieldClient } from '../../../src/fieldClient/fieldClient'
import type { Fetch } from '../../../src/fieldClient/request'
import { MemoryStore } from '../../../src/fieldClient/store'
import { makeBeats } from '../support/beats'
import { agentPassword, agentPasswordHash } from '../support/fieldClient'
import { manyCalls, openServer } from '../support/harness'
import { naira } from '../support/people'

const server = await openServer({ nodes: 1, limits: { ...manyCalls, signInsOfAddress: 1_000_000 } })
const beats = await makeBeats(server.database, { agents: 3, wallets: 3 }, server.clock.now())
const base = `${await server.app.listen({ port: 0, host: '127.0.0.1' })}/api/field/v1`
const office = await server.enter(
  'can-approve-device',
  'can-set-device',
  'can-delete-device',
  'can-disapprove-device',
  'can-credit-customer',
)
const newPassword = 'chosen at the market'

async function openDevice(options: { only?: 'P-256'; aheadMs?: number } = {}) {
  const beat = beats.pop()
  if (!beat) throw new Error('More tests than agents.')
  const [agent] = await server.database
    .update(agents)
    .set({ passwordHash: await agentPasswordHash() })
    .where(eq(agents.id, beat.agentId))
    .returning()
  const store = new MemoryStore()
  /** Replies to these paths get lost, once each. */
  const lost: string[] = []
  const network: Fetch = async (address, request) => {
    const reply = await fetch(address, request)
    const at = lost.findIndex((path) => address.endsWith(path))
    if (at === -1) return reply
    lost.splice(at, 1)
    throw new TypeError('lost')
  }
  const open = () =>
    FieldClient.open({
      base,
      store,
      fetch: network,
      now: () => server.clock.now().getTime() + (options.aheadMs ?? 0),
      keys: options.only ? { only: options.only } : {},
    })
  const client = await open()
  const enrolment = { email: agent?.email ?? '', device_name: 'Tablet', model: 'Tecno Spark' }
  const approve = async ({ device_id }: { device_id: number }) => {
    await server.ask(calls.agents.approveDevice, { device_id }, office)
    await server.ask(calls.agents.setDeviceToPrimary, { device_id, agent_id: beat.agentId }, office)
    return device_id
  }
  return { beat, client, open, lost, enrolment, approve }
}
const statesOf = ({ outbox }: FieldClient) => outbox.entries.map(({ result }) => result?.state)

it('the reference client enrols, records and asks, each time with a lost reply, and does all of it once', async () => {
  const { beat, client, open, lost, enrolment, approve } = await openDevice({ only: 'P-256' })
  lost.push('/devices', '/tokens', '/batches', '/customers', '/withdrawals')
  const enrolled = await client.enrol({ ...enrolment, password: agentPassword, new_password: newPassword })
  expect(enrolled).toMatchObject({ state: 'waiting', is_primary: false })
  expect(await client.turn()).toMatchObject({ results: [], error: { code: undefined } })
  expect(await client.turn()).toMatchObject({ stop: 'waiting' })
  await approve(enrolled)
  const wallet = { savings_id: beat.wallets[0]?.id ?? 0 }
  await client.record({ ...wallet, amount: '1500.00', place: { latitude: 7.38, longitude: 3.9 } })
  const customer_id = beat.wallets[0]?.customerId ?? 0
  await server.ask(calls.customers.creditUser, { customer_id, amount: naira(500) }, office)
  await client.act('/withdrawals', { customer_id, amount: '200.00', description: 'School fees' })
  await client.act('/withdrawals', { customer_id, amount: '400.00', description: 'More than is left' })
  // The lost replies, one a turn; then the app is started again.
  for (let turn = 1; turn <= 3; turn += 1) expect((await client.turn()).retryInMs).toBeGreaterThanOrEqual(500)
  const again = await open()
  expect(again.outbox.entries).toEqual(client.outbox.entries)
  const { error } = await again.turn()
  expect([error, statesOf(again)]).toEqual([undefined, ['booked']])
  expect(again.acts.all.map(({ outcome }) => Object.keys(outcome ?? {}))).toEqual([
    ['reply'],
    ['refusal', 'code'],
  ])
  const { withdrawals } = await again.get<{ withdrawals: { amount: string }[] }>('/withdrawals')
  expect(withdrawals.map(({ amount }) => amount)).toEqual(['200.00'])
  expect(again.customers.all.map(({ wallets }) => wallets[0]?.balance)).toEqual(['1500.00', '0.00', '0.00'])
  expect(await again.day()).toMatchObject({ booked: '1500.00', holds: '1500.00' })
  expect(await verifyLedger(server.database)).toMatchObject({ faults: [] })
})

it('a device that is shut, or deleted, keeps its outbox, which is sent once the office approves it again', async () => {
  const { beat, client, enrolment, approve } = await openDevice()
  const password = agentPassword
  const device_id = await approve(await client.enrol({ ...enrolment, password, new_password: newPassword }))
  const record = (at: number) => client.record({ savings_id: beat.wallets[at]?.id ?? 0, amount: '100.00' })
  await record(0)
  await client.turn()
  await server.ask(calls.agents.dissApproveDevice, { device_id }, office)
  await record(1)
  expect(await client.turn()).toMatchObject({ stop: 'disapproved', results: [] })
  await server.ask(calls.agents.deleteDevice, { device_id }, office)
  expect(await client.turn()).toMatchObject({ stop: 'unknown' })
  await client.forgetDevice()
  expect(await client.turn()).toMatchObject({ stop: 'not enrolled' })
  const next = await client.enrol({ ...enrolment, password: newPassword })
  expect(next.device_id).not.toBe(device_id)
  await server.ask(calls.agents.approveDevice, { device_id: next.device_id }, office)
  expect(await client.turn()).toMatchObject({ stop: 'not primary' })
  await approve(next)
  await client.turn()
  expect(statesOf(client)).toEqual(['booked', 'booked'])
  await client.signOut()
  await record(2)
  expect(await client.turn()).toMatchObject({ stop: 'password' })
  await client.enrol({ ...enrolment, password: newPassword })
  await client.turn()
  expect(statesOf(client)).toEqual(['booked', 'booked', 'booked'])
})

it('a clock that is an hour ahead is said to the office, and nothing is recorded by it', async () => {
  const { beat, client: first, open, enrolment, approve } = await openDevice({ aheadMs: 3_600_000 })
  const enrolled = await first.enrol({ ...enrolment, password: agentPassword, new_password: newPassword })
  await approve(enrolled)
  // The app was started again, and has had no reply since.
  const client = await open()
  await client.record({ savings_id: beat.wallets[0]?.id ?? 0, amount: '100.00' })
  await client.turn()
  const { lines } = await client.day()
  expect(lines).toMatchObject([{ state: 'booked', recorded_at: server.clock.now().toISOString() }])
  const [device] = await server.database
    .select()
    .from(agentDevices)
    .where(eq(agentDevices.id, enrolled.device_id))
  expect(device?.clockError).toBe(3600)
})
