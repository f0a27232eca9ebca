import { asc, eq, inArray } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { calls } from '#contract/index'
import { maxBatchSize } from '#contract/calls/customers'
import { customerReassignments } from '#server/db/tables/money'
import { agents, customers } from '#server/db/tables/schema'
import { expectRefused } from '../support/guards'
import { openServer } from '../support/harness'
import { naira, rate } from '../support/people'
import { loanFixturesOf } from '../loans/loanFixtures'

const server = await openServer({ env: { ALLOW_SAME_APPROVER: 'true' } })
const parts = await loanFixturesOf(server)
const boss = await server.enterAs({ role: 'SuperAdmin' })
const { assignAgentToCustomer, BatchassignAgentToCustomer, customerRescheduled } = calls.customers
const me = await server.enter('can-reassign-customer-to-agent', 'can-view-customer')
const adaeze = await server.makeAgent({ name: 'Adaeze Okonkwo' })
const musa = await server.makeAgent({ name: 'Musa Bello' })

const some = (howMany: number, agentId: number) =>
  Promise.all(Array.from({ length: howMany }, () => server.makeCustomer(agentId)))
const idsOf = (rows: readonly { id: number }[]) => rows.map(({ id }) => id)
const agentsOf = async (ids: readonly number[]) => {
  const rows = await server.database
    .select({ agentId: customers.assignedAgentId })
    .from(customers)
    .where(inArray(customers.id, [...ids]))
  return [...new Set(rows.map(({ agentId }) => agentId))]
}
const movesOf = (ids: readonly number[]) =>
  server.database
    .select()
    .from(customerReassignments)
    .where(inArray(customerReassignments.customerId, [...ids]))
    .orderBy(asc(customerReassignments.customerId))
const batch = (agentId: number, ids: readonly number[], from = me) =>
  server.ask(BatchassignAgentToCustomer, { agent_id: agentId, customer_id: [...ids] }, from)
const rescheduled = async (search?: string) =>
  (await server.ask(customerRescheduled, { page: 1, ...(search && { search }) }, me)).output().data

describe('moving many customers', () => {
  it('moves all of them under one reference and lists each as rescheduled to the new agent', async () => {
    const forty = idsOf(await some(40, musa.id))
    server.clock.pass(1)
    const reply = await batch(adaeze.id, forty)
    expect(reply.json).toEqual({ status: '200', message: '40 customers moved to Adaeze Okonkwo.' })
    expect(await agentsOf(forty)).toEqual([adaeze.id])
    const moves = await movesOf(forty)
    expect(moves.map(({ customerId }) => customerId)).toEqual(forty.toSorted((a, b) => a - b))
    const [{ reference } = { reference: '' }] = moves
    expect(reference).toMatch(/^RA-261118-\d{6}$/)
    for (const move of moves)
      expect(move).toMatchObject({
        reference,
        fromAgentId: musa.id,
        toAgentId: adaeze.id,
        adminId: me.id,
        createdAt: server.clock.now(),
      })
    const list = await rescheduled(reference)
    expect(list.total).toBe(40)
    const movedOn = async (day: string) => {
      const body = { page: 1, search: reference, start_date: day, end_date: day }
      return (await server.ask(customerRescheduled, body, me)).output().data.total
    }
    expect([await movedOn('2026-11-18'), await movedOn('2026-11-17')]).toEqual([40, 0])
    expect(new Set(list.data.map(({ user_id }) => user_id))).toEqual(new Set(forty))
    expect(new Set(list.data.map(({ assignedAgentName }) => assignedAgentName))).toEqual(
      new Set(['Adaeze Okonkwo']),
    )
    const [changed] = await server.database
      .select()
      .from(customers)
      .where(eq(customers.id, forty[0] ?? 0))
    expect(changed).toMatchObject({ agentId: musa.id, updatedAt: server.clock.now() })
  })

  it('counts customers already with the agent separately, and duplicates once', async () => {
    const [here, there] = [await server.makeCustomer(adaeze.id), await server.makeCustomer(musa.id)]
    const reply = await batch(adaeze.id, [here.id, there.id, there.id, here.id])
    expect(reply.message).toBe('1 customer moved to Adaeze Okonkwo. 1 customer was there already.')
    expect((await movesOf([here.id, there.id])).map(({ customerId }) => customerId)).toEqual([there.id])
    const again = await batch(adaeze.id, [here.id, there.id])
    expect(again.message).toBe('0 customers moved to Adaeze Okonkwo. 2 customers were there already.')
    expect(await movesOf([here.id, there.id])).toHaveLength(1)
  })

  it('moves none where one was deleted meanwhile, and names that one', async () => {
    const three = await some(3, musa.id)
    const [first] = three
    await server.database
      .update(customers)
      .set({ isDeleted: true, firstName: 'Halima' })
      .where(eq(customers.id, first?.id ?? 0))
    expectRefused(
      await batch(adaeze.id, idsOf(three)),
      `Halima Ojo (${first?.reference}) is deleted. Nobody was moved.`,
    )
    expect(await agentsOf(idsOf(three))).toEqual([musa.id])
    expect(await movesOf(idsOf(three))).toEqual([])
  })

  it('moves none where several were deleted meanwhile, and names ten of them', async () => {
    const gone = await some(12, musa.id)
    const one = await server.makeCustomer(musa.id)
    await server.database
      .update(customers)
      .set({ isDeleted: true })
      .where(inArray(customers.id, idsOf(gone)))
    const named = (from: number, to: number) =>
      gone
        .toSorted((a, b) => a.id - b.id)
        .slice(from, to)
        .map(({ reference }) => `Sade Ojo (${reference})`)
        .join(', ')
    const ids = idsOf(gone).toSorted((a, b) => a - b)
    expectRefused(
      await batch(adaeze.id, [one.id, ...ids.slice(0, 2)]),
      `${named(0, 2)} are deleted. Nobody was moved.`,
    )
    expectRefused(await batch(adaeze.id, ids.slice(0, 10)), `${named(0, 10)} are deleted. Nobody was moved.`)
    expectRefused(
      await batch(adaeze.id, [one.id, ...ids]),
      `${named(0, 10)} and 2 more are deleted. Nobody was moved.`,
    )
    expect(await agentsOf([one.id])).toEqual([musa.id])
    expect(await movesOf([one.id])).toEqual([])
  })

  it('moves none where one is unknown', async () => {
    const one = await server.makeCustomer(musa.id)
    expectRefused(
      await batch(adaeze.id, [one.id, 999_999]),
      'Customer with ID 999999 not found. Nobody was moved.',
    )
    expect(await agentsOf([one.id])).toEqual([musa.id])
  })

  it('accepts only an active agent', async () => {
    const one = await server.makeCustomer(musa.id)
    const held = await server.makeAgent({ name: 'Bola Ige', status: 'SUSPENDED' })
    const deleted = await server.makeAgent({ status: 'DELETED' })
    expectRefused(await batch(held.id, [one.id]), 'Bola Ige is suspended. Choose an active agent.')
    for (const id of [deleted.id, 999_999])
      expectRefused(await batch(id, [one.id]), `Agent with ID ${id} not found`)
    expect(await agentsOf([one.id])).toEqual([musa.id])
  })

  it('accepts one to a thousand customers', async () => {
    expect((await batch(adaeze.id, [])).fields).toEqual(['Please select customers.'])
    const tooMany = Array.from({ length: maxBatchSize + 1 }, (_, at) => at + 1)
    expect((await batch(adaeze.id, tooMany)).fields).toEqual(['At most 1000 customers can be moved at once.'])
  })

  it('needs its permission', async () => {
    const one = await server.makeCustomer(musa.id)
    const viewer = await server.enter('can-view-all')
    expect((await batch(adaeze.id, [one.id], viewer)).http).toBe(403)
    expect(await agentsOf([one.id])).toEqual([musa.id])
  })
})

describe('simultaneous calls', () => {
  it('move the same customers one batch after the other', async () => {
    for (let round = 0; round < 4; round++) {
      const start = await server.makeAgent()
      const ids = idsOf(await some(30, start.id))
      const replies = await Promise.all([batch(adaeze.id, ids), batch(musa.id, ids.toReversed())])
      expect(replies.map(({ status }) => status)).toEqual(['200', '200'])
      const moves = await movesOf(ids)
      expect(moves).toHaveLength(60)
      const [last] = await agentsOf(ids)
      expect(await agentsOf(ids)).toHaveLength(1)
      for (const id of ids) {
        const [one, two] = moves.filter(({ customerId }) => customerId === id).sort((a, b) => a.id - b.id)
        expect([one?.fromAgentId, two?.fromAgentId]).toEqual([start.id, one?.toAgentId])
        expect(two?.toAgentId).toBe(last)
      }
    }
  })

  it('give no customer to an agent who is being deleted', async () => {
    const deleter = await server.enter('can-delete-agent')
    for (let round = 0; round < 5; round++) {
      const agent = await server.makeAgent()
      const one = await server.makeCustomer(musa.id)
      const [moved, deleted] = await Promise.all([
        batch(agent.id, [one.id]),
        server.ask(calls.agents.deleteAgent, { agent_id: agent.id }, deleter),
      ])
      expect([String(moved.status), String(deleted.status)].toSorted()).toEqual(['200', '400'])
      const [now] = await server.database.select().from(agents).where(eq(agents.id, agent.id))
      expect(now?.status).toBe(moved.status === '200' ? 'ACTIVE' : 'DELETED')
    }
  })
})

describe('moving one customer', () => {
  it('names customer and agent, and does nothing the second time', async () => {
    const one = await server.makeCustomer(musa.id, { firstName: 'Ada', lastName: 'Obi' })
    const ask = () => server.ask(assignAgentToCustomer, { agent_id: adaeze.id, customer_id: one.id }, me)
    expect((await ask()).message).toBe('Ada Obi moved to Adaeze Okonkwo.')
    expect((await ask()).message).toBe('Ada Obi is with Adaeze Okonkwo already.')
    expect(await movesOf([one.id])).toHaveLength(1)
  })
})

describe('the rescheduled list', () => {
  it('is newest first and searched by reference, name and phone, without deleted customers', async () => {
    const [one, two] = [
      await server.makeCustomer(musa.id, { firstName: 'Efe', lastName: 'First', isActive: false }),
      await server.makeCustomer(musa.id, { firstName: 'Efe', lastName: 'Second' }),
    ]
    for (const { id } of [one, two]) {
      server.clock.pass(1)
      await batch(adaeze.id, [id])
    }
    const [move] = await movesOf([one.id])
    const [other] = await movesOf([two.id])
    expect((await rescheduled(other?.reference)).total).toBe(1)
    expect((await rescheduled('efe ')).data.map(({ name }) => name)).toEqual(['Efe Second', 'Efe First'])
    expect((await rescheduled(one.phoneNumber)).data).toEqual([
      {
        id: move?.id,
        user_id: one.id,
        reference: move?.reference,
        created_at: expect.stringMatching(/^2026-11-18T/),
        name: 'Efe First',
        phone_number: one.phoneNumber,
        status: 'Non Active',
        assignedAgentName: 'Adaeze Okonkwo',
        from_agent: 'Musa Bello',
        moved_by: 'Test Admin',
      },
    ])
    expect((await rescheduled(move?.reference)).total).toBe(1)
    await server.database.update(customers).set({ isDeleted: true }).where(eq(customers.id, two.id))
    for (const search of ['efe', 'ef'])
      expect((await rescheduled(search)).data.map(({ name }) => name)).toEqual(['Efe First'])
    expect((await rescheduled(other?.reference)).total).toBe(0)
    expect((await rescheduled()).data.map(({ user_id }) => user_id)).not.toContain(two.id)
  })
})

describe('what was late at a move', () => {
  it('is kept as it was then, for who may see what is owed', async () => {
    server.clock.rewindAfterTest()
    const [late, owing, free] = [
      await parts.makeBorrower(),
      await parts.makeBorrower(),
      await parts.makeBorrower(),
    ]
    await parts.pay('MBW', naira(200_000))
    const loanOf = async (customer: { id: number; agentId: number }) => {
      const { id } = await parts.apply(customer, { amount: naira(40_000), rate: rate(0), times: 4 })
      await server.ask(calls.loans.firstLoanApproval, { id, status: 'accepted' }, boss)
      await server.ask(calls.loans.secondLoanApproval, { id, status: 'accepted' }, boss)
      return id
    }
    const lateLoan = await loanOf(late)
    server.clock.pass(10 * 24 * 60)
    boss.token = await server.openSession(boss.id)
    await loanOf(owing)
    const mover = { ...me, token: await server.openSession(me.id) }
    const reply = await batch(adaeze.id, idsOf([late, owing, free]), mover)
    expect(reply.status, reply.text).toBe('200')
    await parts.repay(lateLoan)
    const moves = await movesOf(idsOf([late, owing, free]))
    expect(moves.map((move) => move.late)).toEqual([naira(10_000), naira(0), naira(0)])
    const reader = await server.enter('can-view-arrears')
    const report = async (body: { day?: string }) =>
      (await server.ask(calls.arrears.getArrearsReport, { group: 'agent', ...body }, reader)).output().data
    const another = await loanOf(late)
    expect(another).toBeGreaterThan(0)
    const takenOver = async (body: { day?: string } = {}) =>
      (await report(body)).groups?.find(({ id }) => id === adaeze.id)?.taken_over
    expect(await takenOver()).toBe(naira(10_000))
    server.clock.pass(31 * 24 * 60)
    reader.token = await server.openSession(reader.id)
    expect(await takenOver()).toBeUndefined()
    server.clock.pass(-31 * 24 * 60)
    const listFor = async (from: { token: string }) => {
      const body = { page: 1, search: moves[0]?.reference ?? '' }
      const { data } = (await server.ask(customerRescheduled, body, from)).output().data
      return new Map(data.map((row) => [row.user_id, row.late]))
    }
    const seer = await server.enter('can-view-customer', 'can-view-loan-details')
    expect((await listFor(seer)).get(late.id)).toBe(naira(10_000))
    expect((await listFor(mover)).get(late.id)).toBeUndefined()
  })
})

describe('agents to choose from', () => {
  it('are the active ones by name, for can-reassign-customer-to-agent', async () => {
    const chooser = await server.enter('can-reassign-customer-to-agent')
    const { data } = (await server.ask(calls.agents.getAgentChoices, { choices: true }, chooser)).output()
    const active = await server.database.select().from(agents).where(eq(agents.status, 'ACTIVE'))
    expect(new Set(idsOf(data))).toEqual(new Set(idsOf(active)))
    expect(data.map(({ name }) => name)).toEqual(data.map(({ name }) => name).toSorted())
    expect(data).toContainEqual({ id: adaeze.id, name: 'Adaeze Okonkwo', state: 'Lagos', lga: 'Ikeja' })
  })
})
