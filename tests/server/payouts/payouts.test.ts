import { eq, sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { calls } from '#contract/index'
import { endedCycle } from '#domain/savings/payout'
import { sumKobo } from '#domain/money/kobo'
import { addDays, startOfLagosDay } from '#domain/time/lagos'
import { settingChanges } from '#server/db/tables/businessSettings'
import { customerMessages } from '#server/db/tables/messages'
import { savings, savingsHistory, withdrawals } from '#server/db/tables/money'
import { agentPayouts } from '#server/db/tables/payouts'
import { payoutBatches } from '#server/db/tables/payoutBatches'
import { reversals } from '#server/db/tables/reversals'
import { agents } from '#server/db/tables/schema'
import { cashAccount, toPayAccount } from '#server/ledger/accounts'
import { verifyLedger } from '#server/ledger/verify'
import { endedWalletIds } from '#server/modules/payouts/wallets'
import { expectRefused } from '../support/guards'
import { naira } from '../support/people'
import { openPayoutDesk, thrift } from './payoutDesk'

const desk = await openPayoutDesk()
const { server, database, balanceOf, clerk, wallet, ended, request, requested, decide, itemsOf, caseOf } =
  desk
const { money, deposit, tomorrow, by } = desk
const expectRightBooks = async () => expect((await verifyLedger(database)).faults).toEqual([])
const lastText = async (customerId: number) =>
  (await database.select().from(customerMessages).where(eq(customerMessages.customerId, customerId))).at(-1)
    ?.text
const nameOf = async (one: { reference: string }, agentId: number) =>
  (await ended({ agent_id: agentId })).find(({ reference }) => reference === one.reference)?.customer ?? ''

/** Behind the trigger that keeps the terms of a wallet. */
const setTerms = (id: number, fields: Partial<typeof savings.$inferInsert>) =>
  database.transaction(async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`)
    await tx.update(savings).set(fields).where(eq(savings.id, id))
  })

/** Two wallets of an agent with ₦1,500 and ₦700 of October: ₦1,400 and ₦600 without the commission. */
async function twoWallets() {
  const agent = await server.makeAgent()
  const one = await wallet(agent, [
    ['2026-10-05', naira(1000)],
    ['2026-10-20', naira(500)],
  ])
  const other = await wallet(agent, [['2026-10-31', naira(700)]])
  return { agent, one, other, wallets: [one.id, other.id], total: naira(2000) }
}

describe('the wallets whose cycle has ended', () => {
  it('have what was saved in it, what it costs and what can be paid out', async () => {
    const { agent, one, other } = await twoWallets()
    const rows = await ended({ agent_id: agent.id })
    expect(rows.find(({ savings_id }) => savings_id === one.id)).toMatchObject({
      from_day: '2026-10-01',
      through_day: '2026-10-31',
      saved: naira(1500),
      balance: naira(1500),
      commission: naira(100),
      held: 0,
      payable: naira(1400),
    })
    expect(rows.find(({ savings_id }) => savings_id === other.id)).toMatchObject({ payable: naira(600) })
    expect(rows).toHaveLength(2)
  })

  it('say what was kept of the cycle already, before and after the approval', async () => {
    const agent = await server.makeAgent()
    const one = await wallet(agent, [['2026-10-05', naira(1500)]], { terms: { ...thrift, taken: 'first' } })
    const costs = { kept: naira(100), commission: 0 }
    const [row] = await ended({ agent_id: agent.id })
    expect(row).toMatchObject({ saved: naira(1500), ...costs, payable: naira(1400) })
    const batch = await requested({ wallets: [one.id], total: naira(1400), paid: 'main wallet' })
    expect((await caseOf(batch.id))?.items).toMatchObject([costs])
    await decide(batch.id)
    expect((await caseOf(batch.id))?.items).toMatchObject([costs])
    const owing = await twoWallets()
    const taken = { kept: 0, commission: naira(100) }
    const later = await requested({ wallets: owing.wallets, total: owing.total, paid: 'main wallet' })
    expect((await caseOf(later.id))?.items).toMatchObject([taken, taken])
    await decide(later.id)
    expect((await caseOf(later.id))?.items).toMatchObject([taken, taken])
  })

  it('are not those of a first cycle, without money, or closed', async () => {
    const agent = await server.makeAgent()
    await wallet(agent, [['2026-11-10', naira(500)]], { opened: '2026-11-02' })
    await wallet(agent, [])
    const closed = await wallet(agent, [['2026-10-10', naira(500)]])
    await database.update(savings).set({ status: 'closed' }).where(eq(savings.id, closed.id))
    const days = await wallet(agent, [['2026-10-20', naira(500)]], {
      opened: '2026-10-18',
      terms: { ...thrift, cycleKind: 'days', cycleDays: 31 },
    })
    expect((await ended({ agent_id: agent.id })).map(({ savings_id }) => savings_id)).toEqual([days.id])
    await database.update(savings).set({ status: 'active' }).where(eq(savings.id, closed.id))
  })

  it('have nothing saved in it that was reversed since, without a commission too', async () => {
    const agent = await server.makeAgent()
    const terms = { commissionKind: 'none' as const }
    const one = await wallet(agent, [['2026-09-20', naira(1000)]], { opened: '2026-09-01', terms })
    const [of] = await database.select().from(savingsHistory).where(eq(savingsHistory.savingsId, one.id))
    await desk.on('2026-10-05', async () => {
      const [asker, approver] = [
        await server.enter('can-request-reversal'),
        await server.enter('can-approve-reversal'),
      ]
      const body = { reference: of?.reference ?? '', reason: 'Typed twice' }
      const asked = await server.ask(calls.reversals.requestReversal, body, asker)
      const [reversal] = await database
        .select()
        .from(reversals)
        .where(eq(reversals.reference, asked.output().data.reference))
      await server.ask(
        calls.reversals.reversalDecision,
        { id: reversal?.id ?? 0, status: 'accept' },
        approver,
      )
    })
    await desk.on('2026-10-20', () => deposit(one.id, naira(500)))
    expect(await ended({ agent_id: agent.id })).toMatchObject([{ saved: naira(500), payable: naira(500) }])
    const total = naira(500)
    const batch = await requested({ wallets: [one.id], total, paid: 'main wallet' })
    expect((await itemsOf(one.id)).map(({ saved }) => saved)).toEqual([total])
    await decide(batch.id, 'reject', 'Not now')
  })

  it('are found by market and by type too, and by nothing at all not', async () => {
    const { agent, one } = await twoWallets()
    const [row] = await database.select().from(savings).where(eq(savings.id, one.id))
    expect(await ended({ saving_type_id: row?.savingTypeId ?? 0 })).toHaveLength(1)
    expect(await ended({ agent_id: agent.id, saving_type_id: row?.savingTypeId ?? 0 })).toHaveLength(1)
    expect(await ended({ market_id: 999_999 })).toEqual([])
    const nothing = await server.ask(calls.payouts.getEndedCycles, {}, await by(clerk))
    expect(nothing.fields).toEqual(['Please select an agent, a market or a savings type.'])
  })

  it('are those of `endedCycle`, whatever the terms and the days', async () => {
    const agent = await server.makeAgent()
    const one = await wallet(agent, [['2026-11-15', naira(500)]], { opened: '2026-11-15' })
    const terms = [
      { cycleKind: 'month' as const, cycleDays: 31 },
      ...[1, 5, 30, 31].map((cycleDays) => ({ cycleKind: 'days' as const, cycleDays })),
    ]
    for (const term of terms)
      for (const age of [0, 1, 4, 5, 17, 18, 29, 30, 31, 62, 400]) {
        const opened = addDays('2026-11-18', -age)
        await setTerms(one.id, { ...term, createdAt: new Date(startOfLagosDay(opened).getTime() + 60_000) })
        const isListed = (await endedWalletIds(database, { agent_id: agent.id }, '2026-11-18')).length > 0
        expect(isListed, `${term.cycleKind} ${term.cycleDays}, ${age} days`).toBe(
          endedCycle(term, opened, '2026-11-18') !== undefined,
        )
      }
    await setTerms(one.id, { cycleKind: 'month', cycleDays: 31, createdAt: startOfLagosDay('2026-11-15') })
  })
})

describe('an approved payout', () => {
  it('takes the commission, moves the rest to the main wallets, and lists the wallets no more', async () => {
    const { agent, one, other, wallets, total } = await twoWallets()
    const [earned, cash] = [await balanceOf('TW'), await balanceOf(cashAccount)]
    const reply = await request({ wallets, total, paid: 'main wallet' })
    const { reference } = reply.output().data
    expect(reference).toMatch(/^PB-261118-\d{6}$/)
    expect(reply.message).toBe(
      `Payout ${reference} of 2 wallets, ₦2,000.00, was requested. It awaits its approval.`,
    )
    expect(await balanceOf(one.main)).toBe(0)
    expect(await ended({ agent_id: agent.id })).toEqual([])
    const batch = await desk.batchOf(reference)
    expect(await caseOf(batch.id)).toMatchObject({ obstacle: null, against: null, status: 'pending' })
    expect((await decide(batch.id)).message).toBe(
      `Payout ${reference} approved: 2 wallets, ₦2,000.00 moved to the main wallets.`,
    )
    expect([await balanceOf(one.main), await balanceOf(other.main)]).toEqual([naira(1400), naira(600)])
    expect([await balanceOf(one.reference), await balanceOf(other.reference)]).toEqual([0, 0])
    expect((await balanceOf('TW')) - earned).toBe(naira(200))
    expect(await balanceOf(cashAccount)).toBe(cash)
    const { items = [] } = (await caseOf(batch.id)) ?? {}
    expect(sumKobo(items.map(({ amount }) => amount))).toBe(total)
    for (const item of items) {
      expect(item.entry).toMatch(/^ST-261118-\d{6}$/)
      expect(item).toMatchObject({ commission: naira(100), withdrawal: null })
    }
    expect(await lastText(one.customer.id)).toContain('Main wallet: NGN 1,400.00')
    expect(await ended({ agent_id: agent.id })).toEqual([])
    await expectRightBooks()
  })

  it('is paid in cash at the counter, each with a withdrawal and a message', async () => {
    const { one, other, wallets, total } = await twoWallets()
    const cash = await balanceOf(cashAccount)
    const batch = await requested({ wallets, total, paid: 'counter' })
    expect((await decide(batch.id)).message).toContain('₦2,000.00 paid at the counter.')
    expect((await balanceOf(cashAccount)) - cash).toBe(total)
    expect([await balanceOf(one.main), await balanceOf(other.main)]).toEqual([0, 0])
    const [item] = await itemsOf(one.id)
    const [paid] = await database
      .select()
      .from(withdrawals)
      .where(eq(withdrawals.id, item?.withdrawalId ?? 0))
    expect(paid).toMatchObject({
      status: 'approved',
      amount: naira(1400),
      customerId: one.customer.id,
      description: `Payout ${batch.reference}`,
      requestedBy: clerk.id,
    })
    expect(await lastText(one.customer.id)).toContain(
      'Savings of NGN 1,400.00 paid out at the office. Commission NGN 100.00. Savings: NGN 0.00.',
    )
    await expectRightBooks()
  })

  it('is for the agents to pay, and paid with a sheet', async () => {
    const { agent, one, wallets, total } = await twoWallets()
    const due = await balanceOf(toPayAccount)
    const batch = await requested({ wallets, total, paid: 'agent', pay_on: tomorrow() })
    ;(await decide(batch.id)).output()
    expect((await balanceOf(toPayAccount)) - due).toBe(total)
    const [item] = await itemsOf(one.id)
    const [payout] = await database
      .select()
      .from(agentPayouts)
      .where(eq(agentPayouts.withdrawalId, item?.withdrawalId ?? 0))
    expect(payout).toMatchObject({ state: 'to pay', payOn: tomorrow() })
    expect(await lastText(one.customer.id)).toContain(`paid out by ${agent.name.slice(0, 24)} on`)
    const sheet = await desk.on(tomorrow(), async () =>
      server.ask(
        calls.collections.getCollectionSheet,
        { agent_id: agent.id, day: '2026-11-19' },
        await by(clerk),
      ),
    )
    expect(sheet.output().data.payouts).toHaveLength(2)
    await expectRightBooks()
  })

  it('is refused once the day on which the agents pay is over', async () => {
    const { wallets, total } = await twoWallets()
    const batch = await requested({ wallets, total, paid: 'agent', pay_on: desk.today() })
    await desk.on(tomorrow(), async () => {
      const over = 'The day on which the agents pay is over'
      expect(await caseOf(batch.id)).toMatchObject({ obstacle: over })
      expectRefused(await decide(batch.id), `Nothing was paid out. ${over}.`)
    })
    ;(await decide(batch.id, 'reject', 'Too late')).output()
  })

  it('leaves what was deposited since the request, less what its cycle costs', async () => {
    const { agent, one, wallets, total } = await twoWallets()
    const batch = await requested({ wallets, total, paid: 'main wallet' })
    await deposit(one.id, naira(500))
    ;(await decide(batch.id)).output()
    expect(await balanceOf(one.main)).toBe(naira(1400))
    expect(await balanceOf(one.reference)).toBe(naira(400))
    expect(await ended({ agent_id: agent.id })).toEqual([])
    await expectRightBooks()
  })

  it('pays all or none: one wallet with less than requested refuses it by name', async () => {
    const { agent, one, other, wallets, total } = await twoWallets()
    const name = await nameOf(other, agent.id)
    const batch = await requested({ wallets, total, paid: 'counter' })
    await money.pay(other.reference, naira(-200))
    const before = await server.checksums()
    const refusal = `1 of 2 can’t be paid out: ${name}, ${other.reference}: only ₦400.00 can be paid out`
    expect(await caseOf(batch.id)).toMatchObject({ obstacle: refusal })
    expectRefused(await decide(batch.id), `Nothing was paid out. ${refusal}.`)
    const after = await server.checksums()
    for (const table of ['ledger_entries', 'payout_items', 'payout_batches', 'savings_cycles', 'withdrawals'])
      expect(after[table], table).toBe(before[table])
    expect(await balanceOf(one.reference)).toBe(naira(1500))
    ;(await decide(batch.id, 'reject', 'Counted again')).output()
    expect(await ended({ agent_id: agent.id })).toHaveLength(2)
  })

  it('is decided once, by another admin, and rejected with a comment', async () => {
    const { agent, wallets, total } = await twoWallets()
    const batch = await requested({ wallets, total, paid: 'main wallet' })
    const own = `You requested payout ${batch.reference} yourself. Another admin must decide on it.`
    expect(await caseOf(batch.id, clerk)).toMatchObject({ against: own })
    expectRefused(await decide(batch.id, 'accept', undefined, clerk), own)
    expect((await decide(batch.id, 'reject')).fields).toEqual(['A comment is required to reject.'])
    const rejected = await decide(batch.id, 'reject', 'Not this month')
    expect(rejected.message).toBe(
      `Payout ${batch.reference} (2 wallets, ₦2,000.00) was rejected. Nothing was paid out.`,
    )
    expectRefused(await decide(batch.id), `Payout ${batch.reference} is rejected already. Reload the list.`)
    const again = await requested({ wallets, total, paid: 'main wallet' })
    const replies = await Promise.all([decide(again.id), decide(again.id), decide(again.id, 'reject', 'No')])
    expect(replies.filter(({ status }) => status === '200')).toHaveLength(1)
    expect(await ended({ agent_id: agent.id })).toHaveLength(
      (await desk.batchOf(again.reference)).status === 'approved' ? 0 : 2,
    )
    await expectRightBooks()
  })
})

describe('a request', () => {
  it('is refused by name for a wallet that is not paid out, and writes nothing', async () => {
    const { agent, one, other, wallets, total } = await twoWallets()
    const [name, otherName] = [await nameOf(one, agent.id), await nameOf(other, agent.id)]
    const young = await wallet(agent, [['2026-11-10', naira(300)]], { opened: '2026-11-02' })
    const before = await database.$count(payoutBatches)
    const refusal = (why: string, of = 2) => `Nothing was requested. 1 of ${of} can’t be paid out: ${why}.`
    const firstCycle = await request({ wallets: [one.id, young.id], total, paid: 'counter' })
    expect(firstCycle.message).toContain(`${young.reference}: its first cycle has not ended`)
    await money.pay(one.main, naira(100))
    const cash = { amount: naira(50), description: 'Rent', customer_id: one.customer.id }
    const asked = (
      await server.ask(calls.withdrawals.createWithDrawalRequest, cash, await by(clerk))
    ).output().data
    const pending = `${name}, ${one.reference}: a withdrawal of the customer is pending`
    expectRefused(await request({ wallets, total, paid: 'counter' }), refusal(pending))
    expectRefused(await request({ wallets, total, paid: 'main wallet' }), refusal(pending))
    expectRefused(await request({ wallets, total, paid: 'agent', pay_on: tomorrow() }), refusal(pending))
    const [row] = await database.select().from(withdrawals).where(eq(withdrawals.reference, asked.reference))
    const rejection = { id: row?.id ?? 0, status: 'rejected' as const, comment: 'Not now' }
    ;(
      await server.ask(calls.withdrawals.WithDrawalRequestApproval, rejection, await by(desk.manager))
    ).output()
    expectRefused(
      await request({ wallets, total: naira(1999), paid: 'counter' }),
      'These wallets pay out ₦2,000.00 by now, not ₦1,999.00. Reload them.',
    )
    expectRefused(
      await request({ wallets: [one.id, one.id], total, paid: 'counter' }),
      'A savings wallet was selected twice. Nothing was requested.',
    )
    expectRefused(
      await request({ wallets: [one.id, 999_999], total, paid: 'counter' }),
      'Savings wallet with ID 999999 not found',
    )
    expect((await request({ wallets, total, paid: 'agent' })).fields).toEqual([
      'Please select the day on which the agents pay.',
    ])
    expectRefused(
      await request({ wallets, total, paid: 'agent', pay_on: '2026-11-17' }),
      'That day is over. Choose today or a later day.',
    )
    await database.update(agents).set({ status: 'SUSPENDED' }).where(eq(agents.id, agent.id))
    const suspended = await request({ wallets, total, paid: 'agent', pay_on: tomorrow() })
    expect(suspended.message).toContain(`${agent.name} is suspended and can’t pay it`)
    await database.update(agents).set({ status: 'ACTIVE' }).where(eq(agents.id, agent.id))
    expect(await database.$count(payoutBatches)).toBe(before)
    const batch = await requested({ wallets: [other.id], total: naira(600), paid: 'counter' })
    expectRefused(
      await request({ wallets, total, paid: 'counter' }),
      refusal(`${otherName}, ${other.reference}: it is in payout ${batch.reference} already`),
    )
    ;(await decide(batch.id)).output()
    await deposit(other.id, naira(300))
    const since = await request({ wallets: [other.id], total: naira(200), paid: 'counter' })
    expect(since.message).toContain('it was paid out since its cycle ended')
  })

  it('of the same wallet at the same time makes one batch', async () => {
    const { wallets, total } = await twoWallets()
    const replies = await Promise.all([1, 2, 3].map(() => request({ wallets, total, paid: 'counter' })))
    expect(replies.filter(({ status }) => status === '200')).toHaveLength(1)
  })
})

it('the database keeps a batch whole and decided once', async () => {
  const { wallets, total } = await twoWallets()
  const batch = await requested({ wallets, total, paid: 'main wallet' })
  const { databaseErrorOf } = money
  const approve = () =>
    database
      .update(payoutBatches)
      .set({ status: 'approved', decidedBy: desk.manager.id, decidedAt: server.clock.now() })
      .where(eq(payoutBatches.id, batch.id))
  expect((await databaseErrorOf(approve)).constraint).toBe('payout_whole')
  const other = () =>
    database
      .update(payoutBatches)
      .set({ total: naira(1) })
      .where(eq(payoutBatches.id, batch.id))
  expect((await databaseErrorOf(other)).code).toBe('23001')
  const remove = () => database.execute(sql`delete from payout_items where batch_id = ${batch.id}`)
  expect((await databaseErrorOf(remove)).code).toBe('23001')
})

it('a payout in cash is no way around the two approvals of a withdrawal above the limit', async () => {
  const { wallets, total, one } = await twoWallets()
  const before = await requested({ wallets, total, paid: 'counter' })
  const [setter, other] = [await server.enter('can-edit-setting'), await server.enter('can-approve-setting')]
  const limit = { key: 'withdrawal-limit', value: '1000', reason: 'After the audit' } as const
  expect((await server.ask(calls.settings.requestSettingChange, limit, setter)).status).toBe('200')
  const [change] = await database.select().from(settingChanges)
  const decision = { id: change?.id ?? 0, status: 'accept' } as const
  expect((await server.ask(calls.settings.settingChangeDecision, decision, other)).status).toBe('200')
  const text = '₦1,000.00 a day takes two approvals. Pay it to the main wallet, and request a withdrawal'
  expect((await decide(before.id)).message).toContain(`${one.reference}: cash above ${text}`)
  expect((await caseOf(before.id))?.obstacle).toContain(text)
  await decide(before.id, 'reject', 'Above the limit')
  const asked = await request({ wallets, total, paid: 'agent', pay_on: tomorrow() })
  expect(asked.message).toContain('1 of 2 can’t be paid out: ')
  const batch = await requested({ wallets, total, paid: 'main wallet' })
  expect((await decide(batch.id)).status).toBe('200')
  await expectRightBooks()
})
