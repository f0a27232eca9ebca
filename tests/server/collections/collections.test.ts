import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import type { BodyOf } from '#contract/call'
import { calls } from '#contract/index'
import type { Kobo } from '#contract/values'
import { negateKobo } from '#domain/money/kobo'
import { remittances } from '#server/db/tables/cash'
import { collectionLines, collections } from '#server/db/tables/collections'
import { entries } from '#server/db/tables/ledger'
import { marketDays, savings, savingsHistory } from '#server/db/tables/money'
import { agents, customers, idempotencyKeys } from '#server/db/tables/schema'
import { agentCashOf, cashAccount } from '#server/ledger/accounts'
import { verifyLedger } from '#server/ledger/verify'
import { expectRefused } from '../support/guards'
import { openServer } from '../support/harness'
import { moneyOf } from '../support/money'
import { naira } from '../support/people'
import { sheetAfterOthers } from '../support/sheets'

const server = await openServer()
const { database } = server
const money = moneyOf(server)
const me = await server.enter('can-record-collection', 'can-view-collection', 'can-view-remittance')
const {
  getCollectable,
  getCollection,
  getCollectionSheet,
  getCollections,
  getCollectors,
  recordCollection,
  recordSheet,
} = calls.collections
/** The server's clock stands at a Wednesday. */
const today = '2026-11-18'
const balanceOf = async (account: string) => (await money.accountOf(account)).balance

/** An agent with a saver, and as many savings wallets of theirs as asked for. */
async function beat(wallets = 1) {
  const agent = await server.makeAgent()
  const customer = await server.makeCustomer(agent.id)
  const all = []
  for (let at = 0; at < wallets; at++) all.push(await money.makeSaving(customer))
  return { agent, customer, savings: all, first: all[0] as (typeof all)[number] }
}
type Body = BodyOf<typeof recordCollection>
const record = async (agent_id: number, lines: Body['lines'], more: Partial<Body> = {}) =>
  server.ask(recordSheet, await sheetAfterOthers(database, { agent_id, day: today, lines, ...more }), me)
const sheetOf = async (agent_id: number, day = today) =>
  (await server.ask(getCollectionSheet, { agent_id, day }, me)).output().data.lines

describe('a recorded sheet', () => {
  it('posts one deposit per amount against the agent, each with its own reference, under one receipt', async () => {
    const { agent, savings: wallets } = await beat(3)
    const [a, b, c] = wallets.map(({ id }) => id) as [number, number, number]
    const cash = await balanceOf(cashAccount)
    const reply = await record(agent.id, [
      { savings_id: a, amount: naira(500) },
      { savings_id: b, amount: 0 as Kobo, reason: 'travelled' },
      { savings_id: c, amount: naira(37.5) },
    ])
    const { data } = reply.output()
    expect(data.reference).toMatch(/^CS-261118-\d{6}$/)
    expect(reply.message).toBe(
      `Receipt ${data.reference}: 2 lines of ${agent.name}, ₦537.50. No cash was counted: it stays with the agent.`,
    )
    expect(data).toMatchObject({
      agent: agent.name,
      day: today,
      lines: 3,
      collected_lines: 2,
      total: naira(537.5),
      counted: null,
      expected: null,
      remittance: null,
    })
    expect(data.rows.map(({ amount, reason }) => [amount, reason])).toEqual([
      [naira(500), null],
      [0, 'travelled'],
      [naira(37.5), null],
    ])
    const references = data.rows.flatMap(({ reference }) => reference ?? [])
    expect(new Set(references).size).toBe(2)
    for (const reference of references) expect(reference).toMatch(/^SD-261118-\d{6}$/)
    expect(await balanceOf(agentCashOf(agent.id))).toBe(negateKobo(naira(537.5)))
    expect(await balanceOf(cashAccount)).toBe(cash)
    expect(await balanceOf(wallets[1]?.reference ?? '')).toBe(0)
    const history = await database.select().from(savingsHistory).where(eq(savingsHistory.savingsId, c))
    expect(history).toMatchObject([
      { kind: 'deposit', amount: naira(37.5), agentId: agent.id, adminId: me.id, reference: references[1] },
    ])
    const stored = (await server.ask(getCollection, { collection_id: data.id }, me)).output().data
    expect(stored).toEqual(data)
  })

  it('hands the counted cash in at once; what is missing stays with the agent', async () => {
    const { agent, first } = await beat()
    await record(agent.id, [{ savings_id: first.id, amount: naira(1000) }])
    const reply = await record(agent.id, [{ savings_id: first.id, amount: naira(2000) }], {
      counted: naira(2500),
    })
    const { data, message } = { ...reply.output(), message: reply.message }
    expect(data).toMatchObject({ total: naira(2000), expected: naira(3000), counted: naira(2500) })
    expect(message).toBe(
      `Receipt ${data.reference}: 1 line of ${agent.name}, ₦2,000.00. ₦2,500.00 counted. Expected was ₦3,000.00. ₦500.00 stays with the agent.`,
    )
    expect(await balanceOf(agentCashOf(agent.id))).toBe(negateKobo(naira(500)))
    const [remittance] = await database.select().from(remittances).where(eq(remittances.agentId, agent.id))
    expect(remittance).toMatchObject({
      reference: data.remittance,
      expected: naira(3000),
      counted: naira(2500),
    })
  })

  it('of which nothing was collected moves nothing, and keeps the reasons', async () => {
    const { agent, savings: wallets } = await beat(2)
    const before = await database.$count(entries)
    const reply = await record(
      agent.id,
      wallets.map(({ id }) => ({ savings_id: id, amount: 0 as Kobo })),
    )
    expect(reply.output().data.rows.map(({ reason }) => reason)).toEqual(['not seen', 'not seen'])
    expect(reply.message).toBe(`Receipt ${reply.output().data.reference}: 0 lines of ${agent.name}, ₦0.00.`)
    expect(await database.$count(entries)).toBe(before)
    expect(await balanceOf(agentCashOf(agent.id))).toBe(0)
  })

  it('of which nothing was collected hands in what the agent still holds', async () => {
    const { agent, first } = await beat()
    await record(agent.id, [{ savings_id: first.id, amount: naira(1000) }])
    const nothing = [{ savings_id: first.id, amount: 0 as Kobo }]
    const reply = await record(agent.id, nothing, { counted: naira(1000) })
    const { data } = reply.output()
    expect(data).toMatchObject({ total: 0, collected_lines: 0, expected: naira(1000), counted: naira(1000) })
    expect(reply.message).toBe(
      `Receipt ${data.reference}: 0 lines of ${agent.name}, ₦0.00. ₦1,000.00 counted. It is what was expected.`,
    )
    expect(await balanceOf(agentCashOf(agent.id))).toBe(0)
  })

  it('is recorded whole or not at all: a refusal names the lines', async () => {
    const { agent, customer, savings: wallets } = await beat(3)
    const [a, b, c] = wallets as [(typeof wallets)[0], (typeof wallets)[0], (typeof wallets)[0]]
    await database.update(savings).set({ status: 'closed' }).where(eq(savings.id, b.id))
    const lines = [a, b, c].map(({ id }) => ({ savings_id: id, amount: naira(100) }))
    const name = `${customer.firstName} ${customer.lastName}`
    expectRefused(
      await record(agent.id, lines),
      `Nothing was recorded. 1 line of 3 can’t be: ${name}, ${b.reference}: the savings wallet is closed`,
    )
    const other = await server.makeAgent()
    await database.update(customers).set({ assignedAgentId: other.id }).where(eq(customers.id, customer.id))
    const moved = await record(agent.id, [{ savings_id: a.id, amount: naira(100) }])
    expectRefused(
      moved,
      `Nothing was recorded. 1 line of 1 can’t be: ${name}, ${a.reference}: another agent collects from this customer now`,
    )
    expectRefused(
      await record(other.id, [{ savings_id: 999_999, amount: naira(1) }]),
      'Nothing was recorded. 1 line of 1 can’t be: savings wallet 999999 was not found',
    )
    for (const { reference } of wallets) expect(await balanceOf(reference)).toBe(0)
    expect(await database.$count(collections, eq(collections.agentId, agent.id))).toBe(0)
  })

  it('that has many faulty lines is refused with the first five of them', async () => {
    const { agent, first } = await beat()
    const unknown = Array.from({ length: 7 }, (_, at) => 999_990 + at)
    const lines = [first.id, ...unknown].map((savings_id) => ({ savings_id, amount: naira(100) }))
    const named = (ids: readonly number[]) => ids.map((id) => `savings wallet ${id} was not found`).join('; ')
    expectRefused(
      await record(agent.id, lines),
      `Nothing was recorded. 7 lines of 8 can’t be: ${named(unknown.slice(0, 5))}; and 2 more`,
    )
    expectRefused(
      await record(agent.id, lines.slice(0, 6)),
      `Nothing was recorded. 5 lines of 6 can’t be: ${named(unknown.slice(0, 5))}`,
    )
    expect(await balanceOf(first.reference)).toBe(0)
  })

  it('is refused with a wallet twice, without lines, for an agent who may not collect and for other days', async () => {
    const { agent, first } = await beat()
    const line = { savings_id: first.id, amount: naira(1) }
    expectRefused(
      await record(agent.id, [line, line]),
      'A savings wallet is on this sheet twice. Nothing was recorded.',
    )
    expect(await record(agent.id, [])).toMatchObject({ status: '100', fields: ['The sheet has no lines.'] })
    expectRefused(
      await record(agent.id, [line], { day: '2026-11-19' }),
      'Nothing can be recorded for a day to come.',
    )
    expectRefused(
      await record(agent.id, [line], { day: '2026-11-10' }),
      'That day is closed: what was collected on a day can be recorded until 7 days after it. For an older day, send the agent’s collection sheet for approval.',
    )
    await database.update(agents).set({ status: 'SUSPENDED' }).where(eq(agents.id, agent.id))
    expectRefused(await record(agent.id, [line]), `${agent.name} is suspended and can’t collect.`)
    await database.update(agents).set({ status: 'DELETED' }).where(eq(agents.id, agent.id))
    for (const id of [agent.id, 999_999])
      expectRefused(await record(id, [line]), `Agent with ID ${id} not found`)
    expect(await balanceOf(first.reference)).toBe(0)
  })

  it('takes effect once for one key, also after the stored reply is gone', async () => {
    const { agent, first } = await beat()
    const lines = [{ savings_id: first.id, amount: naira(10) }]
    const body = { agent_id: agent.id, day: today, lines }
    const keyed = { ...me, key: randomUUID() }
    const once = await server.ask(recordCollection, body, keyed)
    const again = await server.ask(recordCollection, body, keyed)
    expect(again.output().data).toEqual(once.output().data)
    await database.delete(idempotencyKeys).where(eq(idempotencyKeys.key, keyed.key))
    const { reference } = once.output().data
    expect((await server.ask(recordCollection, body, keyed)).message).toContain(`receipt ${reference}`)
    expect(await balanceOf(first.reference)).toBe(naira(10))
    expect(await database.$count(collections, eq(collections.agentId, agent.id))).toBe(1)
  })
})

describe('the sheet of a day', () => {
  it('has the savings that are due, by customer, with what was collected on the day', async () => {
    const { agent, first, customer } = await beat(2)
    await record(agent.id, [{ savings_id: first.id, amount: naira(70) }])
    const lines = await sheetOf(agent.id)
    expect(lines.map(({ savings_id, collected }) => [savings_id, collected])).toEqual([
      [first.id, naira(70)],
      [expect.any(Number), 0],
    ])
    expect(lines[0]).toMatchObject({
      user_id: customer.id,
      customer: `${customer.firstName} ${customer.lastName}`,
      expected: naira(100),
      collected_at: expect.stringMatching(/^2026-11-18T/),
    })
  })

  it('counts a sheet by its day, and a deposit at the counter by its time', async () => {
    const { agent, first } = await beat()
    await database
      .update(savings)
      .set({ createdAt: new Date('2026-11-01') })
      .where(eq(savings.id, first.id))
    await record(agent.id, [{ savings_id: first.id, amount: naira(5) }], { day: '2026-11-16' })
    await server.ask(calls.savings.depositSaving, { savings_id: first.id, amount: naira(9) }, me)
    expect((await sheetOf(agent.id, '2026-11-16'))[0]?.collected).toBe(naira(5))
    expect((await sheetOf(agent.id, '2026-11-17'))[0]?.collected).toBe(0)
    expect((await sheetOf(agent.id))[0]?.collected).toBe(naira(9))
  })

  it('leaves out what is not due, closed wallets, and inactive and other agents’ customers', async () => {
    const { agent, customer, savings: wallets } = await beat(3)
    const [market, closed, weekly] = wallets as [
      (typeof wallets)[0],
      (typeof wallets)[0],
      (typeof wallets)[0],
    ]
    const [friday] = await database
      .insert(marketDays)
      .values({ name: `Friday ${agent.id}`, period: 5, state: 'Kano', lga: 'Dala', status: 'active' })
      .returning()
    const opened = { createdAt: new Date('2026-11-02') }
    await database
      .update(savings)
      .set({ marketId: friday?.id ?? null, ...opened })
      .where(eq(savings.id, market.id))
    await database.update(savings).set({ status: 'closed' }).where(eq(savings.id, closed.id))
    await database
      .update(savings)
      .set({ depositType: 'weekly', ...opened })
      .where(eq(savings.id, weekly.id))
    expect(await sheetOf(agent.id)).toEqual([])
    expect((await sheetOf(agent.id, '2026-11-20')).map(({ savings_id }) => savings_id)).toEqual([market.id])
    expect((await sheetOf(agent.id, '2026-11-16')).map(({ savings_id }) => savings_id)).toEqual([weekly.id])
    await database.update(customers).set({ isActive: false }).where(eq(customers.id, customer.id))
    expect(await sheetOf(agent.id, '2026-11-20')).toEqual([])
  })

  it('can be extended by a search among the agent’s customers', async () => {
    const { agent, savings: wallets } = await beat(1)
    const stranger = await beat()
    const find = async (search: string) =>
      (await server.ask(getCollectable, { agent_id: agent.id, day: today, search }, me))
        .output()
        .data.map(({ savings_id }) => savings_id)
    expect(await find(wallets[0]?.reference ?? '')).toEqual([wallets[0]?.id])
    expect(await find(stranger.first.reference)).toEqual([])
  })

  it('is offered for active agents only', async () => {
    const gone = await server.makeAgent({ status: 'DELETED' })
    const idle = await server.makeAgent({ status: 'SUSPENDED' })
    const ids = (await server.ask(getCollectors, {}, me)).output().data.map(({ id }) => id)
    expect(ids).not.toContain(gone.id)
    expect(ids).not.toContain(idle.id)
    expectRefused(
      await server.ask(getCollectionSheet, { agent_id: 999_999, day: today }, me),
      'Agent with ID 999999 not found',
    )
  })
})

it('lists sheets, newest first, and finds them by receipt and agent', async () => {
  const { agent, first } = await beat()
  const { reference } = (await record(agent.id, [{ savings_id: first.id, amount: naira(3) }])).output().data
  const find = async (search?: string) =>
    (await server.ask(getCollections, { page: 1, ...(search && { search }) }, me))
      .output()
      .data.data.map((one) => one.reference)
  expect((await find())[0]).toBe(reference)
  expect(await find(reference)).toEqual([reference])
  expect(await find('no such agent')).toEqual([])
})

it('keeps sheets and lines as they were recorded', async () => {
  const { agent, first } = await beat()
  const { id } = (await record(agent.id, [{ savings_id: first.id, amount: naira(3) }])).output().data
  await expect(database.update(collections).set({ total: naira(1) })).rejects.toThrow()
  await expect(database.delete(collectionLines)).rejects.toThrow()
  const lines = await database.select().from(collectionLines).where(eq(collectionLines.collectionId, id))
  expect(lines).toMatchObject([{ savingsId: first.id, amount: naira(3) }])
  expect((await verifyLedger(database)).faults).toEqual([])
})
