import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { calls } from '#contract/index'
import type { Kobo } from '#contract/values'
import { addDays, lagosDay, startOfLagosDay } from '#domain/time/lagos'
import { agentPayments } from '#server/db/tables/agentPay'
import { entries } from '#server/db/tables/ledger'
import { customerMessages } from '#server/db/tables/messages'
import { savings, withdrawals } from '#server/db/tables/money'
import { agentPayouts } from '#server/db/tables/payouts'
import { runItems } from '#server/db/tables/runs'
import { lastEndedDay, openRuns, postRuns } from '#server/runs/run'
import { openPayDesk } from '../agentPay/payDesk'
import { openCommissionDesk, thrift } from '../savings/commissionDesk'
import { faultsIn } from '../support/books'
import { expectRefused } from '../support/guards'
import { naira } from '../support/people'
import { roundsOf } from '../support/rounds'
import { openReversalDesk } from './reversalDesk'

const rounds = roundsOf(6)

describe('a withdrawal', async () => {
  const desk = await openReversalDesk()
  const { server, saver, credit, balance, ask, decide, reverse, request } = desk
  const { database } = server
  const payer = await server.enter('can-approve-withdrawal', 'can-view-withdrawal')

  async function requested(amount: Kobo, more: Kobo = naira(0)) {
    const one = await saver()
    await credit(one.customer.id, (amount + more) as Kobo)
    const body = { customer_id: one.customer.id, amount, description: 'School fees' }
    await server.ask(calls.withdrawals.createWithDrawalRequest, body, desk.recorder)
    const [row] = await database.select().from(withdrawals).where(eq(withdrawals.customerId, one.customer.id))
    return { ...one, id: row?.id ?? 0, reference: row?.reference ?? '' }
  }
  const listed = async (search: string) =>
    (await server.ask(calls.withdrawals.getWithDrawList, { page: 1, search }, payer)).output().data.data[0]
  async function paid(amount: Kobo) {
    const one = await requested(amount)
    const body = { id: one.id, status: 'approve' } as const
    await server.ask(calls.withdrawals.WithDrawalRequestApproval, body, payer)
    return { ...one, movement: (await listed(one.reference))?.movement ?? '' }
  }

  it('paid at the counter is in the main wallet again, once, and shown as reversed', async () => {
    const cash = await balance('CASH')
    const one = await paid(naira(800))
    expect(one.movement).toMatch(/^WD-/)
    expect(await listed(one.reference)).toMatchObject({ paid_by: 'Counter', reversed_by: null })
    const asked = await ask(one.movement)
    const done = await decide(asked.id)
    expect(done.message).toContain('Main wallet: ₦800.00.')
    const { entry } = done.output().data
    expect(await balance(one.main)).toBe(naira(800))
    expect(await balance('CASH')).toBe(cash - naira(800))
    expect(await listed(one.reference)).toMatchObject({
      status: 'approved',
      paid_by: null,
      reversed_by: entry,
    })
    const [message] = await database
      .select()
      .from(customerMessages)
      .where(eq(customerMessages.customerId, one.customer.id))
      .orderBy(customerMessages.id)
      .then((all) => all.slice(-1))
    expect(message?.text).toBe(
      `Receipt ${one.movement} of NGN 800.00 was reversed. New balance: NGN 800.00. Ref. ${entry}.`,
    )
    expectRefused(await request(one.movement), `Movement ${one.movement} was reversed by ${entry} already.`)
    // What is paid out and reversed on a day was not paid out.
    const closer = await server.enter('can-view-day-close')
    const day = lagosDay(server.clock.now())
    const close = (await server.ask(calls.closing.getDayClose, { day }, closer)).output().data
    expect(close.paid_out.withdrawals).toEqual({ count: 1, amount: 0 })
    expect(close.counter.reversed).toBe(0)
    expect(await faultsIn(database)).toEqual([])
  })

  it('approved for reversal by two at once goes back once', async () => {
    for (let round = 0; round < rounds; round++) {
      const one = await paid(naira(100))
      const { id } = await ask(one.movement)
      const replies = await Promise.all([decide(id, desk.approver), decide(id, desk.other)])
      expect(replies.map(({ status }) => String(status)).toSorted()).toEqual(['200', '400'])
      expect(await balance(one.main)).toBe(naira(100))
    }
    expect(await faultsIn(database)).toEqual([])
  })

  it('for an agent is cancelled instead; its cancellation is reversed, where the wallet covers that', async () => {
    const one = await requested(naira(300), naira(50))
    const today = lagosDay(server.clock.now())
    await server.ask(calls.withdrawals.approveWithdrawalForAgent, { id: one.id, pay_on: today }, payer)
    const [entry] = await database
      .select({ reference: entries.reference })
      .from(withdrawals)
      .innerJoin(entries, eq(entries.id, withdrawals.entryId))
      .where(eq(withdrawals.id, one.id))
    const movement = entry?.reference ?? ''
    expectRefused(
      await request(movement),
      `Withdrawal ${one.reference} is to be paid by an agent. It is cancelled instead, once its day is over.`,
    )
    expect(await listed(one.reference)).toMatchObject({ payment: 'to pay', movement: null })
    await database
      .update(agentPayouts)
      .set({ payOn: addDays(today, -1) })
      .where(eq(agentPayouts.withdrawalId, one.id))
    const cancel = { id: one.id, payment: 'cancel', comment: 'Saves on' } as const
    expect((await server.ask(calls.withdrawals.withdrawalPayment, cancel, payer)).status).toBe('200')
    const cancelled = (await listed(one.reference))?.movement ?? ''
    expect(cancelled).toMatch(/^WC-/)
    expectRefused(
      await request(movement),
      `Withdrawal ${one.reference} was cancelled by ${cancelled}: the main wallet has it again.`,
    )
    expect(await balance(one.main)).toBe(naira(350))
    const asked = await ask(cancelled)
    const held = { customer_id: one.customer.id, amount: naira(51), description: 'Rent' }
    await server.ask(calls.withdrawals.createWithDrawalRequest, held, desk.recorder)
    expectRefused(
      await decide(asked.id),
      'Main wallet has ₦299.00 (₦350.00 less ₦51.00 held by pending withdrawals), which does not cover the ₦300.00 that the reversal takes back.',
    )
    const [pending] = await database
      .select()
      .from(withdrawals)
      .where(eq(withdrawals.amount, naira(51)))
    const no = { id: pending?.id ?? 0, status: 'rejected', comment: 'No' } as const
    await server.ask(calls.withdrawals.WithDrawalRequestApproval, no, payer)
    const done = await decide(asked.id)
    expect(done.message).toContain('Main wallet: ₦50.00.')
    expect(await listed(one.reference)).toMatchObject({
      payment: 'to pay',
      movement: null,
      reversed_by: null,
    })
    expect(await faultsIn(database)).toEqual([])
    // Paid at last, and that is reversed first.
    await server.ask(calls.withdrawals.withdrawalPayment, { id: one.id, payment: 'counter' }, payer)
    const payment = (await listed(one.reference))?.movement ?? ''
    expectRefused(
      await request(movement),
      `Withdrawal ${one.reference} was paid by ${payment}. That must be reversed first; then it is cancelled.`,
    )
    await reverse(payment)
    expect(await listed(one.reference)).toMatchObject({ payment: 'to pay', movement: null })
    expect(await faultsIn(database)).toEqual([])
  })
})

describe('a commission', () => {
  it('is given back for good: neither a deposit nor a run takes it again', async () => {
    const desk = await openCommissionDesk()
    const { database } = desk
    const wallet = await desk.open(thrift, { contribution: naira(500) })
    await desk.deposit(wallet, naira(300))
    const taken = async () =>
      (
        await database
          .select({ reference: entries.reference })
          .from(entries)
          .where(eq(entries.kind, 'Savings commission'))
          .orderBy(entries.id)
      ).map(({ reference }) => reference)
    const [first = ''] = await taken()
    expect(await desk.cycles(wallet)).toEqual([[1, naira(300), naira(300), naira(300)]])
    const done = await desk.reverse(first)
    expect(done.message).toContain(`Savings wallet ${wallet.reference}: ₦300.00.`)
    expect(await desk.cycles(wallet)).toEqual([[1, naira(300), 0, 0]])
    expect(await desk.balanceOf('TW')).toBe(0)
    expect((await desk.messages(wallet)).at(-1)).toContain(`Receipt ${first} of NGN 300.00 was reversed.`)
    // Only what the cycle costs beyond it: ₦500.00 less ₦300.00.
    await desk.deposit(wallet, naira(400))
    expect(await desk.cycles(wallet)).toEqual([[1, naira(700), naira(200), naira(200)]])
    expect(await desk.faults()).toEqual([])
    desk.goTo('2027-01-02')
    await desk.closeDays()
    expect(await desk.cycles(wallet)).toEqual([[1, naira(700), naira(200), naira(200)]])
    expect(await desk.balanceOf(wallet.reference)).toBe(naira(500))
    expect(await desk.faults()).toEqual([])
  })

  it('of which a part was given back is not reversed, and neither is what gave it back', async () => {
    const desk = await openCommissionDesk()
    const wallet = await desk.open({
      commission: 'percent',
      commission_rate: 1000,
      taken: 'first',
    } as typeof thrift)
    const wrong = (await desk.deposit(wallet, naira(600))).output().data.reference
    await desk.deposit(wallet, naira(400))
    await desk.reverse(wrong)
    const all = await desk.database
      .select()
      .from(entries)
      .where(eq(entries.kind, 'Savings commission'))
      .orderBy(entries.id)
    const [taken, , back] = all.map(({ reference }) => reference)
    expectRefused(
      await desk.reverse(taken ?? ''),
      'Only ₦40.00 of the commission of its cycle stands; the rest was given back when deposits were reversed.',
    )
    expectRefused(
      await desk.reverse(back ?? ''),
      `${back} gave commission back, which is part of a reversal.`,
    )
    expect(await desk.faults()).toEqual([])
  })
})

describe('what runs post on savings', async () => {
  const desk = await openReversalDesk()
  const { server, money, saver, balance } = desk
  const { database, clock } = server
  const due = () => ({ now: clock.now(), through: lastEndedDay(clock.now()) })
  await openRuns(database, due())
  await money.pay('SW', naira(10_000))
  const by = async ({ id }: { id: number }) => ({ id, token: await server.openSession(id) })
  async function closeUntil(day: string) {
    while (lagosDay(clock.now()) < day) {
      const next = addDays(lagosDay(clock.now()), 1)
      clock.pass((startOfLagosDay(next).getTime() + 600_000 - clock.now().getTime()) / 60_000)
      await postRuns(database, due())
    }
  }
  async function reverse(movement: string) {
    const { id } = await desk.ask(movement, await by(desk.asker))
    return desk.decide(id, await by(desk.approver))
  }
  const postedOn = async (savingsId: number, kind: string) =>
    (
      await database
        .select({ reference: entries.reference, kind: entries.kind })
        .from(runItems)
        .innerJoin(entries, eq(entries.id, runItems.entryId))
        .where(eq(runItems.savingsId, savingsId))
        .orderBy(entries.id)
    ).flatMap((one) => (one.kind === kind ? [one.reference] : []))

  it('a charge and interest are reversed once; the next runs are as if they stood', async () => {
    const [charged, earns] = [await saver(), await saver()]
    await database
      .update(savings)
      .set({ charge: naira(150) })
      .where(eq(savings.id, charged.saving.id))
    await database.update(savings).set({ interestBasisPoints: 1200 }).where(eq(savings.id, earns.saving.id))
    const recorder = await by(desk.recorder)
    await desk.deposit(charged.saving.id, naira(100), recorder)
    await desk.deposit(earns.saving.id, naira(10_000), recorder)
    const wrong = await desk.deposit(earns.saving.id, naira(2_000), recorder)
    await closeUntil('2027-01-01')
    const owed = async () =>
      (await database.select().from(savings).where(eq(savings.id, charged.saving.id)))[0]?.chargeOwed
    expect(await owed()).toBe(naira(50))
    const [charge = ''] = await postedOn(charged.saving.id, 'Savings charge')
    const [interest = ''] = await postedOn(earns.saving.id, 'Savings interest')
    expect(await balance(earns.saving.reference)).toBe(naira(12_120))

    expect((await reverse(charge)).message).toContain(`Savings wallet ${charged.saving.reference}: ₦100.00.`)
    expect(await owed()).toBe(naira(50))
    expect((await reverse(interest)).status).toBe('200')
    expect(await balance(earns.saving.reference)).toBe(naira(12_000))
    // A deposit of the month that is reversed since takes no interest back that is gone already.
    expect((await reverse(wrong)).message).not.toContain('interest')
    expect(await balance(earns.saving.reference)).toBe(naira(10_000))
    expect(await faultsIn(database)).toEqual([])

    await closeUntil('2027-02-01')
    // January's ₦150.00 and the ₦50.00 of December, of ₦100.00.
    expect(await owed()).toBe(naira(100))
    expect(await balance(earns.saving.reference)).toBe(naira(10_100))
    expect(await faultsIn(database)).toEqual([])
  })

  it('interest with corrections is taken back with them, added or taken back', async () => {
    const recorder = await by(desk.recorder)
    const [more, less] = [await saver(), await saver()]
    for (const { saving } of [more, less])
      await database.update(savings).set({ interestBasisPoints: 1200 }).where(eq(savings.id, saving.id))
    await desk.deposit(more.saving.id, naira(1_000), recorder)
    await desk.deposit(less.saving.id, naira(1_000), recorder)
    const wrong = await desk.deposit(less.saving.id, naira(400), recorder)
    await closeUntil('2027-04-01')
    const late = { savings_id: more.saving.id, amount: naira(300), day: '2027-03-31' }
    await server.ask(calls.savings.recordDeposit, late, await by(desk.recorder))
    await reverse(wrong)
    expect(await faultsIn(database)).toEqual([])
    const before = [await balance(more.saving.reference), await balance(less.saving.reference)]
    const [march = ''] = (await postedOn(less.saving.id, 'Savings interest')).slice(-1)
    const [kept = ''] = (await postedOn(more.saving.id, 'Savings interest')).slice(-1)
    const done = await reverse(march)
    expect(done.message).toContain('that a correction had taken back was paid again.')
    expect((await reverse(kept)).status).toBe('200')
    expect(await faultsIn(database)).toEqual([])
    // March’s interest of ₦10.00 each, corrections left out.
    expect([await balance(more.saving.reference), await balance(less.saving.reference)]).toEqual([
      (before[0] ?? 0) - naira(10),
      (before[1] ?? 0) - naira(10),
    ])
  })

  it('a reopening leaves what was reversed before, and posts the charge again', async () => {
    const one = await saver()
    await database
      .update(savings)
      .set({ charge: naira(30) })
      .where(eq(savings.id, one.saving.id))
    await desk.deposit(one.saving.id, naira(100), await by(desk.recorder))
    await closeUntil('2027-06-01')
    const [charge = ''] = (await postedOn(one.saving.id, 'Savings charge')).slice(-1)
    const had = await balance(one.saving.reference)
    await reverse(charge)
    const close = ['can-reopen-day', 'can-approve-reversal', 'can-request-reversal'] as const
    const [asks, decides] = [
      await server.enter('can-request-reversal'),
      await server.enter('can-approve-reversal'),
    ]
    expect(close).toHaveLength(3)
    const wish = { from_day: '2027-05-31', reason: 'The clock was ahead' }
    expect((await server.ask(calls.closing.requestReopening, wish, asks)).status).toBe('200')
    const { rows } = await database.$client.query('select max(id)::int as id from reopenings')
    const decision = { id: rows[0].id, status: 'accept' } as const
    const reply = await server.ask(calls.closing.reopeningDecision, decision, decides)
    expect(reply.status, reply.text).toBe('200')
    expect(await balance(one.saving.reference)).toBe(had + naira(30))
    expect(await faultsIn(database)).toEqual([])
    await postRuns(database, due())
    expect(await balance(one.saving.reference)).toBe(had)
    expect(await faultsIn(database)).toEqual([])
  })
})

describe('an agent’s payment', () => {
  it('is reversed: its statement is open again, and no more than its total stands', async () => {
    const desk = await openPayDesk()
    const { server } = desk
    await desk.money.pay('PW', naira(1_000))
    const statement = await desk.approvedOf(naira(100))
    await desk.pay(statement.id, naira(100))
    const [payment] = await server.database.select().from(agentPayments)
    const asked = await desk.ask(
      calls.reversals.requestReversal,
      { reference: payment?.reference ?? '', reason: 'Handed to another agent' },
      desk.maker,
    )
    expect(asked.status, asked.text).toBe('200')
    const { rows } = await server.database.$client.query('select max(id)::int as id from reversals')
    const done = await desk.ask(
      calls.reversals.reversalDecision,
      { id: rows[0].id, status: 'accept' },
      desk.one,
    )
    const { entry } = done.output().data
    expect(await desk.balance('PW')).toBe(naira(1_000))
    expect(await desk.caseOf(statement.id, desk.one)).toMatchObject({
      paid: 0,
      payments: [{ reference: payment?.reference, reversed_by: entry }],
    })
    expectRefused(
      await desk.pay(statement.id, naira(101)),
      `₦100.00 of statement ${statement.reference} is open, and not ₦101.00.`,
    )
    expect((await desk.pay(statement.id, naira(60))).status).toBe('200')
    expect((await desk.pay(statement.id, naira(40))).status).toBe('200')
    expect(await desk.caseOf(statement.id, desk.one)).toMatchObject({ paid: naira(100), status: 'Paid' })
    expect(await faultsIn(server.database)).toEqual([])
  })
})
