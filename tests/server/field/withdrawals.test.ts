import { randomUUID } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { fieldCalls } from '#contract/field/calls'
import { calls } from '#contract/index'
import { addDays, lagosDay } from '#domain/time/lagos'
import { verifyChain } from '#server/audit/auditChain'
import { fieldActs } from '#server/db/tables/field'
import { customerMessages } from '#server/db/tables/messages'
import { agentPayouts } from '#server/db/tables/payouts'
import { withdrawals } from '#server/db/tables/money'
import { agentActivity, agentDevices, agents, customers } from '#server/db/tables/schema'
import { agentCashOf, mainWalletOf } from '#server/ledger/accounts'
import { verifyLedger } from '#server/ledger/verify'
import { fieldClient } from '../support/fieldClient'
import { manyCalls, openServer } from '../support/harness'
import { moneyOf } from '../support/money'
import { naira } from '../support/people'

const server = await openServer({ limits: { ...manyCalls, signInsOfAddress: 1_000_000 } })
const { database } = server
const { ask, raw, makeDevice } = fieldClient(server)
const money = moneyOf(server)
const { requestWithdrawal, getWithdrawals, recordPayout, getSheet, getMe, recordBatch } = fieldCalls
const { approveWithdrawalForAgent, WithDrawalRequestApproval, getWithDrawal, getWithDrawList } =
  calls.withdrawals
const approver = await server.makeAdmin()
const office = () =>
  server.enter(
    'can-view-withdrawal',
    'can-approve-withdrawal',
    'can-create-withdrawal',
    'can-record-collection',
  )
const manager = await office()
const today = lagosDay(server.clock.now())
const at = () => server.clock.now().toISOString()

let agent: Awaited<ReturnType<typeof server.makeAgent>>
let customer: Awaited<ReturnType<typeof server.makeCustomer>>
let device: Awaited<ReturnType<typeof makeDevice>>
beforeEach(async () => {
  agent = await server.makeAgent()
  customer = await server.makeCustomer(agent.id)
  await money.pay(mainWalletOf(customer.id), naira(5000))
  device = await makeDevice(agent.id, { approvedBy: approver.id })
})
const wish = (more: object = {}) => ({
  id: randomUUID(),
  customer_id: customer.id,
  amount: '1000.00',
  description: 'School fees',
  recorded_at: at(),
  ...more,
})
const balanceOf = async (name: string) => (await money.accountOf(name)).balance
const held = async () => 0 - (await balanceOf(agentCashOf(agent.id)))
const listed = async () => (await ask(getWithdrawals, {}, device.token)).withdrawals
const actsOf = () => database.select().from(agentActivity).where(eq(agentActivity.agentId, agent.id))
const booksAreRight = async () => {
  expect(await verifyLedger(database)).toMatchObject({ faults: [] })
  expect(await verifyChain(database)).toMatchObject({ intact: true })
}
/** A withdrawal that the agent is to pay, and the agent with cash. */
async function toPay(payOn = today) {
  const saving = await money.makeSaving(customer)
  const line = { id: randomUUID(), savings_id: saving.id, amount: '3000.00', day: today, recorded_at: at() }
  await ask(recordBatch, { lines: [line] }, device.token)
  const { withdrawal_id: id } = await ask(requestWithdrawal, wish(), device.token)
  const reply = await server.ask(approveWithdrawalForAgent, { id, pay_on: payOn }, manager)
  expect(reply.status, reply.text).toBe('200')
  return id
}
const payout = (withdrawal_id: number, more: object = {}) => ({
  id: randomUUID(),
  withdrawal_id,
  day: today,
  recorded_at: at(),
  ...more,
})

describe('a withdrawal that an agent requests', () => {
  it('holds its amount and waits for the office, once however often it is sent', async () => {
    const sent = wish()
    const first = await ask(requestWithdrawal, sent, device.token)
    expect(await ask(requestWithdrawal, sent, device.token)).toEqual(first)
    const all = await Promise.all(Array.from({ length: 4 }, () => raw(requestWithdrawal, sent, device.token)))
    for (const { http } of all) expect([200, 429, 503]).toContain(http)
    const stored = await database.select().from(withdrawals).where(eq(withdrawals.customerId, customer.id))
    expect(stored).toMatchObject([
      { amount: naira(1000), status: 'pending', requestedBy: approver.id, requestedByAgentId: agent.id },
    ])
    expect((await money.accountOf(mainWalletOf(customer.id))).held).toBe(naira(1000))
    expect(await listed()).toMatchObject([
      { reference: first.reference, status: 'pending', is_own: true, payment: null, amount: naira(1000) },
    ])
    const acts = await actsOf()
    expect(acts.filter(({ action }) => action === 'Requested a withdrawal')).toMatchObject([
      { reference: first.reference, status: 'success' },
    ])
    await booksAreRight()
  })

  it('is shown to the office as the agent’s, and not decided on by who approved the device', async () => {
    const keeper = await server.enter('can-view-withdrawal', 'can-approve-withdrawal')
    await database.update(agentDevices).set({ approvedBy: keeper.id }).where(eq(agentDevices.id, device.id))
    const { withdrawal_id: id, reference } = await ask(requestWithdrawal, wish(), device.token)
    const list = await server.ask(getWithDrawList, { page: 1, search: reference }, manager)
    expect(list.output().data.data).toMatchObject([{ admin: agent.name, status: 'pending' }])
    const one = await server.ask(getWithDrawal, { id }, keeper)
    expect(one.output().data.data[0]?.against).toBe(
      `You approved the device of withdrawal ${reference} yourself. Another admin must decide on it.`,
    )
    const own = await server.ask(WithDrawalRequestApproval, { id, status: 'approve' }, keeper)
    expect(own.status).toBe('400')
    const other = await server.ask(WithDrawalRequestApproval, { id, status: 'approve' }, manager)
    expect(other.status, other.text).toBe('200')
    expect(await listed()).toMatchObject([{ status: 'approved', payment: null }])
    await booksAreRight()
  })

  it('is refused as the office’s is: uncovered, frozen; and stays refused under its id', async () => {
    const sent = wish({ amount: '6000.00' })
    const refused = await raw(requestWithdrawal, sent, device.token)
    expect([refused.http, refused.json.code]).toEqual([409, 'refused'])
    expect(refused.json.detail).toContain('does not cover')
    await money.pay(mainWalletOf(customer.id), naira(5000))
    expect((await raw(requestWithdrawal, sent, device.token)).json.detail).toBe(refused.json.detail)
    expect((await raw(requestWithdrawal, wish({ amount: '6000.00' }), device.token)).http).toBe(200)
    await database.update(customers).set({ isFrozen: true }).where(eq(customers.id, customer.id))
    const frozen = await raw(requestWithdrawal, wish(), device.token)
    expect(frozen.json.detail).toBe('This customer is frozen: nothing goes out until the office lifts that.')
    const failed = (await actsOf()).filter(({ status }) => status === 'failed')
    expect(failed).toHaveLength(2)
    await booksAreRight()
  })

  it('with other content under its id is refused, and is one only of own customers', async () => {
    const sent = wish()
    await ask(requestWithdrawal, sent, device.token)
    for (const more of [
      { amount: '1001.00' },
      { description: 'Rent' },
      { place: { latitude: 7, longitude: 3 } },
    ])
      expect((await raw(requestWithdrawal, { ...sent, ...more }, device.token)).json.detail).toContain(
        'was used for something else',
      )
    const stranger = await server.makeCustomer((await server.makeAgent()).id)
    await money.pay(mainWalletOf(stranger.id), naira(5000))
    const details = []
    for (const customer_id of [stranger.id, 999_999_999])
      details.push((await raw(requestWithdrawal, wish({ customer_id }), device.token)).json.detail)
    expect(new Set(details)).toEqual(new Set(['This is no customer of yours.']))
    expect(await listed()).toHaveLength(1)
  })

  it('is not taken from a device that only reads, of a suspended agent, or that nobody stands for', async () => {
    const reader = await makeDevice(agent.id, { isPrimary: false, approvedBy: approver.id })
    expect((await raw(requestWithdrawal, wish(), reader.token)).http).toBe(403)
    expect((await raw(recordPayout, payout(1), reader.token)).http).toBe(403)
    const other = await server.makeAgent()
    const nobodys = await makeDevice(other.id)
    const theirs = await server.makeCustomer(other.id)
    await money.pay(mainWalletOf(theirs.id), naira(5000))
    const reply = await raw(requestWithdrawal, wish({ customer_id: theirs.id }), nobodys.token)
    expect(reply.json.detail).toBe('The office must approve this device again.')
    await database.update(agents).set({ status: 'SUSPENDED' }).where(eq(agents.id, agent.id))
    expect((await raw(requestWithdrawal, wish(), device.token)).http).toBe(401)
    expect(await database.select().from(fieldActs).where(eq(fieldActs.agentId, agent.id))).toEqual([])
  })
})

describe('a withdrawal that the agent pays', () => {
  it('is in the sheet of its day, lowers the agent’s cash once, and is told to the customer', async () => {
    const id = await toPay()
    expect((await ask(getSheet, {}, device.token)).payouts).toMatchObject([{ withdrawal_id: id }])
    const before = await held()
    const sent = payout(id, { place: { latitude: 7.37, longitude: 3.9 } })
    const paid = await ask(recordPayout, sent, device.token)
    expect(paid).toMatchObject({ state: 'paid', amount: naira(1000), holds: before - naira(1000) })
    expect(await ask(recordPayout, sent, device.token)).toEqual(paid)
    expect(await held()).toBe(before - naira(1000))
    expect((await ask(getMe, {}, device.token)).agent.holds).toBe(before - naira(1000))
    expect((await ask(getSheet, {}, device.token)).payouts).toEqual([])
    expect(await listed()).toMatchObject([{ payment: 'paid', pay_on: today }])
    const [row] = await database.select().from(agentPayouts).where(eq(agentPayouts.withdrawalId, id))
    expect(row).toMatchObject({ state: 'paid', agentId: agent.id, deviceId: device.id, settledBy: null })
    const texts = await database
      .select()
      .from(customerMessages)
      .where(
        and(eq(customerMessages.customerId, customer.id), eq(customerMessages.entryId, row?.entryId ?? 0)),
      )
    expect(texts).toHaveLength(1)
    const list = await server.ask(getWithDrawList, { page: 1, search: paid.withdrawal }, manager)
    expect(list.output().data.data).toMatchObject([
      { payment: 'paid', paid_by: agent.name, movement: paid.reference },
    ])
    expect((await raw(recordPayout, payout(id), device.token)).json.detail).toContain('is paid already')
    await booksAreRight()
  })

  it('is paid by one of two: the office’s sheet or the device', async () => {
    const id = await toPay()
    const clerk = await server.enter('can-record-collection')
    const due = await server.ask(
      calls.collections.getCollectionSheet,
      { agent_id: agent.id, day: today },
      clerk,
    )
    const seen = due.output().data.sheets?.map(({ reference }) => reference) ?? []
    const sheet = await server.ask(
      calls.collections.recordSheet,
      { agent_id: agent.id, day: today, lines: [], payouts: [id], seen } as never,
      clerk,
    )
    expect(sheet.status, sheet.text).toBe('200')
    const before = await held()
    const reply = await ask(recordPayout, payout(id), device.token)
    expect(reply).toMatchObject({ state: 'in office', amount: naira(1000), holds: before })
    expect(await held()).toBe(before)
    await booksAreRight()
  })

  it('is to be paid again once its payment is reversed', async () => {
    const id = await toPay()
    const paid = await ask(recordPayout, payout(id), device.token)
    const [asker, decider] = [
      await server.enter('can-request-reversal'),
      await server.enter('can-approve-reversal'),
    ]
    const { requestReversal, reversalDecision, getReversals } = calls.reversals
    const asked = await server.ask(
      requestReversal,
      { reference: paid.reference, reason: 'Not paid after all' } as never,
      asker,
    )
    expect(asked.status, asked.text).toBe('200')
    const list = await server.ask(getReversals, { page: 1, status: 'pending' } as never, decider)
    const reversal = list.output().data.data[0]?.id ?? 0
    const decided = await server.ask(reversalDecision, { id: reversal, status: 'accept' } as never, decider)
    expect(decided.status, decided.text).toBe('200')
    const again = await ask(recordPayout, payout(id), device.token)
    expect(again.state).toBe('paid')
    expect(again.reference).not.toBe(paid.reference)
    await booksAreRight()
  })

  it('is paid on its day alone, not of a closed or later one, nor of a foreign or moved customer', async () => {
    const id = await toPay()
    const detail = async (body: object) => String((await raw(recordPayout, body, device.token)).json.detail)
    expect(await detail(payout(id, { day: addDays(today, -1) }))).toContain(
      'the agent pays the withdrawal on',
    )
    expect(await detail(payout(id, { day: addDays(today, 1) }))).toContain('the agent pays the withdrawal on')
    await database
      .update(agentPayouts)
      .set({ payOn: addDays(today, -9) })
      .where(eq(agentPayouts.withdrawalId, id))
    expect(await detail(payout(id, { day: addDays(today, -9) }))).toContain('is closed: the office settles')
    await database.update(agentPayouts).set({ payOn: today }).where(eq(agentPayouts.withdrawalId, id))
    const unknown = await detail(payout(999_999_999))
    const other = await server.makeAgent()
    await database.update(customers).set({ assignedAgentId: other.id }).where(eq(customers.id, customer.id))
    expect(await detail(payout(id))).toBe(unknown)
    const before = await held()
    expect(before).toBe(naira(3000))
    expect(await listed()).toEqual([])
  })
})
