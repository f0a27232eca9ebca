import { eq, sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import type { BodyOf } from '#contract/call'
import { calls } from '#contract/index'
import type { Kobo } from '#contract/values'
import { negateKobo } from '#domain/money/kobo'
import { addDays, lagosDay, showDate } from '#domain/time/lagos'
import { holidays } from '#server/db/tables/calendar'
import { customerMessages } from '#server/db/tables/messages'
import { entries } from '#server/db/tables/ledger'
import { withdrawals } from '#server/db/tables/money'
import { agentPayouts } from '#server/db/tables/payouts'
import { reversals } from '#server/db/tables/reversals'
import { agents, customers } from '#server/db/tables/schema'
import { agentCashOf, cashAccount, mainWalletOf, toPayAccount } from '#server/ledger/accounts'
import { verifyLedger } from '#server/ledger/verify'
import { moneyOf } from '../support/money'
import { expectRefused } from '../support/guards'
import { openServer } from '../support/harness'
import { naira } from '../support/people'
import { sheetAfterOthers } from '../support/sheets'

const {
  approveWithdrawalForAgent,
  createWithDrawalRequest,
  getWithDrawal,
  getWithDrawList,
  withdrawalPayment,
} = calls.withdrawals
const { getCollection, getCollectionSheet, recordSheet } = calls.collections

const server = await openServer()
const { database } = server
const money = moneyOf(server)
const { databaseErrorOf } = money
const enter = () =>
  server.enter(
    'can-view-withdrawal',
    'can-create-withdrawal',
    'can-approve-withdrawal',
    'can-record-collection',
    'can-view-collection',
    'can-view-remittance',
    'can-view-day-close',
    'can-view-customer-details',
  )
const [clerk, manager] = [await enter(), await enter()]
/** Sessions end while the clock passes. */
async function renewed(admin: typeof clerk) {
  return { ...admin, token: await server.openSession(admin.id) }
}
const today = () => lagosDay(server.clock.now())
const balanceOf = async (account: string) => (await money.accountOf(account)).balance
const held = async (agentId: number) => negateKobo(await balanceOf(agentCashOf(agentId)))

/** A customer with ₦5,000 in the main wallet and a savings wallet, and their agent. */
async function beat() {
  const agent = await server.makeAgent()
  const customer = await server.makeCustomer(agent.id)
  const saving = await money.makeSaving(customer)
  await money.pay(mainWalletOf(customer.id), naira(5000))
  return { agent, customer, saving }
}
async function pending(customer_id: number, amount: Kobo) {
  const body = { amount, description: 'New stock', customer_id }
  const { reference } = (await server.ask(createWithDrawalRequest, body, await renewed(clerk))).output().data
  const [row] = await database.select().from(withdrawals).where(eq(withdrawals.reference, reference))
  if (!row) throw new Error('No withdrawal was created.')
  return row
}
const approve = async (id: number, pay_on = today()) =>
  server.ask(approveWithdrawalForAgent, { id, pay_on }, await renewed(manager))
async function toPay(customerId: number, amount: Kobo, payOn = today()) {
  const one = await pending(customerId, amount)
  ;(await approve(one.id, payOn)).output()
  return one
}
const settle = async (body: BodyOf<typeof withdrawalPayment>, by = manager) =>
  server.ask(withdrawalPayment, body, await renewed(by))
type Sheet = Partial<BodyOf<typeof recordSheet>> & { agent_id: number }
const record = async ({ payouts, lines = [], day = today(), ...sheet }: Sheet, by = clerk) => {
  const body = await sheetAfterOthers(database, { day, lines, ...sheet })
  return server.ask(recordSheet, { ...body, ...(payouts && { payouts }) }, await renewed(by))
}
const payoutOf = async (id: number) =>
  (await database.select().from(agentPayouts).where(eq(agentPayouts.withdrawalId, id)))[0]
const sheetOf = async (agent_id: number, day = today()) =>
  (await server.ask(getCollectionSheet, { agent_id, day }, await renewed(clerk))).output().data
const caseOf = async (id: number, by = manager) =>
  (await server.ask(getWithDrawal, { id }, await renewed(by))).output().data.data[0]
const listed = async (more: object) =>
  (await server.ask(getWithDrawList, { page: 1, ...more }, await renewed(manager))).output().data.data
const lastMessage = async (customerId: number) =>
  (await database.select().from(customerMessages).where(eq(customerMessages.customerId, customerId))).at(-1)
    ?.text
const expectRightBooks = async () => expect((await verifyLedger(database)).faults).toEqual([])

describe('a withdrawal approved for the agent', () => {
  it('leaves the main wallet at once and waits on TO-PAY; CASH does not move', async () => {
    const { agent, customer } = await beat()
    const one = await pending(customer.id, naira(1200))
    const [cash, due] = [await balanceOf(cashAccount), await balanceOf(toPayAccount)]
    const reply = await approve(one.id)
    expect(reply.message).toBe(
      `Withdrawal ${one.reference} approved: ${agent.name} pays ₦1,200.00 on ${showDate(today())}. Balance of the main wallet: ₦3,800.00.`,
    )
    expect(await money.accountOf(mainWalletOf(customer.id))).toMatchObject({ balance: naira(3800), held: 0 })
    expect((await balanceOf(toPayAccount)) - due).toBe(naira(1200))
    expect(await balanceOf(cashAccount)).toBe(cash)
    expect(await held(agent.id)).toBe(0)
    expect(await payoutOf(one.id)).toMatchObject({ state: 'to pay', payOn: today(), entryId: null })
    expect(await lastMessage(customer.id)).toContain(`Withdrawal of NGN 1,200.00: ${agent.name} pays it on`)
    expect((await listed({ search: one.reference }))[0]).toMatchObject({
      status: 'approved',
      paid_by: agent.name,
      pay_on: today(),
      payment: 'to pay',
    })
    await expectRightBooks()
  })

  it('is paid with the sheet of its day: the agent holds less, and the customer is told', async () => {
    const { agent, customer, saving } = await beat()
    const one = await toPay(customer.id, naira(1200))
    expect((await sheetOf(agent.id)).payouts).toMatchObject([
      { withdrawal_id: one.id, reference: one.reference, user_id: customer.id, amount: naira(1200) },
    ])
    const [cash, due] = [await balanceOf(cashAccount), await balanceOf(toPayAccount)]
    const reply = await record({
      agent_id: agent.id,
      lines: [{ savings_id: saving.id, amount: naira(2000) }],
      payouts: [one.id],
      counted: naira(750),
    })
    const { data } = reply.output()
    expect(reply.message).toBe(
      `Receipt ${data.reference}: 1 line of ${agent.name}, ₦2,000.00. 1 withdrawal paid, ₦1,200.00. ₦750.00 counted. Expected was ₦800.00. ₦50.00 stays with the agent.`,
    )
    expect(data).toMatchObject({ total: naira(2000), paid_out: naira(1200), expected: naira(800) })
    expect(data.payouts).toMatchObject([{ withdrawal_id: one.id, amount: naira(1200) }])
    expect(data.payouts?.[0]?.entry_reference).toMatch(/^WP-261118-\d{6}$/)
    expect(await held(agent.id)).toBe(naira(50))
    expect((await balanceOf(toPayAccount)) - due).toBe(negateKobo(naira(1200)))
    expect((await balanceOf(cashAccount)) - cash).toBe(negateKobo(naira(750)))
    expect(await payoutOf(one.id)).toMatchObject({
      state: 'paid',
      agentId: agent.id,
      collectionId: data.id,
      settledBy: clerk.id,
    })
    expect(await lastMessage(customer.id)).toContain(`paid to you by ${agent.name}`)
    expect((await listed({ search: one.reference }))[0]).toMatchObject({
      payment: 'paid',
      paid_by: agent.name,
    })
    const stored = await server.ask(getCollection, { collection_id: data.id }, await renewed(clerk))
    expect(stored.output().data).toEqual(data)
    expect((await sheetOf(agent.id)).payouts).toEqual([])
    await expectRightBooks()
  })

  it('is paid with a sheet that has no lines, and a sheet with neither is refused', async () => {
    const { agent, customer } = await beat()
    const one = await toPay(customer.id, naira(300))
    expect((await record({ agent_id: agent.id })).fields).toEqual(['The sheet has no lines.'])
    const { data } = (await record({ agent_id: agent.id, payouts: [one.id] })).output()
    expect(data).toMatchObject({ lines: 0, total: 0, paid_out: naira(300), counted: null })
    // Paid from the agent's own cash: the business owes it.
    expect(await held(agent.id)).toBe(negateKobo(naira(300)))
    await expectRightBooks()
  })

  it('counts in the close of the day of its sheet, also when that is recorded later', async () => {
    const { agent, customer, saving } = await beat()
    const one = await toPay(customer.id, naira(400))
    const day = today()
    server.clock.pass(24 * 60)
    const lines = [{ savings_id: saving.id, amount: naira(1000) }]
    ;(await record({ agent_id: agent.id, day, lines, payouts: [one.id] })).output()
    const closeOf = async (asked: string) =>
      (await server.ask(calls.closing.getDayClose, { day: asked }, await renewed(manager))).output().data
    const own = (await closeOf(day)).agents.find(({ agent_id }) => agent_id === agent.id)
    expect(own).toMatchObject({ collected: naira(1000), paid_out: naira(400) })
    expect((await closeOf(day)).paid_out.by_agents).toMatchObject({ count: expect.any(Number) })
    const later = (await closeOf(today())).agents.find(({ agent_id }) => agent_id === agent.id)
    expect(later).toMatchObject({ collected: 0, paid_out: 0, held: naira(600) })
    await expectRightBooks()
  })

  it('is refused for a day that is over or far away, for an agent who is not active, and for its creator', async () => {
    const { agent, customer } = await beat()
    const one = await pending(customer.id, naira(100))
    expectRefused(
      await approve(one.id, addDays(today(), -1)),
      'That day is over. Choose today or a later day.',
    )
    expectRefused(await approve(one.id, addDays(today(), 32)), 'The agent pays within 31 days.')
    const closed = addDays(today(), 20)
    await database.insert(holidays).values({ day: closed, name: 'Market fire', adminId: manager.id })
    const next = `Agents don’t collect on ${showDate(closed)}. The next day is ${showDate(addDays(closed, 1))}.`
    expectRefused(await approve(one.id, closed), next)
    await database.update(agents).set({ status: 'SUSPENDED' }).where(eq(agents.id, agent.id))
    expectRefused(await approve(one.id), `${agent.name} is suspended and can’t pay it.`)
    await database.update(agents).set({ status: 'ACTIVE' }).where(eq(agents.id, agent.id))
    const own = { id: one.id, pay_on: today() }
    expectRefused(
      await server.ask(approveWithdrawalForAgent, own, await renewed(clerk)),
      `You created withdrawal ${one.reference} yourself. Another admin must decide on it.`,
    )
    expect(await money.accountOf(mainWalletOf(customer.id))).toMatchObject({
      balance: naira(5000),
      held: naira(100),
    })
    ;(await approve(one.id, addDays(today(), 31))).output()
    expectRefused(await approve(one.id), `Withdrawal ${one.reference} is approved already. Reload the list.`)
  })
})

describe('a payment that was ticked by mistake', () => {
  const desk = ['can-request-reversal', 'can-approve-reversal'] as const
  /** Takes a payment back, by two admins. */
  async function takeBack(reference: string) {
    const [asker, decider] = [await server.enter(...desk), await server.enter(...desk)]
    const wish = { reference, reason: 'The customer was not seen' }
    const asked = await server.ask(calls.reversals.requestReversal, wish, asker)
    expect(asked.status, asked.text).toBe('200')
    const [row] = await database
      .select()
      .from(reversals)
      .where(eq(reversals.reference, asked.output().data.reference))
    const decision = { id: row?.id ?? 0, status: 'accept' } as const
    expectRefused(
      await server.ask(calls.reversals.reversalDecision, decision, asker),
      `You requested reversal ${row?.reference} yourself. Another admin must decide on it.`,
    )
    return server.ask(calls.reversals.reversalDecision, decision, decider)
  }

  it('is taken back by two admins: the agent holds the cash, the withdrawal is not paid and gets its way again', async () => {
    const { agent, customer } = await beat()
    const [cash, due] = [await balanceOf(cashAccount), await balanceOf(toPayAccount)]
    const one = await toPay(customer.id, naira(1200.01))
    const sheet = (await record({ agent_id: agent.id, payouts: [one.id] })).output().data
    const paid = sheet.payouts?.[0]?.entry_reference ?? ''
    expect(await held(agent.id)).toBe(negateKobo(naira(1200.01)))
    const reply = await takeBack(paid)
    expect(reply.message).toMatch(
      new RegExp(
        `: ₦1,200.01 of ${paid} was reversed by RV-\\S+\\. To be paid again: ₦1,200.01\\. It no longer counts for the cash of ${agent.name}\\.$`,
      ),
    )
    expect(await held(agent.id)).toBe(0)
    expect((await balanceOf(toPayAccount)) - due).toBe(naira(1200.01))
    expect(await payoutOf(one.id)).toMatchObject({
      state: 'to pay',
      payOn: today(),
      agentId: null,
      collectionId: null,
      entryId: null,
      settledBy: null,
    })
    expect(await lastMessage(customer.id)).toContain(
      `Payment ${paid} of NGN 1,200.01 was reversed: it is still to be paid to you.`,
    )
    await expectRightBooks()
    // The sheet of its day is recorded: it is paid another way, once.
    ;(await settle({ id: one.id, payment: 'counter' })).output()
    expect((await balanceOf(cashAccount)) - cash).toBe(naira(1200.01))
    expect((await balanceOf(toPayAccount)) - due).toBe(0)
    const wish = { reference: paid, reason: 'Again' }
    const again = await server.ask(calls.reversals.requestReversal, wish, await server.enter(...desk))
    expect(again.message).toMatch(/was reversed by RV-\S+ already/)
    await expectRightBooks()
  })

  it('at the counter is taken back too, and can be cancelled then', async () => {
    const { agent, customer } = await beat()
    const cash = await balanceOf(cashAccount)
    const one = await toPay(customer.id, naira(300))
    const other = await toPay(customer.id, naira(100))
    ;(await record({ agent_id: agent.id, payouts: [other.id] })).output()
    ;(await settle({ id: one.id, payment: 'counter' })).output()
    const [entry] = await database
      .select()
      .from(entries)
      .where(eq(entries.id, (await payoutOf(one.id))?.entryId ?? 0))
    await takeBack(entry?.reference ?? '')
    expect(await balanceOf(cashAccount)).toBe(cash)
    ;(await settle({ id: one.id, payment: 'cancel', comment: 'Saves on' })).output()
    expect(await balanceOf(mainWalletOf(customer.id))).toBe(naira(4900))
    await expectRightBooks()
  })

  it('is not taken back by hand', async () => {
    const { agent, customer } = await beat()
    const one = await toPay(customer.id, naira(300))
    ;(await record({ agent_id: agent.id, payouts: [one.id] })).output()
    const change = sql`update agent_payouts set state = 'to pay', agent_id = null, collection_id = null, entry_id = null,
      settled_by = null, settled_at = null where withdrawal_id = ${one.id}`
    expect(await databaseErrorOf(() => database.execute(change))).toMatchObject({ code: '23001' })
  })
})

describe('a sheet', () => {
  it('is refused as a whole for a withdrawal of another day, another agent, twice, unknown or paid', async () => {
    const { agent, customer, saving } = await beat()
    const other = await beat()
    const one = await toPay(customer.id, naira(100))
    const tomorrow = await toPay(customer.id, naira(200), addDays(today(), 1))
    const foreign = await toPay(other.customer.id, naira(300))
    const lines = [{ savings_id: saving.id, amount: naira(500) }]
    const sheet = (payouts: number[]) => record({ agent_id: agent.id, lines, payouts })
    const refusal = (reference: string, name: string, why: string) =>
      `Nothing was recorded. 1 line of 2 can’t be: ${name}, ${reference}: ${why}`
    const nameOf = async (id: number) => {
      const [row] = await database.select().from(customers).where(eq(customers.id, id))
      return `${row?.firstName} ${row?.lastName}`
    }
    const [name, foreigner] = [await nameOf(customer.id), await nameOf(other.customer.id)]
    expectRefused(
      await sheet([tomorrow.id]),
      refusal(tomorrow.reference, name, `the agent pays the withdrawal on ${showDate(addDays(today(), 1))}`),
    )
    expectRefused(
      await sheet([foreign.id]),
      refusal(foreign.reference, foreigner, 'another agent collects from this customer now'),
    )
    expectRefused(await sheet([one.id, one.id]), 'A withdrawal is on this sheet twice. Nothing was recorded.')
    expectRefused(
      await sheet([one.id, 999_999]),
      'A withdrawal of this sheet was not found. Nothing was recorded.',
    )
    expect(await held(agent.id)).toBe(0)
    ;(await sheet([one.id])).output()
    expectRefused(await sheet([one.id]), refusal(one.reference, name, 'the withdrawal is paid already'))
    expect(await held(agent.id)).toBe(naira(400))
    await expectRightBooks()
  })

  it('belongs to the customer’s agent of now', async () => {
    const { agent, customer } = await beat()
    const next = await server.makeAgent()
    const one = await toPay(customer.id, naira(100))
    await database.update(customers).set({ assignedAgentId: next.id }).where(eq(customers.id, customer.id))
    expect((await sheetOf(agent.id)).payouts).toEqual([])
    expect((await sheetOf(next.id)).payouts).toMatchObject([{ withdrawal_id: one.id }])
    ;(await record({ agent_id: next.id, payouts: [one.id] })).output()
    expect(await payoutOf(one.id)).toMatchObject({ agentId: next.id })
  })
})

describe('what the agent has not paid', () => {
  /** One of yesterday. */
  async function notPaid(amount: Kobo) {
    const made = await beat()
    const one = await toPay(made.customer.id, amount)
    server.clock.pass(24 * 60)
    return { ...made, one }
  }
  const waits = async (id: number) => (await listed({ waiting: 'payment' })).some((row) => row.id === id)

  it('is listed from the end of its day on, and gets a new day', async () => {
    const { agent, customer } = await beat()
    const one = await toPay(customer.id, naira(100))
    expect((await listed({ payment: 'to pay' })).some(({ id }) => id === one.id)).toBe(true)
    expect((await listed({ payment: 'not paid' })).some(({ id }) => id === one.id)).toBe(false)
    expect(await waits(one.id)).toBe(false)
    server.clock.pass(24 * 60)
    expect((await listed({ payment: 'not paid' })).some(({ id }) => id === one.id)).toBe(true)
    expect(await waits(one.id)).toBe(true)
    const reply = await settle({ id: one.id, payment: 'agent', pay_on: today() })
    expect(reply.message).toBe(
      `Withdrawal ${one.reference} is paid by ${agent.name} on ${showDate(today())}.`,
    )
    expect(await waits(one.id)).toBe(false)
    expect((await sheetOf(agent.id)).payouts).toMatchObject([{ withdrawal_id: one.id }])
    ;(await record({ agent_id: agent.id, payouts: [one.id] })).output()
    await expectRightBooks()
  })

  it('is paid at the counter', async () => {
    const { customer, one } = await notPaid(naira(700))
    const [cash, due] = [await balanceOf(cashAccount), await balanceOf(toPayAccount)]
    const reply = await settle({ id: one.id, payment: 'counter' })
    expect(reply.message).toBe(`Withdrawal ${one.reference} is paid: ₦700.00 at the counter.`)
    expect((await balanceOf(cashAccount)) - cash).toBe(naira(700))
    expect((await balanceOf(toPayAccount)) - due).toBe(negateKobo(naira(700)))
    expect(await payoutOf(one.id)).toMatchObject({ state: 'paid', agentId: null, settledBy: manager.id })
    expect(await lastMessage(customer.id)).toContain('Withdrawal of NGN 700.00 paid to you at the office.')
    expect((await listed({ search: one.reference }))[0]).toMatchObject({ paid_by: 'Counter' })
    const again = await settle({ id: one.id, payment: 'counter' })
    expectRefused(again, `Withdrawal ${one.reference} is paid already. Reload the list.`)
    await expectRightBooks()
  })

  it('is cancelled with a reason, and back in the main wallet', async () => {
    const { customer, one } = await notPaid(naira(700))
    const empty = await settle({ id: one.id, payment: 'cancel', comment: ' ' })
    expect(empty).toMatchObject({ status: '100', fields: ['A comment is required to cancel.'] })
    const reply = await settle({ id: one.id, payment: 'cancel', comment: 'Saves on' })
    expect(reply.message).toBe(
      `Withdrawal ${one.reference} is cancelled. ₦700.00 is in the main wallet again; its balance is ₦5,000.00.`,
    )
    expect(await balanceOf(mainWalletOf(customer.id))).toBe(naira(5000))
    expect(await payoutOf(one.id)).toMatchObject({ state: 'cancelled', reason: 'Saves on' })
    expect(await lastMessage(customer.id)).toContain('Balance: NGN 5,000.00')
    expect((await listed({ search: one.reference }))[0]).toMatchObject({
      status: 'approved',
      payment: 'cancelled',
      paid_by: null,
    })
    await expectRightBooks()
  })

  it('is not settled by its creator, nor on its day before a sheet of it is recorded', async () => {
    const { agent, customer, saving } = await beat()
    const one = await toPay(customer.id, naira(100))
    const early = `${agent.name} may be paying ${one.reference} today. Record the sheet of today first.`
    expect(await caseOf(one.id)).toMatchObject({ payment_against: early, sheet_recorded: false })
    expectRefused(await settle({ id: one.id, payment: 'counter' }), early)
    const own = `You created withdrawal ${one.reference} yourself. Another admin must say how it is paid.`
    expect(await caseOf(one.id, clerk)).toMatchObject({ payment_against: own })
    expectRefused(await settle({ id: one.id, payment: 'counter' }, clerk), own)
    ;(await record({ agent_id: agent.id, lines: [{ savings_id: saving.id, amount: naira(50) }] })).output()
    expect(await caseOf(one.id)).toMatchObject({ payment_against: null, sheet_recorded: true })
    ;(await settle({ id: one.id, payment: 'counter' })).output()
    const atCounter = await pending(customer.id, naira(10))
    expectRefused(
      await settle({ id: atCounter.id, payment: 'counter' }),
      `Withdrawal ${atCounter.reference} is not paid by an agent.`,
    )
    const unknown = await settle({ id: 999_999, payment: 'counter' })
    expectRefused(unknown, 'Withdrawal with ID 999999 not found')
  })

  it('is the agent’s until its day: only the day can be changed', async () => {
    const { agent, customer } = await beat()
    const day = addDays(today(), 3)
    const one = await toPay(customer.id, naira(100), day)
    const refusal = `${agent.name} pays ${one.reference} on ${showDate(day)}. Until then only the day can be changed.`
    expectRefused(await settle({ id: one.id, payment: 'counter' }), refusal)
    expectRefused(await settle({ id: one.id, payment: 'cancel', comment: 'Asked to' }), refusal)
    expect(await payoutOf(one.id)).toMatchObject({ state: 'to pay', payOn: day })
    ;(await settle({ id: one.id, payment: 'agent', pay_on: today() })).output()
    expect((await sheetOf(agent.id)).payouts).toMatchObject([{ withdrawal_id: one.id }])
    await expectRightBooks()
  })

  it('is paid once by a sheet and the counter at the same time', async () => {
    const { agent, one } = await notPaid(naira(900))
    const day = addDays(today(), -1)
    const [due, before] = [await balanceOf(toPayAccount), await held(agent.id)]
    const replies = await Promise.all([
      record({ agent_id: agent.id, day, payouts: [one.id] }),
      settle({ id: one.id, payment: 'counter' }),
      settle({ id: one.id, payment: 'cancel', comment: 'Asked to' }),
    ])
    expect(replies.filter(({ status }) => status === '200')).toHaveLength(1)
    expect((await balanceOf(toPayAccount)) - due).toBe(negateKobo(naira(900)))
    expect([0, negateKobo(naira(900))]).toContain((await held(agent.id)) - before)
    await expectRightBooks()
  })
})

it('the database settles a payment once, and only with entries that move its amount', async () => {
  const { customer } = await beat()
  const one = await toPay(customer.id, naira(100))
  const other = await toPay(customer.id, naira(100))
  const paid = await payoutOf(one.id)
  const settleBy = (entryId: number | null) =>
    database
      .update(agentPayouts)
      .set({ state: 'paid', entryId, settledBy: manager.id, settledAt: server.clock.now() })
      .where(eq(agentPayouts.id, paid?.id ?? 0))
  const [row] = await database.select().from(withdrawals).where(eq(withdrawals.id, other.id))
  expect((await databaseErrorOf(() => settleBy(null))).constraint).toBe('agent_payouts_settled')
  expect((await databaseErrorOf(() => settleBy(row?.entryId ?? 0))).constraint).toBe('agent_payout_posted')
  server.clock.pass(24 * 60)
  ;(await settle({ id: one.id, payment: 'counter' })).output()
  const change = () =>
    database
      .update(agentPayouts)
      .set({ payOn: '2026-12-24' })
      .where(eq(agentPayouts.id, paid?.id ?? 0))
  expect((await databaseErrorOf(change)).code).toBe('23001')
  expect((await databaseErrorOf(() => database.delete(agentPayouts))).code).toBe('23001')
})
