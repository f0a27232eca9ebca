import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { fieldCalls } from '#contract/field/calls'
import { calls } from '#contract/index'
import { kobo } from '#domain/money/kobo'
import { addDays, lagosDay } from '#domain/time/lagos'
import { monthOf } from '#domain/time/months'
import { verifyLedger } from '#server/ledger/verify'
import { makeBeats } from '../support/beats'
import { fieldClient } from '../support/fieldClient'
import { manyCalls, openServer } from '../support/harness'

const server = await openServer({ limits: { ...manyCalls, signInsOfAddress: 1_000_000 } })
const { ask, makeDevice } = fieldClient(server)
const { recordBatch, getCards, getDay, getMonth, getRemittances, getMe } = fieldCalls
const opened = new Date(server.clock.now().getTime() - 20 * 86_400_000)
const [mine, theirs] = await makeBeats(server.database, { agents: 2, wallets: 3 }, opened)
if (!mine || !theirs) throw new Error('No agents were made.')
const { token } = await makeDevice(mine.agentId)
const other = await makeDevice(theirs.agentId)
const today = lagosDay(server.clock.now())
const yesterday = addDays(today, -1)
const office = await server.enter(
  'can-record-collection',
  'can-record-remittance',
  'can-view-remittance',
  'can-view-customer-details',
  'can-view-day-close',
  'can-edit-target',
)
const line = (at: number, naira: number, day = today) => ({
  id: randomUUID(),
  savings_id: mine.wallets[at]?.id ?? 0,
  amount: `${naira}.00`,
  day,
  recorded_at: server.clock.now().toISOString(),
})
const customer_id = mine.wallets[0]?.customerId ?? 0

it('the card is that of the office, whoever recorded the deposits; none of another agent’s customer', async () => {
  const { results } = await ask(recordBatch, { lines: [line(0, 4000)] }, token)
  const deposit = { savings_id: mine.wallets[0]?.id ?? 0, amount: kobo(150_000), day: today }
  expect((await server.ask(calls.savings.recordDeposit, deposit, office)).status).toBe('200')
  const { cards } = await ask(getCards, { customer_id }, token)
  const reply = await server.ask(calls.savings.savingsCards, { customer_ids: [customer_id] }, office)
  const [printed] = reply.output().data
  expect(printed?.payments).toHaveLength(2)
  expect(cards).toHaveLength(1)
  expect(cards[0]).toMatchObject({
    reference: mine.wallets[0]?.reference,
    filled: 5,
    carried: 50_000,
    paid: 550_000,
    boxes: printed?.boxes,
    text: `5 of ${printed?.boxes}`,
    payments: [
      { amount: 400_000, reference: results[0]?.reference, text: '4 days, 1–4' },
      { amount: 150_000, text: '1 day, 5' },
    ],
  })
  expect(printed?.payments.map(({ reference }) => reference)).toEqual(
    cards[0]?.payments.map(({ reference }) => reference),
  )
  expect(results[0]?.message).toBe(`4 days, 4 of ${printed?.boxes}`)
  expect(await ask(getCards, { customer_id: theirs.wallets[0]?.customerId ?? 0 }, token)).toEqual({
    cards: [],
  })
})

it('the day has what was expected and collected, what came late, and what was handed in', async () => {
  await ask(recordBatch, { lines: [line(1, 1000), line(2, 700, yesterday)] }, token)
  const counted = await server.ask(
    calls.cash.recordRemittance,
    { agent_id: mine.agentId, counted: kobo(300_000), counted_again: kobo(300_000) } as never,
    office,
  )
  expect(counted.status, counted.text).toBe('200')
  const day = await ask(getDay, {}, token)
  // The deposit at the counter is not the agent's.
  expect(day).toMatchObject({
    booked: 500_000,
    collected: 500_000,
    late: 0,
    paid_out: 0,
    handed_in: 300_000,
    holds: 270_000,
  })
  const before = await ask(getDay, { day: yesterday }, token)
  expect(before).toMatchObject({ booked: 70_000, collected: 70_000, expected: 300_000 })
  const close = await server.ask(calls.closing.getDayClose, { day: today } as never, office)
  expect(close.status, close.text).toBe('200')
  const kept = JSON.stringify(close.json)
  expect(kept).toContain('"collected":"5000.00"')
  // As the office's: two of three customers have not paid ahead.
  const expected = /"expected":"(\d+)\.00"/.exec(kept)?.[1]
  expect(day.expected).toBe(Number(expected) * 100)
})

it('remittances are those of the office, with what they differ by; no other agent’s', async () => {
  const list = await ask(getRemittances, {}, token)
  expect(list).toMatchObject({
    handed_in: 300_000,
    holds: 270_000,
    remittances: [{ expected: 570_000, counted: 300_000, difference: -270_000, reversed: false }],
  })
  expect((await ask(getRemittances, {}, other.token)).remittances).toEqual([])
  expect((await ask(getRemittances, { month: '2020-01-01' }, token)).remittances).toEqual([])
})

it('the month has the days’ sums, the target, and adds up to what the agent brought', async () => {
  const target = { savings: kobo(900_000), repaid: kobo(0), customers: 3 }
  const month = monthOf(today)
  await server.ask(calls.agents.setAgentTarget, { agent_id: mine.agentId, month, ...target }, office)
  const of = await ask(getMonth, {}, token)
  expect(of).toMatchObject({
    savings: 570_000,
    repayments: 0,
    collected: 570_000,
    handed_in: 300_000,
    paid_out: 0,
    pay: null,
    targets: { savings: { reached: 570_000, target: 900_000 } },
    days: [{ day: today, collected: 570_000, handed_in: 300_000, paid_out: 0 }],
  })
  expect((await ask(getMe, {}, token)).savings).toEqual(of.targets.savings)
  expect(await ask(getMonth, {}, other.token)).toMatchObject({ collected: 0, days: [] })
  expect(await verifyLedger(server.database)).toMatchObject({ faults: [] })
})

it('the office has at its next look what a device sent: cash, card, day, target and activity', async () => {
  const reader = await server.enter('can-view-all')
  const targets = await server.ask(calls.agents.agentTarget, {}, reader)
  const row = targets.output().data.find(({ id }) => id === mine.agentId)
  expect(row).toMatchObject({ savings: 570_000, savings_target: 900_000 })
  const look = async () => {
    const cash = await server.ask(calls.cash.getCashTonight, {}, reader)
    const cards = await server.ask(calls.savings.savingsCards, { customer_ids: [customer_id] }, reader)
    const close = await server.ask(calls.closing.getDayClose, { day: today } as never, reader)
    const acts = await server.ask(calls.agents.agentHistory, { page: 1, search: 'Recorded a batch' }, reader)
    return {
      holds: cash.output().data.find(({ id }) => id === mine.agentId)?.holds,
      paid: cards.output().data[0]?.payments.length,
      collected: /"collected":"5\d+\.00"/.exec(JSON.stringify(close.json))?.[0],
      acts: acts.output().data.total,
    }
  }
  const before = await look()
  await ask(recordBatch, { lines: [line(0, 100)] }, token)
  expect(await look()).toEqual({
    holds: (before.holds ?? 0) + 10_000,
    paid: (before.paid ?? 0) + 1,
    collected: '"collected":"5100.00"',
    acts: before.acts + 1,
  })
})
