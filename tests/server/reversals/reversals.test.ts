import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { calls } from '#contract/index'
import { entries } from '#server/db/tables/ledger'
import { savingsHistory } from '#server/db/tables/money'
import { reversals } from '#server/db/tables/reversals'
import { agents, customers } from '#server/db/tables/schema'
import { databaseError } from '#server/errors/refusals'
import { verifyLedger } from '#server/ledger/verify'
import { csvCells } from '../../csvCells'
import { expectRefused } from '../support/guards'
import { naira } from '../support/people'
import { openReversalDesk } from './reversalDesk'
import { sentences } from '../../sentences'

const desk = await openReversalDesk()
const { server, money, recorder, saver, balance, heldBy } = desk
const { deposit, credit, transfer, ask, decide, caseOf } = desk
const { getReversals } = calls.reversals
const rightLedger = async () => expect((await verifyLedger(server.database)).faults).toEqual([])

describe('a reversal', () => {
  it('of a deposit takes it back today, and both name each other', async () => {
    // Days pass, which ends the sessions of the others.
    const fresh = await openReversalDesk()
    const { server, recorder, asker, approver, balance } = fresh
    const { saving, customer } = await fresh.saver()
    const wrong = await fresh.deposit(saving.id, naira(5000))
    const cash = await balance('CASH')
    server.clock.pass(2 * 24 * 60)
    const again = async ({ id }: { id: number }) => ({ token: await server.openSession(id) })
    const [asks, approves] = [await again(asker), await again(approver)]
    const asked = await fresh.ask(wrong, asks)
    expect(asked.message).toBe(
      `Reversal ${asked.reference} of ${wrong}, ₦5,000.00, was requested. It awaits its approval.`,
    )
    expect(asked).toMatchObject({
      reference: expect.stringMatching(/^RR-261120-\d{6}$/),
      status: 'pending',
      amount: naira(5000),
      customerId: customer.id,
      requestedBy: asker.id,
      recordedBy: recorder.id,
    })
    expect(await balance(saving.reference)).toBe(naira(5000))
    const done = await fresh.decide(asked.id, approves, 'accept', '  Seen in the book ')
    const entry = done.output().data.entry ?? ''
    expect(entry).toMatch(/^RV-261120-\d{6}$/)
    expect(done.message).toBe(
      `Reversal ${asked.reference} approved: ₦5,000.00 of ${wrong} was reversed by ${entry}. Savings wallet ${saving.reference}: ₦0.00.`,
    )
    expect(await balance(saving.reference)).toBe(0)
    expect(await balance('CASH')).toBe(cash + naira(5000))
    expect(await fresh.stateOf(asked.reference)).toMatchObject({
      status: 'approved',
      decidedBy: approver.id,
      comment: 'Seen in the book',
    })
    const [posted] = await server.database.select().from(entries).where(eq(entries.reference, entry))
    expect(posted).toMatchObject({
      kind: 'Reversal',
      adminId: approver.id,
      customerId: customer.id,
      agentId: null,
      reason: asked.reference,
      madeAt: server.clock.now(),
    })
    const history = await server.ask(calls.savings.customerSavingHistory, { savings_id: saving.id }, asks)
    expect(history.output().data).toMatchObject([
      { reference: entry, amount: naira(-5000), reversed_by: null, reverses: wrong },
      { reference: wrong, amount: naira(5000), reversed_by: entry, reverses: null },
    ])
    expect((await verifyLedger(server.database)).faults).toEqual([])
  })

  it('of a collected line takes it off the agent, and the line is due again', async () => {
    const { agent, saving } = await saver({ name: 'Sade Balogun' })
    const day = '2026-11-18'
    const body = { agent_id: agent.id, day, lines: [{ savings_id: saving.id, amount: naira(100) }] }
    const sheet = (await server.ask(calls.collections.recordCollection, body, recorder)).output().data
    const line = sheet.rows[0]?.reference ?? ''
    expect(await heldBy(agent.id)).toBe(naira(100))
    const dueOf = async () =>
      (await server.ask(calls.collections.getCollectionSheet, { agent_id: agent.id, day }, recorder)).output()
        .data.lines[0]
    expect(await dueOf()).toMatchObject({ collected: naira(100) })
    const asked = await ask(line)
    expect(await caseOf(asked.id)).toMatchObject({
      receipt: sheet.reference,
      agent: 'Sade Balogun',
      agent_holds: naira(100),
      wallets: [{ name: `Savings wallet ${saving.reference}`, balance: naira(100), change: naira(-100) }],
      obstacle: null,
      against: null,
    })
    const done = await decide(asked.id)
    expect(done.message).toContain('It no longer counts for the cash of Sade Balogun.')
    const { entry } = done.output().data
    expect(await heldBy(agent.id)).toBe(0)
    const cash = await server.ask(calls.cash.getAgentCash, { agent_id: agent.id }, recorder)
    expect(cash.output().data[0]).toMatchObject({
      holds: 0,
      held_since: null,
      movements: [
        { reference: entry, source: 'Reversal', amount: naira(-100), reverses: line },
        { reference: line, amount: naira(100), reversed_by: entry },
      ],
    })
    const receipt = await server.ask(calls.collections.getCollection, { collection_id: sheet.id }, recorder)
    expect(receipt.output().data).toMatchObject({
      total: naira(100),
      reversed: naira(100),
      rows: [{ amount: naira(100), reference: line, reversed_by: entry }],
    })
    expect(await dueOf()).toMatchObject({ collected: 0, collected_at: null })
    await rightLedger()
  })

  it('of what an agent has handed in already leaves a surplus on the agent’s account', async () => {
    const { agent, saving } = await saver()
    await money.collect({ id: saving.customerId, agentId: agent.id }, naira(300))
    await server.ask(calls.cash.recordRemittance, { agent_id: agent.id, counted: naira(300) }, recorder)
    const [collected] = await server.database
      .select()
      .from(entries)
      .where(eq(entries.agentId, agent.id))
      .orderBy(entries.id)
    const asked = await ask(collected?.reference ?? '')
    expect((await decide(asked.id)).status).toBe('200')
    expect(await heldBy(agent.id)).toBe(naira(-300))
    await rightLedger()
  })

  it('of a credit and of a transfer from savings', async () => {
    const one = await saver()
    const credited = await credit(one.customer.id, naira(700))
    await deposit(one.saving.id, naira(900))
    const moved = await transfer(one, naira(200))
    expect(await balance(one.main)).toBe(naira(900))
    const back = await ask(moved)
    expect(await caseOf(back.id)).toMatchObject({
      wallets: [
        { name: 'Main wallet', balance: naira(900), change: naira(-200) },
        { name: `Savings wallet ${one.saving.reference}`, balance: naira(700), change: naira(200) },
      ],
      agent_holds: null,
    })
    const { entry } = (await decide(back.id)).output().data
    expect(await balance(one.main)).toBe(naira(700))
    expect(await balance(one.saving.reference)).toBe(naira(900))
    const undone = (await decide((await ask(credited)).id)).output().data.entry
    expect(await balance(one.main)).toBe(0)
    const about = { page: 1, customer_id: one.customer.id, savings_type: 'all' } as const
    const report = await server.ask(calls.transactions.userTransactionHistory, about, recorder)
    const rows = report.output().data.history
    expect(
      rows.filter(({ reversed_by }) => reversed_by).map((row) => [row.reference, row.reversed_by]),
    ).toEqual([
      [moved, entry],
      [moved, entry],
      [credited, undone],
    ])
    expect(rows.filter(({ reverses }) => reverses).map((row) => [row.source, row.reverses])).toEqual([
      ['Reversal', credited],
      ['Reversal', moved],
      ['Reversal', moved],
    ])
    const totals = await server.ask(
      calls.transactions.userTransactionTotals,
      { customer_id: one.customer.id, savings_type: 'all' },
      recorder,
    )
    const sumOf = (sign: number) =>
      rows
        .map(({ amount }) => amount as number)
        .filter((n) => n * sign > 0)
        .reduce((sum, n) => sum + n * sign, 0)
    expect(totals.output().data).toMatchObject({ credits: sumOf(1), debits: sumOf(-1) })
    await rightLedger()
  })

  it('lowers what was deposited in the week, as its list shows', async () => {
    const fresh = await openReversalDesk()
    const { saving } = await fresh.saver()
    await fresh.deposit(saving.id, naira(800))
    await fresh.reverse(await fresh.deposit(saving.id, naira(500)))
    const sums = await fresh.server.ask(calls.dashboard.getSumOfSavings, {}, fresh.asker)
    expect(sums.output().thisWeek).toEqual([{ sum: naira(800) }])
    const list = await fresh.server.ask(calls.savings.savingHistory, { page: 1, week: 'this' }, fresh.asker)
    expect(list.output().data.data.map(({ amount }) => amount)).toEqual([naira(-500), naira(500), naira(800)])
  })
})

it('the case of a decided reversal has nothing that stands in the way any more', async () => {
  const one = await saver()
  const wrong = await deposit(one.saving.id, naira(500))
  const { id } = await ask(wrong)
  const { asker } = desk
  await transfer(one, naira(200))
  expect(await caseOf(id, asker)).toMatchObject({
    status: 'pending',
    obstacle: expect.stringContaining('does not cover'),
    against: expect.stringMatching(/^You requested reversal /),
  })
  await decide(id, desk.approver, 'reject', 'Spent')
  for (const actor of [asker, recorder, desk.approver])
    expect(await caseOf(id, actor)).toMatchObject({
      status: 'rejected',
      comment: 'Spent',
      obstacle: null,
      against: null,
      entry: null,
    })
  const done = await ask(await deposit(one.saving.id, naira(50)))
  const { entry } = (await decide(done.id)).output().data
  expect(await caseOf(done.id, asker)).toMatchObject({
    status: 'approved',
    obstacle: null,
    against: null,
    entry,
  })
})

describe('a reversal is refused', async () => {
  const fresh = await openReversalDesk()
  const { server: own } = fresh

  it('for an unknown movement, and a reversal', async () => {
    const { saving } = await fresh.saver()
    expectRefused(await fresh.request('SD-261118-999999'), 'Movement SD-261118-999999 not found')
    const entry = await fresh.reverse(await fresh.deposit(saving.id, naira(100)))
    expectRefused(await fresh.request(entry), `${entry} is a reversal, which can’t be reversed.`)
    expectRefused(await fresh.reversible(entry), `${entry} is a reversal, which can’t be reversed.`)
  })

  it('twice for one movement; after a rejection it can be requested again', async () => {
    const { saving } = await fresh.saver()
    const wrong = await fresh.deposit(saving.id, naira(100))
    const first = await fresh.ask(wrong)
    const open = `Reversal ${first.reference} of movement ${wrong} awaits its decision already.`
    expectRefused(await fresh.request(wrong, fresh.other), open)
    expect((await fresh.reversible(wrong)).output().data.obstacle).toBe(open)
    expect(await fresh.decide(first.id, fresh.approver, 'reject', ' ')).toMatchObject({
      status: '100',
      fields: [sentences.commentRequired],
    })
    const rejected = await fresh.decide(first.id, fresh.approver, 'reject', 'It was right')
    expect(rejected.message).toBe(`Reversal ${first.reference} (₦100.00) was rejected. No money moved.`)
    expectRefused(
      await fresh.decide(first.id),
      `Reversal ${first.reference} is rejected already. Reload the list.`,
    )
    expect(await fresh.balance(saving.reference)).toBe(naira(100))
    const entry = await fresh.reverse(wrong)
    expectRefused(await fresh.request(wrong), `Movement ${wrong} was reversed by ${entry} already.`)
  })

  it('by the admin who requested it or recorded the movement', async () => {
    const { saving } = await fresh.saver()
    const wrong = await fresh.deposit(saving.id, naira(100))
    const { id, reference } = await fresh.ask(wrong)
    const own = `You requested reversal ${reference} yourself. Another admin must decide on it.`
    const recorded = `You recorded movement ${wrong} yourself. Another admin must decide on its reversal.`
    for (const status of ['accept', 'reject'] as const) {
      expectRefused(await fresh.decide(id, fresh.asker, status, 'x'), own)
      expectRefused(await fresh.decide(id, fresh.recorder, status, 'x'), recorded)
    }
    expect(await fresh.caseOf(id, fresh.asker)).toMatchObject({ against: own })
    expect(await fresh.caseOf(id, fresh.recorder)).toMatchObject({ against: recorded })
    expect(await fresh.caseOf(id, fresh.other)).toMatchObject({ against: null })
    expect((await fresh.decide(id, fresh.other)).status).toBe('200')
  })

  it('by the admin who recorded the collection sheet', async () => {
    const { agent, saving } = await fresh.saver()
    const { line } = await fresh.collect(agent.id, saving.id, naira(100))
    const { id } = await fresh.ask(line)
    expectRefused(
      await fresh.decide(id, fresh.recorder),
      `You recorded movement ${line} yourself. Another admin must decide on its reversal.`,
    )
  })

  it('where a wallet no longer covers it, with the numbers for those who may see them', async () => {
    const one = await fresh.saver()
    const wrong = await fresh.deposit(one.saving.id, naira(500))
    const { id } = await fresh.ask(wrong)
    await fresh.transfer(one, naira(200))
    const short = `Savings wallet ${one.saving.reference} has ₦300.00, which does not cover the ₦500.00 that the reversal takes back.`
    expect(await fresh.caseOf(id)).toMatchObject({ obstacle: short, against: null })
    expectRefused(await fresh.decide(id), short)
    expect(await fresh.balance(one.saving.reference)).toBe(naira(300))
    const clerk = await own.enter('can-request-reversal')
    await fresh.decide(id, fresh.approver, 'reject', 'Spent')
    const hidden = `Savings wallet ${one.saving.reference} no longer covers the reversal.`
    expectRefused(await fresh.request(wrong, clerk), hidden)
    expectRefused(await fresh.request(wrong), short)
    expect((await fresh.reversible(wrong, clerk)).output().data).toMatchObject({
      obstacle: hidden,
      wallets: null,
      agent_holds: null,
    })

    const credited = await fresh.credit(one.customer.id, naira(400))
    const held = { customer_id: one.customer.id, amount: naira(350), description: 'School fees' }
    await own.ask(calls.withdrawals.createWithDrawalRequest, held, fresh.recorder)
    expectRefused(
      await fresh.request(credited),
      'Main wallet has ₦250.00 (₦600.00 less ₦350.00 held by pending withdrawals), which does not cover the ₦400.00 that the reversal takes back.',
    )
  })

  it('for a closed savings wallet, and for cash of a deleted agent', async () => {
    const { saving } = await fresh.saver()
    const wrong = await fresh.deposit(saving.id, naira(100))
    const { id } = await fresh.ask(wrong)
    await own.ask(calls.savings.closeSaving, { savings_id: saving.id }, fresh.recorder)
    const closed = `Savings wallet ${saving.reference} is closed. A movement of a closed wallet can’t be reversed.`
    expectRefused(await fresh.decide(id), closed)
    const [left] = await own.database
      .select()
      .from(savingsHistory)
      .where(sql`${savingsHistory.savingsId} = ${saving.id} and kind = 'withdrawal'`)
    expectRefused(await fresh.request(left?.reference ?? ''), closed)

    const two = await fresh.saver({ name: 'Removed Agent' })
    const { line } = await fresh.collect(two.agent.id, two.saving.id, naira(100))
    await own.database.update(agents).set({ status: 'DELETED' }).where(eq(agents.id, two.agent.id))
    expectRefused(
      await fresh.request(line),
      'Removed Agent, whose cash it changed, was deleted. The account of a deleted agent stays as it is.',
    )
  })

  it('for a customer who was deleted meanwhile', async () => {
    const { customer, saving } = await fresh.saver()
    const wrong = await fresh.deposit(saving.id, naira(100))
    const { id } = await fresh.ask(wrong)
    await own.database.update(customers).set({ isDeleted: true }).where(eq(customers.id, customer.id))
    const gone = 'The customer was deleted. The movement can’t be reversed.'
    expect(await fresh.caseOf(id)).toMatchObject({ obstacle: gone })
    expectRefused(await fresh.decide(id), gone)
    expect((await fresh.stateOf((await fresh.caseOf(id))?.reference ?? '')).status).toBe('pending')
    await fresh.decide(id, fresh.approver, 'reject', 'Deleted')
    expectRefused(await fresh.request(wrong), gone)
    expect(await fresh.balance(saving.reference)).toBe(naira(100))
  })

  it.each([
    ['  ', sentences.reasonRequired],
    ['x'.repeat(501), 'Reason may have at most 500 characters.'],
  ])('for the reason %j', async (reason, message) => {
    const { saving } = await fresh.saver()
    const wrong = await fresh.deposit(saving.id, naira(100))
    const before = await own.database.$count(reversals)
    expect(await fresh.request(wrong, fresh.asker, reason)).toMatchObject({
      status: '100',
      fields: [message],
    })
    expect(await own.database.$count(reversals)).toBe(before)
  })
})

it('one key has one effect, for the request and for the approval', async () => {
  const fresh = await openReversalDesk()
  const { saving } = await fresh.saver()
  const wrong = await fresh.deposit(saving.id, naira(100))
  await fresh.deposit(saving.id, naira(500))
  const key = randomUUID()
  const body = { reference: wrong, reason: 'Twice' }
  const requested = await fresh.server.ask(calls.reversals.requestReversal, body, { ...fresh.asker, key })
  const repeated = await fresh.server.ask(calls.reversals.requestReversal, body, { ...fresh.asker, key })
  expect(repeated.json).toEqual(requested.json)
  expect(await fresh.server.database.$count(reversals)).toBe(1)
  const { id } = await fresh.stateOf(requested.output().data.reference)
  const again = randomUUID()
  const approved = await fresh.decide(id, fresh.approver, 'accept', 'Yes', again)
  expect((await fresh.decide(id, fresh.approver, 'accept', 'Yes', again)).json).toEqual(approved.json)
  expect(await fresh.balance(saving.reference)).toBe(naira(500))
})

describe('the list', () => {
  it('is searched by both references and the customer, filtered by what waits, sorted and exported', async () => {
    const fresh = await openReversalDesk()
    const [a, b] = [await fresh.saver(), await fresh.saver()]
    const wrong = await fresh.deposit(a.saving.id, naira(100))
    const entry = await fresh.reverse(wrong)
    const second = await fresh.deposit(b.saving.id, naira(90))
    const open = await fresh.ask(second)
    const list = async (more: object, actor = fresh.approver) =>
      (await fresh.server.ask(getReversals, { page: 1, ...more }, actor)).output().data.data
    const [done] = await list({ search: wrong })
    expect(done).toMatchObject({
      original: wrong,
      kind: 'Savings deposit',
      amount: naira(100),
      user_id: a.customer.id,
      agent: null,
      recorded_by_name: fresh.recorder.name,
      status: 'approved',
      reason: 'Typed wrongly',
      requested_by_name: fresh.asker.name,
      decided_by_name: fresh.approver.name,
      entry,
    })
    expect((await list({ search: open.reference })).map(({ id }) => id)).toEqual([open.id])
    expect((await list({})).map(({ amount }) => amount)).toEqual([naira(90), naira(100)])
    expect((await list({ sort: 'amount', order: 'desc' })).map(({ amount }) => amount)).toEqual([
      naira(100),
      naira(90),
    ])
    expect((await list({ waiting: 'mine' })).map(({ id }) => id)).toEqual([open.id])
    for (const actor of [fresh.asker, fresh.recorder])
      expect(await list({ waiting: 'mine' }, actor)).toEqual([])
    const counts = await fresh.server.ask(calls.dashboard.getWaitingDecisions, {}, fresh.other)
    expect(counts.output().data).toEqual({ reversals: 1, reopenings: 0 })
    const file = await fresh.server.ask(getReversals, { page: 1, download: 'csv' }, fresh.asker)
    expect(csvCells(file.text.slice(1)).map((row) => row[9])).toEqual(['Reversed By', '', entry])
  })

  it('is closed without a permission of reversals', async () => {
    const clerk = await server.enter('can-view-saving')
    expect((await server.ask(getReversals, { page: 1 }, clerk)).http).toBe(403)
    const onlyAsks = await server.enter('can-request-reversal')
    expect((await server.ask(getReversals, { page: 1 }, onlyAsks)).status).toBe('200')
    const body = { id: 1, status: 'accept' } as const
    expect((await server.ask(calls.reversals.reversalDecision, body, onlyAsks)).http).toBe(403)
    const onlyApproves = await server.enter('can-approve-reversal')
    const wish = { reference: 'SD-261118-000001', reason: 'x' }
    expect((await server.ask(calls.reversals.requestReversal, wish, onlyApproves)).http).toBe(403)
  })
})

describe('the database', async () => {
  const fresh = await openReversalDesk()
  const { database } = fresh.server
  const codeOf = (change: ReturnType<typeof sql>) =>
    database.execute(change).then(
      () => 'done',
      (error: unknown) => databaseError(error)?.code,
    )

  it('rejects changed terms, a second decision, a wrong entry, deletions and a second reversal', async () => {
    const { saving } = await fresh.saver()
    const wrong = await fresh.deposit(saving.id, naira(100))
    await fresh.deposit(saving.id, naira(100))
    const { id } = await fresh.ask(wrong)
    const change = (what: ReturnType<typeof sql>) =>
      codeOf(sql`update reversals set ${what} where id = ${id}`)
    const decided = sql`decided_by = ${fresh.approver.id}, decided_at = now()`
    for (const what of [
      sql`amount = amount + 1`,
      sql`reason = 'y'`,
      sql`original_id = original_id + 1`,
      sql`status = 'approved', entry_id = original_id, ${decided}`,
    ])
      expect(await change(what)).toBe('23001')
    expect(await change(sql`status = 'approved', ${decided}`)).not.toBe('done')
    await fresh.decide(id)
    expect(await change(sql`status = 'rejected', comment = 'x', entry_id = null`)).toBe('23001')
    expect(await codeOf(sql`delete from reversals`)).toBe('23001')
    expect(
      await codeOf(sql`insert into reversals (reference, original_id, customer_id, amount, reason, requested_by)
        select 'RR-again', original_id, customer_id, amount, reason, requested_by from reversals where id = ${id}`),
    ).toBe('23505')
  })

  it('rejects an entry that does not mirror what it reverses', async () => {
    const { saving, customer } = await fresh.saver()
    const { entryId } = await fresh.money.pay(saving.reference, naira(100), { customerId: customer.id })
    const mirror = (amount: number, more: Parameters<typeof fresh.money.pay>[2] = {}) =>
      fresh.money
        .pay(saving.reference, naira(amount), {
          kind: 'Reversal',
          reversesId: entryId,
          customerId: customer.id,
          ...more,
        })
        .then(
          (posted) => posted.entryId,
          (error: unknown) => databaseError(error)?.constraint,
        )
    expect(await mirror(-60)).toBe('ledger_mirrored')
    expect(await mirror(100)).toBe('ledger_mirrored')
    expect(await mirror(-100, { customerId: null })).toBe('ledger_mirrored')
    expect(await mirror(-100, { kind: 'Customer credit' })).toBe('ledger_mirrored')
    expect(await mirror(-100, { reversesId: null })).toBe('ledger_mirrored')
    const reversal = await mirror(-100)
    expect(reversal).toEqual(expect.any(Number))
    await fresh.money.pay(saving.reference, naira(100))
    expect(await mirror(-100)).toBe('ledger_entries_reversed')
    expect(await mirror(100, { reversesId: reversal as number })).toBe('ledger_mirrored')
    // Posted without a request, which the check of the ledger reports.
    expect((await verifyLedger(database)).faults).toEqual([
      expect.stringMatching(/^reversal RV-\d{6}-\d{6} was not approved as it stands$/),
    ])
  })
})

it('verify-ledger reports a tampered reversal', async () => {
  const fresh = await openReversalDesk()
  const { saving } = await fresh.saver()
  const wrong = await fresh.deposit(saving.id, naira(100))
  const other2 = await fresh.deposit(saving.id, naira(100))
  await fresh.deposit(saving.id, naira(900))
  const { id, reference } = await fresh.ask(wrong)
  const { entry } = (await fresh.decide(id)).output().data
  const verify = async () => (await verifyLedger(fresh.server.database)).faults
  expect(await verify()).toEqual([])
  const run = (table: string, what: string) =>
    fresh.server.database.$client.query(
      `alter table ${table} disable trigger user; ${what}; alter table ${table} enable trigger user`,
    )
  const idOf = (name: string) => `(select id from ledger_entries where reference = '${name}')`

  await run('reversals', `update reversals set amount = amount + 1 where id = ${id}`)
  expect(await verify()).toEqual([`reversal ${entry} was not approved as it stands`])
  await run('reversals', `update reversals set amount = amount - 1 where id = ${id}`)

  const point = (name: string) =>
    run(
      'ledger_entries',
      `update ledger_entries set reverses_id = ${idOf(name)} where reference = '${entry}'`,
    )
  await point(other2)
  expect(await verify()).toEqual([
    `reversal ${entry} was not approved as it stands`,
    `request ${reference} has no entry that reverses`,
    `savings history ${wrong} is not reversed as its entry is`,
  ])
  await point(wrong)

  await run(
    'savings_history',
    `update savings_history set status = 'rejected', entry_id = null,
    amount_before = amount_after where reference = '${entry}'`,
  )
  expect(await verify()).toEqual([`savings history ${wrong} is not reversed as its entry is`])
  await run(
    'savings_history',
    `update savings_history set status = 'approved', entry_id = ${idOf(entry ?? '')},
    amount_before = amount_after - amount where reference = '${entry}'`,
  )

  await run(
    'ledger_entries',
    `update ledger_entries set kind = 'Customer credit' where reference = '${entry}'`,
  )
  expect(await verify()).toContain(`reversal ${entry} does not mirror one entry that is not a reversal`)
  await run('ledger_entries', `update ledger_entries set kind = 'Reversal' where reference = '${entry}'`)

  await run(
    'ledger_entries',
    `drop index ledger_entries_reversed; update ledger_entries set reverses_id = ${idOf(wrong)}
      where reference = '${other2}'`,
  )
  expect(await verify()).toContain(`entry ${wrong} is reversed twice`)
})

it('ALLOW_SAME_APPROVER lets one admin record, request and approve', async () => {
  const single = await openReversalDesk({ ALLOW_SAME_APPROVER: 'true' })
  const { saving } = await single.saver()
  const wrong = await single.deposit(saving.id, naira(100), single.asker)
  const { id } = await single.ask(wrong)
  expect((await single.decide(id, single.asker)).status).toBe('200')
  expect(await single.balance(saving.reference)).toBe(0)
})
