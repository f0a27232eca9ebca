import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { calls } from '#contract/index'
import { kobo } from '#domain/money/kobo'
import { toLagosStamp } from '#domain/time/lagos'
import { remittances } from '#server/db/tables/cash'
import { entries } from '#server/db/tables/ledger'
import { adminActivity } from '#server/db/tables/schema'
import { databaseError } from '#server/errors/refusals'
import { agentCashOf } from '#server/ledger/accounts'
import { verifyLedger } from '#server/ledger/verify'
import { expectRefused } from '../support/guards'
import { naira } from '../support/people'
import { onPostgres } from '../support/testDatabase'
import { openCashDesk } from './cashDesk'
import { sentences } from '../../sentences'

const desk = await openCashDesk()
const { server, money, asker, agentWith, record, heldBy, balance } = desk
const { getAgentCash, getAgentsCash, getCashAgents, getRemittances } = calls.cash
const now = () => toLagosStamp(server.clock.now())
const newest = async () => (await server.ask(getRemittances, { page: 1 }, asker)).output().data.data[0]

describe('a remittance', () => {
  it('moves the counted cash from the agent to the till, and what is missing stays with the agent', async () => {
    const agent = await agentWith(naira(12_000), { name: 'Sade Balogun' })
    const till = await balance('CASH')
    const reply = await record(agent.id, naira(11_500), asker, '  Two torn notes  ')
    const { data } = reply.output()
    expect(data).toEqual({
      created_at: now(),
      reference: expect.stringMatching(/^RM-261118-\d{6}$/),
      agent: 'Sade Balogun',
      expected: naira(12_000),
      counted: naira(11_500),
      left: naira(500),
      admin: asker.name,
      note: 'Two torn notes',
    })
    expect(reply.message).toBe(
      `Remittance ${data.reference}: ₦11,500.00 counted. Expected was ₦12,000.00. ₦500.00 stays with the agent.`,
    )
    expect(await heldBy(agent.id)).toBe(naira(500))
    expect(await balance('CASH')).toBe(till - naira(11_500))
    const [entry] = await server.database.select().from(entries).where(eq(entries.reference, data.reference))
    expect(entry).toMatchObject({
      kind: 'Remittance',
      agentId: agent.id,
      adminId: asker.id,
      customerId: null,
    })
    const row = await newest()
    expect(row).toMatchObject({ ...data, agent_id: agent.id })
    const [logged] = await server.database
      .select()
      .from(adminActivity)
      .where(eq(adminActivity.subject, `remittance ${row?.id}`))
    expect(logged).toMatchObject({
      description: `Recorded remittance ${row?.id}`,
      subjectName: 'Sade Balogun',
      subjectAgentId: agent.id,
      amount: naira(11_500),
    })
  })

  it.each([
    [naira(300), 'It is what was expected.', 0],
    [naira(350), 'Expected was ₦300.00. ₦50.00 is too much.', naira(-50)],
  ])('of %i is compared with what the agent holds', async (counted, outcome, held) => {
    const agent = await agentWith(naira(300))
    expect((await record(agent.id, counted)).message).toMatch(
      new RegExp(`${outcome.replaceAll('.', '\\.')}$`),
    )
    expect(await heldBy(agent.id)).toBe(held)
  })

  it('of a suspended agent is recorded, of a deleted or unknown one refused', async () => {
    const suspended = await agentWith(naira(70), { status: 'SUSPENDED' })
    expect((await record(suspended.id, naira(70))).status).toBe('200')
    const deleted = await server.makeAgent({ status: 'DELETED' })
    for (const id of [deleted.id, 999_999])
      expectRefused(await record(id, naira(70)), `Agent with ID ${id} not found`)
  })

  it.each([
    [kobo(0), sentences.validAmount],
    [kobo(-100), sentences.validAmount],
    [kobo(10_000_000_001), 'One remittance may be at most ₦100,000,000.00.'],
  ])('of %i kobo is not recorded', async (counted, message) => {
    const agent = await agentWith(naira(100))
    expect(await record(agent.id, counted)).toMatchObject({ status: '100', fields: [message] })
    expect(await heldBy(agent.id)).toBe(naira(100))
  })

  it('is never changed or deleted', async () => {
    const agent = await agentWith(naira(10))
    await record(agent.id, naira(10))
    for (const change of [
      server.database.update(remittances).set({ counted: naira(1) }),
      server.database.delete(remittances),
    ])
      expect(
        await change.then(
          () => 'done',
          (error: unknown) => databaseError(error)?.code,
        ),
      ).toBe('23001')
  })

  it.skipIf(!onPostgres)(
    'counts each deposit once, however collections and remittances overlap',
    async () => {
      const agent = await agentWith(naira(1000))
      const owners = await Promise.all(Array.from({ length: 10 }, () => server.makeCustomer(agent.id)))
      const replies = await Promise.all([
        ...owners.map((owner) => money.collect(owner, naira(10)).then(() => undefined)),
        ...Array.from({ length: 5 }, () => record(agent.id, naira(100)).then((reply) => reply.output().data)),
      ])
      for (const reply of replies) if (reply) expect(reply.left).toBe((reply.expected ?? 0) - reply.counted)
      expect(await heldBy(agent.id)).toBe(naira(600))
      expect((await verifyLedger(server.database)).faults).toEqual([])
    },
  )
})

describe('the blind count', () => {
  it('shows nobody who may only record what an agent holds before the count', async () => {
    const agent = await agentWith(naira(4321.99), { name: 'Blind Count' })
    const recorder = await server.enter('can-record-remittance')
    const asked = [
      [getAgentsCash, { page: 1 }],
      [getAgentCash, { agent_id: agent.id }],
      [getRemittances, { page: 1 }],
      [calls.cash.getCashDifferences, { page: 1 }],
    ] as const
    for (const [call, body] of asked) expect((await server.ask(call, body as never, recorder)).http).toBe(403)
    const choices = await server.ask(getCashAgents, {}, recorder)
    expect(choices.output().data).toContainEqual({
      id: agent.id,
      name: 'Blind Count',
      phone_number: agent.phoneNumber,
    })
    expect(choices.text).not.toContain('4321')
    const receipt = await record(agent.id, naira(4000), recorder)
    expect(receipt.output().data).toMatchObject({ expected: null, left: null })
    expect(receipt.text).not.toMatch(/4,?321|321\.99/)
  })

  it('offers only agents who can hand in', async () => {
    const deleted = await server.makeAgent({ status: 'DELETED', name: 'Gone For Good' })
    const suspended = await server.makeAgent({ status: 'SUSPENDED', name: 'Not Today' })
    const ids = (await server.ask(getCashAgents, {}, asker)).output().data.map(({ id }) => id)
    expect(ids).toContain(suspended.id)
    expect(ids).not.toContain(deleted.id)
  })
})

describe('the cash of agents', () => {
  const cashOf = async (agentId: number) =>
    (await server.ask(getAgentCash, { agent_id: agentId }, asker)).output().data[0]

  it('is held since the first deposit after the account was settled', async () => {
    const agent = await agentWith(naira(0))
    expect(await cashOf(agent.id)).toMatchObject({
      holds: 0,
      held_since: null,
      last_remittance: null,
      movements: [],
    })
    const start = now()
    await agent.collect(naira(100))
    server.clock.pass(5)
    await agent.collect(naira(200))
    const remitted = now()
    await record(agent.id, naira(250))
    server.clock.pass(5)
    await agent.collect(naira(10))
    // ₦50 stayed, so cash has been held since the first deposit.
    const rest = { holds: naira(60), held_since: start, last_remittance: remitted }
    expect(await cashOf(agent.id)).toMatchObject(rest)
    await record(agent.id, naira(60))
    expect(await cashOf(agent.id)).toMatchObject({ holds: 0, held_since: null })
    server.clock.pass(5)
    const again = now()
    await agent.collect(naira(5))
    server.clock.pass(5)
    await agent.collect(naira(5))
    const shown = await cashOf(agent.id)
    expect(shown).toMatchObject({ holds: naira(10), held_since: again })
    expect(shown?.movements.map(({ source, amount, held_after }) => [source, amount, held_after])).toEqual([
      ['Savings deposit', naira(5), naira(10)],
      ['Savings deposit', naira(5), naira(5)],
      ['Remittance', naira(-60), 0],
      ['Savings deposit', naira(10), naira(60)],
      ['Remittance', naira(-250), naira(50)],
      ['Savings deposit', naira(200), naira(300)],
      ['Savings deposit', naira(100), naira(100)],
    ])
    expect(shown?.movements[0]?.customer).toBeTruthy()
    expect(shown?.movements[2]?.customer).toBeNull()
  })

  it('is held since the deposit that used up a surplus', async () => {
    const agent = await agentWith(naira(100))
    await record(agent.id, naira(130))
    expect(await cashOf(agent.id)).toMatchObject({ holds: naira(-30), held_since: null })
    server.clock.pass(5)
    await agent.collect(naira(20))
    expect(await cashOf(agent.id)).toMatchObject({ holds: naira(-10), held_since: null })
    server.clock.pass(5)
    await agent.collect(naira(20))
    expect(await cashOf(agent.id)).toMatchObject({ holds: naira(10), held_since: now() })
  })

  it('is listed for active agents and for others who hold some, sorted and searched', async () => {
    const [rich, poor, idle] = [
      await agentWith(naira(90_000), { name: 'Listed Rich', status: 'SUSPENDED' }),
      await agentWith(naira(5), { name: 'Listed Poor' }),
      await agentWith(naira(0), { name: 'Listed Idle' }),
    ]
    await agentWith(naira(0), { name: 'Listed Suspended', status: 'SUSPENDED' })
    const ask = async (more: object) => {
      const reply = await server.ask(getAgentsCash, { page: 1, search: 'listed', ...more }, asker)
      return reply.output().data.data
    }
    const ids = (rows: readonly { id: number }[]) => rows.map(({ id }) => id)
    expect(ids(await ask({ sort: 'holds', order: 'desc' }))).toEqual([rich.id, poor.id, idle.id])
    expect(ids(await ask({ sort: 'name' }))).toEqual([idle.id, poor.id, rich.id])
    expect(ids(await ask({ search: rich.phoneNumber }))).toEqual([rich.id])
    expect((await ask({ search: 'Listed Rich' }))[0]).toMatchObject({
      holds: naira(90_000),
      status: 'SUSPENDED',
      open_difference: null,
    })
  })

  it('finds its start in the index of settled accounts, not in all postings', async () => {
    const client = await server.database.$client.connect()
    await client.query('begin; set local enable_seqscan = off')
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(
      `explain select seq from ledger_postings where account_id = 1 and wallet_code = 'AGENT' and balance_after >= 0
        order by seq desc limit 1`,
    )
    await client.query('rollback')
    client.release()
    expect(rows.map((row) => row['QUERY PLAN']).join()).toContain('ledger_postings_agent_settled')
  })

  it('prevents the deletion of the agent', async () => {
    const boss = await server.enter('can-delete-agent', 'can-view-remittance')
    const blind = await server.enter('can-delete-agent')
    const remove = (agent_id: number, by = boss) => server.ask(calls.agents.deleteAgent, { agent_id }, by)
    const agent = await server.makeAgent()
    const other = await server.makeAgent()
    const customer = await server.makeCustomer(other.id)
    await money.collect(customer, naira(40), agent.id)
    expectRefused(
      await remove(agent.id),
      'This agent still holds ₦40.00 in cash. Record its remittance first.',
    )
    expectRefused(await remove(agent.id, blind), 'This agent still holds cash. Record its remittance first.')
    await record(agent.id, naira(45))
    expectRefused(await remove(agent.id), 'This agent handed in ₦5.00 too much. Settle the difference first.')
    await money.collect(customer, naira(5), agent.id)
    expect((await remove(agent.id)).status).toBe('200')
  })
})

describe('the list of remittances', () => {
  it('is searched by reference and agent, and filtered by days', async () => {
    const days = await openCashDesk()
    const agent = await days.agentWith(naira(100), { name: 'Searched Remitter' })
    const { reference } = (await days.record(agent.id, naira(10))).output().data
    days.server.clock.pass(24 * 60)
    // Sessions end after 12 hours.
    const today = { token: await days.server.openSession(days.asker.id) }
    await days.record(agent.id, naira(20), today)
    const ask = async (body: object) => {
      const reply = await days.server.ask(getRemittances, { page: 1, ...body }, today)
      return reply.output().data.data.map(({ counted }) => counted)
    }
    expect(await ask({ search: 'searched rem' })).toEqual([naira(20), naira(10)])
    expect(await ask({ search: reference.toLowerCase() })).toEqual([naira(10)])
    expect(await ask({ search: 'searched', start_date: '2026-11-19', end_date: '2026-11-19' })).toEqual([
      naira(20),
    ])
    expect(await ask({ search: 'searched', sort: 'counted' })).toEqual([naira(10), naira(20)])
    const half = await days.server.ask(getRemittances, { page: 1, start_date: '2026-11-19' }, today)
    expect(half).toMatchObject({ status: '100', fields: ['Please select both start and end dates'] })
  })
})

it('leaves a correct ledger, in which every account of an agent has its documents', async () => {
  const own = await openCashDesk()
  const agent = await own.agentWith(naira(100))
  await own.record(agent.id, naira(60))
  const { database } = own.server
  expect((await verifyLedger(database)).faults).toEqual([])
  const name = agentCashOf(agent.id)
  await own.money.pay(name, naira(1), { kind: 'Customer credit' })
  const { faults } = await verifyLedger(database)
  expect(faults).toEqual([
    expect.stringMatching(/^posting \d+ of CC-\S+ moves the cash of an agent, which its kind/),
  ])
  await own.money.pay(name, naira(1), { kind: 'Remittance' })
  expect((await verifyLedger(database)).faults[1]).toMatch(
    /^posting \d+ of RM-\S+ moves the cash of an agent without its document/,
  )
})
