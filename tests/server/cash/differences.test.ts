import { eq, sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { calls } from '#contract/index'
import { kobo } from '#domain/money/kobo'
import { cashDifferences } from '#server/db/tables/cash'
import { entries } from '#server/db/tables/ledger'
import { databaseError } from '#server/errors/refusals'
import { verifyLedger } from '#server/ledger/verify'
import { expectRefused } from '../support/guards'
import { naira } from '../support/people'
import { openCashDesk } from './cashDesk'
import { sentences } from '../../sentences'

const desk = await openCashDesk()
const { server, asker, one, two, agentWith, record, request, ask, first, second, stateOf, heldBy, balance } =
  desk
const { getCashDifferences, getCashDifferenceCase } = calls.cash
const caseOf = async (id: number, by: { token: string }) =>
  (await server.ask(getCashDifferenceCase, { id }, by)).output().data[0]

describe('a cash difference', () => {
  it('of missing cash is written off after two approvals', async () => {
    const agent = await agentWith(naira(2000), { name: 'Sade Balogun' })
    await record(agent.id, naira(1500))
    const short = await balance('OVER-SHORT')
    const asked = await ask(agent.id, { reason: '  A bag was stolen ' })
    expect(asked.message).toBe(
      `Difference ${asked.reference} of missing cash, ₦500.00, was requested. It awaits its first approval.`,
    )
    expect(asked).toMatchObject({
      reference: expect.stringMatching(/^DF-261118-\d{6}$/),
      amount: naira(500),
      reason: 'A bag was stolen',
      state: 0,
      requestedBy: asker.id,
    })
    expect((await first(asked.id, one, 'accept', ' Report seen ')).message).toBe(
      `Difference ${asked.reference} (₦500.00) has its first approval. It awaits the second.`,
    )
    expect(await heldBy(agent.id)).toBe(naira(500))
    expect((await second(asked.id, two)).message).toBe(
      `Difference ${asked.reference} approved: ₦500.00 written off. The agent now holds ₦0.00.`,
    )
    expect(await heldBy(agent.id)).toBe(0)
    expect(await balance('OVER-SHORT')).toBe(short - naira(500))
    const done = await stateOf(asked.reference)
    const [entry] = await server.database
      .select()
      .from(entries)
      .where(eq(entries.id, done.entryId ?? 0))
    expect(entry).toMatchObject({
      kind: 'Cash difference',
      agentId: agent.id,
      adminId: two.id,
      reason: asked.reference,
    })
    const reply = await server.ask(getCashDifferences, { page: 1, search: asked.reference }, asker)
    expect(reply.output().data.data).toEqual([
      {
        id: asked.id,
        created_at: '2026-11-18T10:00:00.000Z',
        reference: asked.reference,
        agent_id: agent.id,
        agent: 'Sade Balogun',
        till_session: null,
        type: 'missing',
        amount: naira(500),
        reason: 'A bag was stolen',
        state: 2,
        status: 'Approved',
        requested_by_id: asker.id,
        requested_by_name: asker.name,
        first_decision_id: one.id,
        first_decision_name: one.name,
        first_decision_at: '2026-11-18T10:00:00.000Z',
        first_comment: 'Report seen',
        second_decision_name: two.name,
        second_decision_at: '2026-11-18T10:00:00.000Z',
        second_comment: null,
        reversed_by: null,
        entry: entry?.reference,
      },
    ])
  })

  it('of too much cash is kept as a surplus', async () => {
    const agent = await agentWith(naira(100))
    await record(agent.id, naira(140))
    const over = await balance('OVER-SHORT')
    const asked = await ask(agent.id, { type: 'surplus', amount: naira(40) })
    expect(asked.amount).toBe(naira(-40))
    await first(asked.id, one)
    expect((await second(asked.id, two)).message).toContain(
      '₦40.00 kept as a surplus. The agent now holds ₦0.00.',
    )
    expect(await heldBy(agent.id)).toBe(0)
    expect(await balance('OVER-SHORT')).toBe(over + naira(40))
  })

  it('may not exceed what the account shows, at its request and at its second approval', async () => {
    const agent = await agentWith(naira(300))
    expectRefused(
      await request(agent.id, { amount: naira(300.01) }),
      'This agent holds ₦300.00. A difference of missing cash may not exceed it.',
    )
    expectRefused(
      await request(agent.id, { type: 'surplus', amount: naira(1) }),
      'This agent handed in ₦0.00 too much. A difference of too much cash may not exceed it.',
    )
    const asked = await ask(agent.id, { amount: naira(300) })
    await first(asked.id, one)
    await record(agent.id, naira(120))
    expect(await caseOf(asked.id, two)).toMatchObject({ holds: naira(180), is_short: true })
    expectRefused(
      await second(asked.id, two),
      'This agent holds ₦180.00. A difference of missing cash may not exceed it.',
    )
    expect(await stateOf(asked.reference)).toMatchObject({ state: 1, secondDecidedBy: null })
    await agent.collect(naira(120))
    expect(await caseOf(asked.id, two)).toMatchObject({ holds: naira(300), is_short: false })
    expect((await second(asked.id, two)).status).toBe('200')
    expect(await heldBy(agent.id)).toBe(0)
  })

  it('is one at a time for an agent, until it is decided', async () => {
    const agent = await agentWith(naira(1000))
    const both = await Promise.all([request(agent.id), request(agent.id)])
    expect(both.map(({ status }) => status).filter((status) => status === '200')).toHaveLength(1)
    expectRefused(await request(agent.id), 'This agent has a difference that is not decided yet.')
    const reference = both.find(({ status }) => status === '200')?.output().data.reference ?? ''
    const { id } = await stateOf(reference)
    await first(id, one)
    expectRefused(await request(agent.id), 'This agent has a difference that is not decided yet.')
    const listed = await server.ask(calls.cash.getAgentCash, { agent_id: agent.id }, asker)
    expect(listed.output().data[0]?.open_difference).toBe(reference)
    await second(id, two, 'reject', 'Not believable')
    expect((await request(agent.id)).status).toBe('200')
  })

  it.each([1, 2])('is rejected at decision %i, with a comment, and posts nothing', async (step) => {
    const agent = await agentWith(naira(800))
    const asked = await ask(agent.id)
    if (step === 2) await first(asked.id, one)
    const decide = (comment?: string) =>
      step === 1 ? first(asked.id, two, 'reject', comment) : second(asked.id, two, 'reject', comment)
    const missing = { status: '100', fields: [sentences.commentRequired] }
    expect(await decide()).toMatchObject(missing)
    expect(await decide('  ')).toMatchObject(missing)
    expect((await decide('No report')).message).toBe(`Difference ${asked.reference} (₦500.00) was rejected.`)
    const done = await stateOf(asked.reference)
    expect(done).toMatchObject({ state: 3, entryId: null })
    expect(step === 1 ? done.firstComment : done.secondComment).toBe('No report')
    expect(await heldBy(agent.id)).toBe(naira(800))
    for (const decision of [first, second])
      expectRefused(
        await decision(asked.id, two),
        `Difference ${asked.reference} is rejected already. Reload the list.`,
      )
  })

  it('requires its decisions in order, each once', async () => {
    const agent = await agentWith(naira(800))
    const asked = await ask(agent.id)
    const named = `Difference ${asked.reference}`
    expectRefused(await second(asked.id, two), `${named} awaits its first decision. Reload the list.`)
    await first(asked.id, one)
    expectRefused(await first(asked.id, two), `${named} awaits its second decision. Reload the list.`)
    await second(asked.id, two)
    for (const decision of [first, second])
      expectRefused(await decision(asked.id, one), `${named} is approved already. Reload the list.`)
    expectRefused(await first(999_999, one), 'Difference with ID 999999 not found')
  })

  it('needs three admins: the requester and two others', async () => {
    const agent = await agentWith(naira(800))
    const asked = await ask(agent.id)
    const own = `You requested difference ${asked.reference} yourself. Another admin must decide on it.`
    expect(await caseOf(asked.id, asker)).toMatchObject({ against: own })
    expectRefused(await first(asked.id, asker), own)
    await first(asked.id, one)
    expectRefused(await second(asked.id, asker), own)
    const twice = `You made the first decision on difference ${asked.reference}. Another admin must make the second.`
    expect(await caseOf(asked.id, one)).toMatchObject({ against: twice })
    expectRefused(await second(asked.id, one), twice)
    expectRefused(await second(asked.id, one, 'reject', 'x'), twice)
    expect(await caseOf(asked.id, two)).toMatchObject({ against: null })
    expect((await second(asked.id, two)).status).toBe('200')
    expect(await caseOf(asked.id, one)).toMatchObject({ state: 2, against: null })
  })

  it.each([
    [{ amount: kobo(0) }, sentences.validAmount],
    [{ amount: kobo(10_000_000_001) }, 'One difference may be at most ₦100,000,000.00.'],
    [{ reason: '  ' }, sentences.reasonRequired],
    [{ type: 'gift' as 'missing' }, 'Please select missing or surplus.'],
  ])('is not requested with %o', async (wish, message) => {
    const agent = await agentWith(naira(800))
    const before = await server.database.$count(cashDifferences)
    expect(await request(agent.id, wish)).toMatchObject({ status: '100', fields: [message] })
    expect(await server.database.$count(cashDifferences)).toBe(before)
  })

  it('is not requested for a deleted agent', async () => {
    const { id } = await server.makeAgent({ status: 'DELETED' })
    expectRefused(await request(id), `Agent with ID ${id} not found`)
  })
})

it('the list shows what waits for the admin', async () => {
  const fresh = await openCashDesk()
  const [a, b] = [await fresh.agentWith(naira(900)), await fresh.agentWith(naira(900))]
  const [undecided, half] = [await fresh.ask(a.id), await fresh.ask(b.id)]
  await fresh.first(half.id, fresh.one)
  const waiting = async (actor: { token: string }, filter: 'first' | 'second' | 'mine') => {
    const reply = await fresh.server.ask(getCashDifferences, { page: 1, waiting: filter }, actor)
    return reply.output().data.data.map(({ id }) => id)
  }
  const counts = async (actor: { token: string }) =>
    (await fresh.server.ask(calls.dashboard.getWaitingDecisions, {}, actor)).output().data
  expect(await waiting(fresh.asker, 'mine')).toEqual([])
  expect(await waiting(fresh.one, 'mine')).toEqual([undecided.id])
  expect(await waiting(fresh.two, 'first')).toEqual([undecided.id])
  expect(await waiting(fresh.two, 'second')).toEqual([half.id])
  expect(await waiting(fresh.two, 'mine')).toEqual([half.id, undecided.id])
  expect(await counts(fresh.asker)).toMatchObject({ differences_first: 0, differences_second: 0 })
  expect(await counts(fresh.one)).toMatchObject({ differences_first: 1, differences_second: 0 })
  expect(await counts(fresh.two)).toMatchObject({ differences_first: 1, differences_second: 1 })
})

it('the database rejects skipped decisions, changed terms and deletions', async () => {
  const agent = await agentWith(naira(800))
  const { id } = await ask(agent.id)
  const codeOf = (change: ReturnType<typeof sql>) =>
    server.database.execute(change).then(
      () => 'done',
      (error: unknown) => databaseError(error)?.code,
    )
  const change = (what: ReturnType<typeof sql>) =>
    codeOf(sql`update cash_differences set ${what} where id = ${id}`)
  const decided = sql`first_decided_by = ${one.id}, first_decided_at = now()`
  for (const what of [
    sql`state = 2`,
    sql`amount = amount + 1`,
    sql`reason = 'y'`,
    sql`agent_id = agent_id + 1`,
    sql`state = 1, ${decided}, amount = 1`,
    sql`requested_by = ${two.id}`,
  ])
    expect(await change(what)).toBe('23001')
  expect(await change(sql`state = 1, ${decided}`)).toBe('done')
  expect(await change(sql`state = 3, first_comment = 'y'`)).toBe('23001')
  expect(await change(sql`state = 0, first_decided_by = null, first_decided_at = null`)).toBe('23001')
  expect(await codeOf(sql`delete from cash_differences`)).toBe('23001')
})

it('ALLOW_SAME_APPROVER lets one admin request and approve', async () => {
  const single = await openCashDesk({ ALLOW_SAME_APPROVER: 'true' })
  const agent = await single.agentWith(naira(800))
  const asked = await single.ask(agent.id)
  expect((await single.first(asked.id, single.asker)).status).toBe('200')
  expect((await single.second(asked.id, single.asker)).status).toBe('200')
  expect(await single.heldBy(agent.id)).toBe(naira(300))
  expect((await verifyLedger(single.server.database)).faults).toEqual([])
})

it('leaves a correct ledger, and a tampered difference or remittance is reported', async () => {
  const agent = await agentWith(naira(800), { name: 'Tampered With' })
  const { reference } = (await record(agent.id, naira(100))).output().data
  const asked = await ask(agent.id)
  await first(asked.id, one)
  await second(asked.id, two)
  expect((await verifyLedger(server.database)).faults).toEqual([])
  const tampered = async (table: string, change: string, tamperedReference: string) => {
    const run = (what: string) =>
      server.database.$client.query(`alter table ${table} disable trigger user;
        update ${table} set ${what} where reference = '${tamperedReference}'; alter table ${table} enable trigger user`)
    await run(change)
    const { faults } = await verifyLedger(server.database)
    await run(change.replace(' + ', ' - '))
    return faults
  }
  const remittance = [`remittance ${reference} differs from its posting`]
  expect(await tampered('remittances', 'expected = expected + 1', reference)).toEqual(remittance)
  expect(await tampered('remittances', 'counted = counted + 1', reference)).toEqual(remittance)
  expect(await tampered('cash_differences', 'amount = amount + 1', asked.reference)).toEqual([
    `cash difference ${asked.reference} differs from its posting`,
  ])
  expect((await verifyLedger(server.database)).faults).toEqual([])
})
