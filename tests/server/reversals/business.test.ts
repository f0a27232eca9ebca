import { describe, expect, it } from 'vitest'
import { calls } from '#contract/index'
import type { Kobo } from '#contract/values'
import { formatNaira, kobo, negateKobo } from '#domain/money/kobo'
import { lagosDay } from '#domain/time/lagos'
import { customerMessages } from '#server/db/tables/messages'
import { agentCashOf } from '#server/ledger/accounts'
import { csvCells } from '../../csvCells'
import { faultsIn } from '../support/books'
import { expectRefused } from '../support/guards'
import { naira } from '../support/people'
import { roundsOf } from '../support/rounds'
import { openReversalDesk } from './reversalDesk'

/* Movements without a customer: of the business's own wallets, and of the cash of agents. */
const desk = await openReversalDesk()
const { server, money, recorder, approver, other, saver, balance, heldBy, ask, decide, reverse, caseOf } =
  desk
const { database } = server
const rounds = roundsOf(6)
const rights = [
  'can-create-request',
  'can-do-first-approval',
  'can-do-second-approval',
  'can-record-remittance',
  'can-view-remittance',
  'can-request-reversal',
  'can-approve-reversal',
] as const
const staff = [
  await server.enter(...rights),
  await server.enter(...rights),
  await server.enter(...rights),
] as const
const owner = await server.enterAs({ role: 'SuperAdmin' })
/** Sees no balance of the business. */
const blind = await server.enter('can-approve-reversal')
const rightLedger = async () => expect(await faultsIn(database)).toEqual([])
const lastId = async (table: string) =>
  Number((await database.$client.query(`select max(id) as id from ${table}`)).rows[0].id)

/** A fund request that waits for its second approval, which is returned. */
async function awaiting(type: 'credit' | 'debit', flag: 'MBW' | 'PW', amount: Kobo) {
  const [requester, first, second] = staff
  await server.ask(calls.requests.createRequest, { amount, type, flag, description: 'Float' }, requester)
  const id = await lastId('fund_requests')
  const { firstApprovalOrDisapproval, secondApprovalOrDisapproval } = calls.requests
  await server.ask(firstApprovalOrDisapproval, { id, flag, status: 'accept' }, first)
  return () => server.ask(secondApprovalOrDisapproval, { id, flag, status: 'accept' }, second)
}
/** One that was carried out. */
async function funded(type: 'credit' | 'debit', flag: 'MBW' | 'PW', amount: Kobo) {
  const done = await (await awaiting(type, flag, amount))()
  expect(done.status, done.text).toBe('200')
  const id = await lastId('fund_requests')
  return { id, ...(await requestOf(id)) }
}
const requestOf = async (id: number) => {
  const { data } = (await server.ask(calls.requests.getRequestList, {}, owner)).output()
  return data.find((one) => one.id === id)
}

describe('a movement of the wallets of the business', () => {
  it('a fund request is reversed once; both are shown by its document', async () => {
    const [cash, had] = [await balance('CASH'), await balance('PW')]
    const request = await funded('credit', 'PW', naira(700))
    const asked = await ask(request.entry ?? '')
    expect(asked.customerId).toBeNull()
    expect(await caseOf(asked.id, owner)).toMatchObject({
      kind: 'Fund request',
      user_id: null,
      customer: null,
      agent: null,
      amount: naira(700),
      wallets: [{ name: 'Profit wallet', balance: had + naira(700), change: negateKobo(naira(700)) }],
      agent_holds: null,
      obstacle: null,
    })
    // Without a right to see the balance.
    expect(await caseOf(asked.id, blind)).toMatchObject({ wallets: [], obstacle: null })
    const done = await decide(asked.id, blind)
    const { entry } = done.output().data
    expect(done.message).toBe(
      `Reversal ${asked.reference} approved: ₦700.00 of ${request.entry} was reversed by ${entry}.`,
    )
    expect([await balance('CASH'), await balance('PW')]).toEqual([cash, had])
    expect(await requestOf(request.id)).toMatchObject({ initial_status: 2, reversed_by: entry })
    expectRefused(
      await desk.request(request.entry ?? ''),
      `Movement ${request.entry} was reversed by ${entry} already.`,
    )
    await rightLedger()
  })

  it('a debit is reversed too, and shown to who may see the balance', async () => {
    await money.pay('PW', naira(900), { kind: 'Main wallet credit' })
    const had = await balance('PW')
    const request = await funded('debit', 'PW', naira(400))
    const asked = await ask(request.entry ?? '')
    const done = await decide(asked.id, owner)
    expect(done.message).toContain(`Profit wallet: ${formatNaira(kobo(had))}.`)
    expect(await balance('PW')).toBe(had)
    await rightLedger()
  })

  it('a credit is refused where the wallet no longer covers it, with the sum for who may see it', async () => {
    const had = await balance('MBW')
    const credit = await server.ask(calls.dashboard.creditMainWalletsBalance, { amount: naira(1000) }, owner)
    expect(credit.status, credit.text).toBe('200')
    const { rows } = await database.$client.query(
      "select reference from ledger_entries where kind = 'Main wallet credit' order by id desc limit 1",
    )
    const { reference } = rows[0]
    const asked = await ask(reference)
    await money.pay('MBW', negateKobo(naira(1)), { kind: 'Fund request' })
    expectRefused(await decide(asked.id, blind), 'Main business wallet no longer covers the reversal.')
    expectRefused(
      await decide(asked.id, await server.enterAs({ role: 'SuperAdmin' })),
      `Main business wallet has ${formatNaira(kobo(had + naira(999)))}, which does not cover the ₦1,000.00 that the reversal takes back.`,
    )
    await money.pay('MBW', naira(1), { kind: 'Main wallet credit' })
    expectRefused(
      await decide(asked.id, owner),
      `You recorded movement ${reference} yourself. Another admin must decide on its reversal.`,
    )
    expect((await decide(asked.id)).status).toBe('200')
    expect(await balance('MBW')).toBe(had)
  })

  it('of a reversal and a debit that spend the same money one is made; approved twice it is posted once', async () => {
    for (let round = 0; round < rounds; round++) {
      const had = await balance('PW')
      await money.pay('PW', negateKobo(kobo(had)), { kind: 'Fund request' })
      const credit = await funded('credit', 'PW', naira(300))
      const debit = await awaiting('debit', 'PW', naira(300))
      const { id } = await ask(credit.entry ?? '')
      const replies = await Promise.all([decide(id, approver), decide(id, other), debit()])
      expect(replies.map(({ status }) => String(status)).toSorted()).toEqual(['200', '400', '400'])
      expect(await balance('PW')).toBe(0)
      await money.pay('PW', kobo(had), { kind: 'Main wallet credit' })
    }
    await rightLedger()
  })
})

describe('a movement of the cash of an agent', () => {
  const held = naira(500)
  async function collected() {
    const { agent, customer } = await saver({ name: 'Sade Balogun' })
    await money.collect({ id: customer.id, agentId: agent.id }, held)
    return agent
  }
  const remit = async (agent_id: number, counted = held) =>
    (await server.ask(calls.cash.recordRemittance, { agent_id, counted }, recorder)).output().data.reference
  const remittancesOf = async (search: string) =>
    (await server.ask(calls.cash.getRemittances, { page: 1, search }, recorder)).output().data.data

  it('a remittance puts the cash back on the agent, as the list and the day say', async () => {
    const agent = await collected()
    const cash = await balance('CASH')
    const reference = await remit(agent.id)
    const asked = await ask(reference)
    expect(await caseOf(asked.id)).toMatchObject({
      kind: 'Remittance',
      user_id: null,
      agent: 'Sade Balogun',
      agent_holds: 0,
      agent_change: held,
      wallets: [],
    })
    const done = await decide(asked.id)
    expect(done.message).toMatch(/ It no longer counts for the cash of Sade Balogun\.$/)
    expect(await heldBy(agent.id)).toBe(held)
    expect(await balance('CASH')).toBe(cash)
    const { entry } = done.output().data
    expect(await remittancesOf(reference)).toMatchObject([{ counted: held, reversed_by: entry }])
    const one = await server.ask(calls.cash.getAgentCash, { agent_id: agent.id }, recorder)
    expect(one.output().data[0]).toMatchObject({ holds: held, last_remittance: null })
    const closer = await server.enter('can-view-day-close')
    const day = lagosDay(server.clock.now())
    const { agents } = (await server.ask(calls.closing.getDayClose, { day }, closer)).output().data
    expect(agents.find(({ agent_id }) => agent_id === agent.id)).toMatchObject({
      collected: held,
      reversed: 0,
      handed_in: 0,
      held,
    })
    await rightLedger()
  })

  it('a cash difference is open again on the account', async () => {
    const agent = await collected()
    await remit(agent.id, naira(450))
    const [requester, first, second] = staff
    const body = { agent_id: agent.id, type: 'missing' as const, amount: naira(50), reason: 'Lost' }
    await server.ask(calls.cash.requestCashDifference, body, requester)
    const id = await lastId('cash_differences')
    await server.ask(calls.cash.firstCashDifferenceDecision, { id, status: 'accept' }, first)
    await server.ask(calls.cash.secondCashDifferenceDecision, { id, status: 'accept' }, second)
    expect(await heldBy(agent.id)).toBe(0)
    const list = async () =>
      (await server.ask(calls.cash.getCashDifferences, { page: 1 }, recorder)).output().data.data[0]
    const entry = await reverse((await list())?.entry ?? '')
    expect(await heldBy(agent.id)).toBe(naira(50))
    expect(await list()).toMatchObject({ state: 2, reversed_by: entry })
    // It can be requested again.
    expect((await server.ask(calls.cash.requestCashDifference, body, requester)).status).toBe('200')
    await rightLedger()
  })

  it('is refused once the agent is deleted, and posted once by two approvals at once', async () => {
    const agent = await collected()
    const reference = await remit(agent.id)
    const { id } = await ask(reference)
    const outcomes = await Promise.all([decide(id, approver), decide(id, other)])
    expect(outcomes.map(({ status }) => String(status)).toSorted()).toEqual(['200', '400'])
    expect(await heldBy(agent.id)).toBe(held)
    const again = await remit(agent.id)
    await database.$client.query("update agents set status = 'DELETED' where id = $1", [agent.id])
    expectRefused(
      await desk.request(again),
      'Sade Balogun, whose cash it changed, was deleted. The account of a deleted agent stays as it is.',
    )
    expect((await money.accountOf(agentCashOf(agent.id))).balance).toBe(0)
  })
})

it('lists, searches and files have it without a customer, and no message is written', async () => {
  const { agent, customer } = await saver()
  await money.collect({ id: customer.id, agentId: agent.id }, naira(100))
  const movement = (
    await server.ask(calls.cash.recordRemittance, { agent_id: agent.id, counted: naira(100) }, recorder)
  ).output().data.reference
  const before = await database.$count(customerMessages)
  const entry = await reverse(movement)
  expect(await database.$count(customerMessages)).toBe(before)
  const list = async (search: string) =>
    (await server.ask(calls.reversals.getReversals, { page: 1, search }, approver)).output().data.data
  expect(await list(movement)).toMatchObject([{ user_id: null, customer: null, agent: agent.name, entry }])
  const file = await server.ask(
    calls.reversals.getReversals,
    { page: 1, download: 'csv', search: movement },
    desk.asker,
  )
  const [, row] = csvCells(file.text.slice(1))
  expect(row?.slice(2, 6)).toEqual(['100.00', 'approved', '', movement])
  const { rows: logged } = await database.$client.query(
    "select subject_name, amount::int from admin_activity where subject like 'reversal %' order by id desc limit 2",
  )
  expect(logged).toEqual([agent.name, agent.name].map((name) => ({ subject_name: name, amount: naira(100) })))
  const [agentRow] = await database.$client
    .query('select search_text from reversals where customer_id is null order by id desc limit 1')
    .then(({ rows }) => rows)
  expect(agentRow.search_text).toMatch(/^rr-\d{6}-\d{6} rm-\d{6}-\d{6}$/)
})
