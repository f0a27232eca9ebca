import { eq, sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { calls } from '#contract/index'
import { startOfLagosDay } from '#domain/time/lagos'
import { agentStatementRows, agentStatements } from '#server/db/tables/agentPay'
import { reversals } from '#server/db/tables/reversals'
import { databaseError } from '#server/errors/refusals'
import { verifyLedger } from '#server/ledger/verify'
import { expectRefused } from '../support/guards'
import { naira, rate } from '../support/people'
import { sentences } from '../../sentences'
import { october, openPayDesk } from './payDesk'

const desk = await openPayDesk()
const {
  server,
  ask,
  maker,
  one,
  two,
  inOctober,
  agentAt,
  customerOf,
  make,
  lastOf,
  statementOf,
  first,
  second,
} = desk
const { getAgentPayTerms, getAgentStatementRows, getAgentStatements, setAgentPayTerms } = calls.agentPay

const statusesOf = (replies: readonly { status: unknown }[]) =>
  replies.map(({ status }) => String(status)).toSorted((a, b) => a.localeCompare(b))

/** Takes a movement back, by two admins. */
async function reverse(reference: string) {
  const wish = { reference, reason: 'Typed for another customer' }
  expect((await ask(calls.reversals.requestReversal, wish, maker)).status).toBe('200')
  const [{ id } = { id: 0 }] = await server.database
    .select({ id: reversals.id })
    .from(reversals)
    .orderBy(sql`id desc`)
    .limit(1)
  const reply = await ask(calls.reversals.reversalDecision, { id, status: 'accept' }, one)
  expect(reply.status, reply.text).toBe('200')
}

describe('a statement', () => {
  it('has what was recorded in its month, less what was reversed in it, and pays the rates of it', async () => {
    const a = await agentAt([25, 1, 2], { name: 'Sade Balogun' })
    const b = await agentAt([50, 0, 0])
    const other = await customerOf(a.id)
    // 4,000 before the month.
    await desk.daysAgo(60, () => a.collect(naira(4_000)))
    const late = await inOctober(async () => {
      await a.collect(naira(10_000))
      await other.collect(naira(5_000.5))
      await reverse((await a.collect(naira(2_000))).reference)
      // At the counter: collected by no agent.
      await a.deposit(naira(1_000))
      await a.charge(naira(500))
      await other.charge(naira(333.33))
      return a.collect(naira(700))
    })
    await desk.daysAgo(19, async () => {
      const boss = await server.enterAs({ role: 'SuperAdmin' })
      const moved = { customer_id: other.customer.id, agent_id: b.id }
      const reply = await ask(calls.customers.assignAgentToCustomer, moved, boss)
      expect(reply.status, reply.text).toBe('200')
      server.clock.pass(1)
      await other.charge(naira(100))
      server.clock.pass(-1)
    })
    // Its reversal counts in November.
    await reverse(late.reference)

    expect((await make(a.id)).message).toBe(
      '1 statement of Oct 2026, ₦365.34 in all. Each awaits its first approval.',
    )
    expect(await lastOf(a.id)).toMatchObject({
      reference: expect.stringMatching(/^AS-261118-\d{6}$/),
      month: october,
      commissions: naira(833.33),
      savings: naira(15_700.5),
      repayments: 0,
      commissionBasisPoints: 2500,
      // A quarter of ₦833.33 is ₦208.3325, a hundredth of ₦15,700.50 is ₦157.005.
      commissionPay: naira(208.33),
      savingsPay: naira(157.01),
      repaymentPay: 0,
      total: naira(365.34),
      state: 0,
      requestedBy: maker.id,
    })
    const rows = await ask(getAgentStatementRows, { page: 1, statement_id: (await lastOf(a.id)).id }, one)
    expect(
      rows
        .output()
        .data.data.map(({ user_id, commissions, savings, repayments }) => [
          user_id,
          commissions,
          savings,
          repayments,
        ])
        .toSorted(([x = 0], [y = 0]) => x - y),
    ).toEqual([
      [a.customer.id, naira(500), naira(10_700), 0],
      [other.customer.id, naira(333.33), naira(5_000.5), 0],
    ])
    // What the customer earned after the reassignment is the other agent's.
    await make(b.id)
    expect(await lastOf(b.id)).toMatchObject({ commissions: naira(100), savings: 0, total: naira(50) })
    expect((await verifyLedger(server.database)).faults).toEqual([])
  })

  it('below zero, where more was reversed than came, is owed by the agent', async () => {
    const agent = await agentAt([0, 10, 0])
    const made = await desk.daysAgo(60, () => agent.collect(naira(900)))
    await inOctober(() => reverse(made.reference))
    await make(agent.id)
    expect(await lastOf(agent.id)).toMatchObject({ savings: naira(-900), total: naira(-90) })
  })

  it('is not made of a month that has not ended, before five minutes after midnight', async () => {
    const fresh = await openPayDesk()
    const agent = await fresh.agentAt([0, 10, 0])
    await agent.collect(naira(1_000))
    const november = '2026-11-01'
    expectRefused(await fresh.make(agent.id, november), 'Nov 2026 has not ended yet.')
    const { clock } = fresh.server
    clock.pass((startOfLagosDay('2026-12-01').getTime() - clock.now().getTime()) / 60_000 + 4)
    expectRefused(await fresh.make(agent.id, november), 'Nov 2026 has not ended yet.')
    clock.pass(2)
    expect((await fresh.make(agent.id, november)).status).toBe('200')
  })

  it('is made once for an agent and month, also where two admins make it at once', async () => {
    const agent = await agentAt([0, 10, 0])
    await inOctober(() => agent.collect(naira(1_000)))
    const both = await Promise.all([make(agent.id), make(agent.id)])
    expect(statusesOf(both)).toEqual(['200', '400'])
    const again = 'This agent gets nothing for Oct 2026, or has its statement already.'
    expectRefused(await make(agent.id), again)
    expect(await server.database.$count(agentStatements, eq(agentStatements.agentId, agent.id))).toBe(1)
    expectRefused(await make(999_999), 'Agent with ID 999999 not found')
  })

  it('is made of all agents who get something and have none', async () => {
    const fresh = await openPayDesk()
    await fresh.setRates(null, [0, 1, 0])
    const [a, b, without] = [
      await fresh.agentAt([0, 10, 0]),
      await fresh.agentAt([0, 10, 0]),
      await fresh.agentAt([50, 0, 0]),
    ]
    const general = await fresh.server.makeAgent()
    const ofGeneral = await fresh.customerOf(general.id)
    await fresh.inOctober(async () => {
      for (const one of [a, b, without]) await one.collect(naira(1_000))
      await ofGeneral.collect(naira(1_000))
    })
    await fresh.make(a.id)
    const both = await Promise.all([fresh.make(undefined), fresh.make(undefined)])
    expect(statusesOf(both)).toEqual(['200', '400'])
    expect(both.find(({ status }) => status === '200')?.output().data).toEqual({ made: 2, total: naira(110) })
    expect(await fresh.server.database.$count(agentStatements)).toBe(3)
    expectRefused(await fresh.make(undefined), 'No agent without a statement gets anything for Oct 2026.')
    // A rejected one is made again for its agent alone.
    const { id } = await fresh.lastOf(b.id)
    await fresh.first(id, fresh.one, 'reject', 'Not believable')
    expectRefused(await fresh.make(undefined), 'No agent without a statement gets anything for Oct 2026.')
    expect((await fresh.make(b.id)).status).toBe('200')
    expect((await verifyLedger(fresh.server.database)).faults).toEqual([])
  })

  it('needs two approvals in their order, of admins who did not make it', async () => {
    const { id, reference } = await statementOf(naira(500))
    const named = `Statement ${reference}`
    expectRefused(
      await first(id, maker),
      `You made statement ${reference} yourself. Another admin must decide on it.`,
    )
    expectRefused(await second(id, two), `${named} awaits its first decision. Reload the list.`)
    expect((await first(id, one)).message).toBe(
      `${named} (₦500.00) has its first approval. It awaits the second.`,
    )
    expectRefused(
      await second(id, one),
      `You made the first decision on statement ${reference}. Another admin must make the second.`,
    )
    expect((await second(id, two)).message).toBe(`${named} (₦500.00) approved. It can be paid.`)
    expectRefused(await second(id, two), `${named} is approved already. Reload the list.`)
  })

  it('is rejected with a comment', async () => {
    const { id, reference } = await statementOf(naira(500))
    expect(await first(id, one, 'reject')).toMatchObject({
      status: '100',
      fields: [sentences.commentRequired],
    })
    expect((await first(id, one, 'reject', 'Disputed')).message).toBe(
      `Statement ${reference} (₦500.00) was rejected. Nothing is paid.`,
    )
  })

  it('is listed for who decides on it', async () => {
    const { reference, agent } = await statementOf(naira(800), { name: 'Halima Danladi' })
    const listed = async (by: { id: number }, more: object) =>
      (await ask(getAgentStatements, { page: 1, ...more }, by)).output().data.data.map((row) => row.reference)
    expect(await listed(one, { waiting: 'mine' })).toContain(reference)
    expect(await listed(maker, { waiting: 'mine' })).not.toContain(reference)
    expect(await listed(one, { search: 'halima' })).toEqual([reference])
    const counts = (await ask(calls.dashboard.getWaitingDecisions, {}, one)).output().data
    expect(counts.statements_first).toBeGreaterThan(0)
    expect(agent.id).toBeGreaterThan(0)
  })
})

describe('the rates', () => {
  const rates = { commission_rate: rate(10), savings_rate: rate(0.5), repayment_rate: rate(1) }
  const none = { commission_rate: null, savings_rate: null, repayment_rate: null }
  const set = (body: object) =>
    ask(setAgentPayTerms, { from_month: '2026-11-01', agent_id: null, ...rates, ...body } as never, maker)

  it('are set for all agents and for one, from this month or a later one', async () => {
    const agent = await server.makeAgent({ name: 'Zubairu Nwosu' })
    expect((await set({})).message).toBe('The rates of all agents count from Nov 2026.')
    expect((await set({ agent_id: agent.id, from_month: '2026-12-01' })).message).toBe(
      'The rates of Zubairu Nwosu count from Dec 2026.',
    )
    expect((await set({ agent_id: agent.id, from_month: '2027-01-01', ...none })).message).toBe(
      'Zubairu Nwosu has the rates of all agents from Jan 2027.',
    )
    const listed = (await ask(getAgentPayTerms, {}, maker)).output().data
    expect(listed.filter((row) => row.agent === 'Zubairu Nwosu')).toMatchObject([
      { from_month: '2027-01-01', agent_id: agent.id, ...none, admin: maker.name },
      { from_month: '2026-12-01', agent_id: agent.id, ...rates },
    ])
    expect(listed).toContainEqual(
      expect.objectContaining({ from_month: '2026-11-01', agent: 'All agents', agent_id: null, ...rates }),
    )
  })

  it.each([
    [
      { from_month: '2026-10-01' },
      'Rates count from this month or a later one: what agents brought before keeps its own.',
    ],
    [{ from_month: '2026-11-02' }, 'A month is given by its first day.'],
    [{ commission_rate: 12_000 }, 'A rate may be at most 100 percent.'],
    [{ savings_rate: null }, 'Enter all three rates. A rate of 0 pays nothing.'],
    [none, 'Enter all three rates. A rate of 0 pays nothing.'],
  ])('are not set with %o', async (body, message) => {
    expect(await set(body)).toMatchObject({ status: '100', fields: [message] })
  })

  it('are not set for a deleted agent', async () => {
    const { id } = await server.makeAgent({ status: 'DELETED' })
    expectRefused(await set({ agent_id: id }), `Agent with ID ${id} not found`)
  })
})

it('the database refuses other rows, skipped decisions and deletions', async () => {
  const { id } = await statementOf(naira(500))
  const codeOf = (change: ReturnType<typeof sql>) =>
    server.database.execute(change).then(
      () => 'done',
      (error: unknown) => databaseError(error)?.code,
    )
  for (const change of [
    sql`update agent_statements set total = total + 1, savings_pay = savings_pay + 1 where id = ${id}`,
    sql`update agent_statements set state = 2 where id = ${id}`,
    sql`delete from agent_statements where id = ${id}`,
    sql`update agent_statement_rows set savings = 1 where statement_id = ${id}`,
    sql`delete from agent_statement_rows where statement_id = ${id}`,
    sql`update agent_pay_terms set savings_basis_points = 1`,
  ])
    expect(await codeOf(change)).toBe('23001')
  expect(await server.database.$count(agentStatementRows, eq(agentStatementRows.statementId, id))).toBe(1)
})
