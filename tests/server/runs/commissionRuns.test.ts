import { asc, eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { savings, savingsCycles } from '#server/db/tables/money'
import { runItems, runs } from '#server/db/tables/runs'
import { planRuns } from '#server/runs/run'
import { naira, rate } from '../support/people'
import { openCommissionDesk } from '../savings/commissionDesk'

const end = { commission: 'contribution', taken: 'end' } as const
type Desk = Awaited<ReturnType<typeof openCommissionDesk>>

const itemsOf = (at: Desk, kind: 'commissions' | 'plans') =>
  at.database
    .select({ day: runs.day, savingsId: runItems.savingsId, amount: runItems.amount, open: runItems.open })
    .from(runItems)
    .innerJoin(runs, eq(runs.id, runItems.runId))
    .where(eq(runs.kind, kind))
    .orderBy(asc(runItems.id))

describe('the run of commissions', () => {
  it('takes at the end of a cycle what it owes, and nothing of a cycle without a deposit', async () => {
    const at = await openCommissionDesk()
    const [month, days, idle] = [
      await at.open(end),
      await at.open({ ...end, cycle: 'days', cycle_days: 5 }),
      await at.open(end),
    ]
    for (const wallet of [month, days]) await at.deposit(wallet, naira(1200))
    at.goTo('2026-11-22')
    await at.closeDays()
    expect(await at.balanceOf(days.reference)).toBe(naira(1200))
    at.goTo('2026-11-23')
    await at.closeDays()
    expect(await at.balanceOf(days.reference)).toBe(naira(700))
    expect(await at.balanceOf(month.reference)).toBe(naira(1200))
    at.goTo('2026-12-20')
    await at.closeDays()
    await at.closeDays()
    expect(await at.cycles(month)).toEqual([[1, naira(1200), naira(500), naira(500)]])
    expect(await at.cycles(days)).toEqual([[1, naira(1200), naira(500), naira(500)]])
    expect(await at.cycles(idle)).toEqual([])
    expect(await itemsOf(at, 'commissions')).toEqual([
      { day: '2026-11-22', savingsId: days.id, amount: naira(500), open: 0 },
      { day: '2026-11-30', savingsId: month.id, amount: naira(500), open: 0 },
    ])
    expect(await at.faults()).toEqual([])
  })

  it('leaves open what a wallet does not cover, for the next deposit or the next day', async () => {
    const at = await openCommissionDesk()
    const wallet = await at.open({ ...end, cycle: 'days', cycle_days: 3 })
    await at.deposit(wallet, naira(600))
    // Paid out by hand: the books say so, the wallet is short.
    await at.money.pay(wallet.reference, naira(-500))
    at.goTo('2026-11-21')
    await at.closeDays()
    expect(await at.cycles(wallet)).toEqual([[1, naira(600), naira(500), naira(100)]])
    await at.deposit(wallet, naira(300))
    expect(await at.cycles(wallet)).toEqual([
      [1, naira(600), naira(500), naira(400)],
      [2, naira(300), naira(300), 0],
    ])
    await at.money.pay(wallet.reference, naira(1000))
    at.goTo('2026-11-22')
    await at.closeDays()
    expect(await at.cycles(wallet)).toEqual([
      [1, naira(600), naira(500), naira(500)],
      [2, naira(300), naira(300), 0],
    ])
    expect(await itemsOf(at, 'commissions')).toEqual([
      { day: '2026-11-20', savingsId: wallet.id, amount: naira(100), open: naira(400) },
      { day: '2026-11-21', savingsId: wallet.id, amount: naira(100), open: 0 },
    ])
  })

  it('takes on the next day what is taken first and owed without a deposit, as by a card that was taken over', async () => {
    const at = await openCommissionDesk()
    const wallet = await at.open({ ...end, taken: 'first' })
    await at.deposit(wallet, naira(700))
    await at.database.update(savingsCycles).set({ taken: naira(400) })
    at.goTo('2026-11-19')
    await at.closeDays()
    expect(await at.cycles(wallet)).toEqual([[1, naira(700), naira(500), naira(500)]])
    expect(await at.balanceOf(wallet.reference)).toBe(naira(100))
  })

  it('of the month takes before the charges, once for two servers at the same time', async () => {
    const at = await openCommissionDesk()
    const wallets = []
    for (let n = 0; n < 4; n++)
      wallets.push(await at.open({ commission: 'percent', commission_rate: rate(10), taken: 'end' }))
    const plain = await at.open({ charge: naira(100) })
    for (const wallet of [...wallets, plain]) await at.deposit(wallet, naira(1000))
    at.goTo('2027-01-01')
    const dry = await planRuns(at.database, { now: at.clock.now(), through: '2026-12-31' })
    expect(dry.filter(({ kind, posted }) => kind === 'commissions' && posted > 0)).toMatchObject([
      { day: '2026-11-30', posted: 4, amount: naira(400) },
    ])
    await Promise.all([at.closeDays(), at.closeDays(), at.closeDays()])
    await at.closeDays()
    for (const wallet of wallets) expect(await at.balanceOf(wallet.reference)).toBe(naira(900))
    // A charge a month is also for a month without a deposit.
    expect(await at.balanceOf(plain.reference)).toBe(naira(900))
    expect(await at.faults()).toEqual([])
  })

  it('is none where no wallet has cycles', async () => {
    const at = await openCommissionDesk()
    await at.deposit(await at.open({ charge: naira(100) }), naira(1000))
    at.goTo('2026-12-01')
    await at.closeDays()
    const kinds = (await at.database.select().from(runs)).map(({ kind }) => kind)
    expect([...new Set(kinds)].toSorted()).toEqual(['charges', 'interest', 'penalties'])
  })
})

describe('the end of a plan', () => {
  it('pays out after the commission and begins again, or closes the wallet', async () => {
    const at = await openCommissionDesk()
    const plan = { contribution: naira(500), duration: 10 }
    const again = await at.open({ ...end, plan_end: 'pay-out' }, plan)
    const last = await at.open({ ...end, plan_end: 'close' }, plan)
    const empty = await at.open({ ...end, plan_end: 'close' }, plan)
    const on = await at.open(end, plan)
    for (const wallet of [again, last, on]) await at.deposit(wallet, naira(2000))
    at.goTo('2026-11-27')
    await at.closeDays()
    expect(await at.savingOf(last.reference)).toMatchObject({ status: 'active', dueDate: '2026-11-28' })
    at.goTo('2026-11-28')
    await at.closeDays()
    expect(await at.savingOf(again.reference)).toMatchObject({ status: 'active', dueDate: '2026-12-08' })
    for (const wallet of [last, empty])
      expect(await at.savingOf(wallet.reference)).toMatchObject({ status: 'closed', closedOn: '2026-11-27' })
    expect(await at.savingOf(on.reference)).toMatchObject({ status: 'active', dueDate: '2026-11-28' })
    expect([await at.mainOf(again), await at.mainOf(last), await at.mainOf(on)]).toEqual([
      naira(1500),
      naira(1500),
      0,
    ])
    expect(await at.balanceOf(on.reference)).toBe(naira(2000))
    expect((await at.messages(again)).at(-1)).toMatch(/^Your savings plan ended: NGN 1,500\.00 moved/)
    expect((await at.messages(last)).at(-1)).toMatch(/^Savings wallet closed\. NGN 1,500\.00 moved/)
    expect((await at.messages(empty)).at(-1)).toMatch(/^Savings wallet closed\. Main wallet balance/)
    expect(await itemsOf(at, 'plans')).toMatchObject([
      { savingsId: again.id, amount: naira(1500) },
      { savingsId: last.id, amount: naira(1500) },
    ])
    await at.closeDays()
    expect(await at.mainOf(again)).toBe(naira(1500))
    expect(await at.faults()).toEqual([])
  })

  it('leaves what a deposit of the new plan owes, as it is paid in before the run', async () => {
    const at = await openCommissionDesk()
    const wallet = await at.open(
      { ...end, cycle: 'days', cycle_days: 10, plan_end: 'pay-out' },
      { duration: 10 },
    )
    await at.deposit(wallet, naira(1000))
    at.goTo('2026-11-28')
    await at.deposit(wallet, naira(700))
    await at.closeDays()
    expect(await at.cycles(wallet)).toEqual([
      [1, naira(1000), naira(500), naira(500)],
      [2, naira(700), naira(500), 0],
    ])
    expect(await at.balanceOf(wallet.reference)).toBe(naira(500))
    expect(await at.mainOf(wallet)).toBe(naira(700))
    expect(await at.faults()).toEqual([])
  })
})

describe('a reopening', () => {
  it('takes back commissions and payouts of its days, and the days are closed again as they were', async () => {
    const at = await openCommissionDesk()
    const plan = { duration: 10 }
    const paid = await at.open({ ...end, plan_end: 'pay-out' }, plan)
    const closed = await at.open({ ...end, plan_end: 'close' }, plan)
    const empty = await at.open({ ...end, plan_end: 'pay-out' }, plan)
    const month = await at.open(end)
    for (const wallet of [paid, closed, month]) await at.deposit(wallet, naira(2000))
    at.goTo('2026-12-02')
    await at.closeDays()
    const state = async () => ({
      wallets: await at.database
        .select({ status: savings.status, due: savings.dueDate, closedOn: savings.closedOn })
        .from(savings)
        .orderBy(asc(savings.id)),
      cycles: await Promise.all([paid, closed, empty, month].map((wallet) => at.cycles(wallet))),
      mains: await Promise.all([paid, closed].map((wallet) => at.mainOf(wallet))),
      business: await at.balanceOf('TW'),
    })
    const after = await state()
    const reply = await at.reopen('2026-11-25')
    expect(reply.message).toMatch(/ So were ₦1,500\.00 of commissions and ₦3,000\.00 of payouts\./)
    for (const wallet of [paid, closed, empty])
      expect(await at.savingOf(wallet.reference)).toMatchObject({
        status: 'active',
        dueDate: '2026-11-28',
        closedOn: null,
      })
    for (const wallet of [paid, closed, month]) {
      expect(await at.balanceOf(wallet.reference)).toBe(naira(2000))
      expect(await at.cycles(wallet)).toEqual([[1, naira(2000), naira(500), 0]])
    }
    expect(await at.faults()).toEqual([])
    await at.closeDays()
    expect(await state()).toEqual(after)
    expect(await at.faults()).toEqual([])
  })

  it('gives back a commission once, also where its deposit was reversed since', async () => {
    const at = await openCommissionDesk()
    const wallet = await at.open({ ...end, cycle: 'days', cycle_days: 2 })
    const { reference } = (await at.deposit(wallet, naira(800))).output().data
    at.goTo('2026-11-21')
    await at.closeDays()
    expect((await at.reverse(reference)).status).toBe('200')
    expect(await at.cycles(wallet)).toEqual([[1, 0, 0, 0]])
    const before = await at.balanceOf('TW')
    const reply = await at.reopen('2026-11-18')
    expect(reply.status, reply.text).toBe('200')
    expect(await at.cycles(wallet)).toEqual([[1, 0, 0, 0]])
    expect(await at.balanceOf(wallet.reference)).toBe(0)
    expect(await at.balanceOf('TW')).toBe(before)
    expect(await at.faults()).toEqual([])
  })

  it('of a day on which a plan closed a wallet that owed a charge takes that charge once', async () => {
    const at = await openCommissionDesk()
    const charge = { commission: 'amount', charge: naira(500), taken: 'end', plan_end: 'close' } as const
    const wallet = await at.open(charge)
    await at.deposit(wallet, naira(300))
    await at.database
      .update(savings)
      .set({ createdAt: new Date('2026-10-10T09:00:00Z'), duration: 52, dueDate: '2026-12-01' })
      .where(eq(savings.id, wallet.id))
    at.goTo('2026-12-01')
    await at.closeDays()
    expect(await at.savingOf(wallet.reference)).toMatchObject({ status: 'closed', chargeOwed: naira(200) })
    expect((await at.reopen('2026-11-30')).status).toBe('200')
    expect(await at.savingOf(wallet.reference)).toMatchObject({ status: 'active', chargeOwed: 0 })
    await at.deposit(wallet, naira(1000))
    at.goTo('2026-12-02')
    await at.closeDays()
    expect(await at.balanceOf('TW')).toBe(naira(500))
    expect(await at.balanceOf(`customer ${wallet.customer.id}`)).toBe(naira(800))
    expect(await at.faults()).toEqual([])
  })

  it('is refused where a main wallet does not cover what a plan paid out to it', async () => {
    const at = await openCommissionDesk()
    const wallet = await at.open({ ...end, plan_end: 'pay-out' }, { duration: 5 })
    await at.deposit(wallet, naira(2000))
    at.goTo('2026-11-24')
    await at.closeDays()
    await at.money.pay(`customer ${wallet.customer.id}`, naira(-1))
    const reply = await at.reopen('2026-11-20')
    expect(reply.status).toBe('400')
    expect(await at.savingOf(wallet.reference)).toMatchObject({ dueDate: '2026-11-28' })
  })
})
