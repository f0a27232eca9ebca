import { describe, expect, it } from 'vitest'
import { calls } from '#contract/index'
import type { Kobo } from '#contract/values'
import { marketDays } from '#server/db/tables/money'
import { expectRefused } from '../support/guards'
import { naira, rate } from '../support/people'
import { openCommissionDesk, thrift } from './commissionDesk'

// 18 November 2026 is a Wednesday.
type Desk = Awaited<ReturnType<typeof openCommissionDesk>>

const planIn = async (at: Desk, reference: string) => {
  const { fixedAmount, depositType, marketId, marketDay } = await at.savingOf(reference)
  return { fixedAmount: fixedAmount as number, depositType, marketId, marketDay }
}
const amountIn = async (at: Desk, reference: string) => (await planIn(at, reference)).fixedAmount

async function expectedOf(at: Desk, day: string) {
  const reply = await at.server.ask(
    calls.collections.getCollectionSheet,
    { agent_id: at.agent.id, day },
    await at.by(),
  )
  const { lines } = reply.output().data
  return Object.fromEntries(lines.map(({ savings_reference, expected }) => [savings_reference, expected]))
}

describe('a change of a plan', () => {
  it('holds from the next cycle on: its days have the new contribution, earlier ones the old one', async () => {
    const at = await openCommissionDesk()
    const wallet = await at.open()
    const late = await at.open()
    await at.deposit(wallet, naira(500))
    for (const one of [wallet, late]) {
      const reply = await at.changePlan(one, { fixed_amount: naira(1000) })
      expect(reply.message).toBe(
        `Savings wallet ${one.reference}: ₦1,000.00 a day from 1 Dec 2026 on. Until then ₦500.00 a day.`,
      )
      expect(reply.output().data).toEqual({ from_day: '2026-12-01' })
    }
    expect(await at.planChanges(wallet)).toMatchObject({
      contribution: '₦500.00 a day',
      from_day: '2026-12-01',
      next: {
        contribution: '₦1,000.00 a day',
        fixed_amount: naira(1000),
        deposit_type: 'daily',
        market_id: null,
      },
      changes: [{ before: '₦500.00 a day', after: '₦1,000.00 a day', state: 'waiting' }],
    })
    at.goTo('2026-11-30')
    await at.closeDays()
    await at.deposit(wallet, naira(200))
    expect(await amountIn(at, wallet.reference)).toBe(naira(500))
    expect(await at.faults()).toEqual([])

    // Ten minutes after midnight, before the run of the day before.
    at.goTo('2026-12-01')
    await at.deposit(wallet, naira(1200))
    expect(await at.cycles(wallet)).toEqual([
      [1, naira(700), naira(500), naira(500)],
      [2, naira(1200), naira(1000), naira(1000)],
    ])
    expect(await at.faults()).toEqual([])
    await at.closeDays()
    expect(await amountIn(at, wallet.reference)).toBe(naira(1000))
    expect((await at.account(wallet)).fixed_amount).toBe(naira(1000))

    // A deposit that is recorded late counts with the contribution of its day.
    await at.deposit(late, naira(400), '2026-11-30')
    await at.deposit(late, naira(800), '2026-11-30')
    await at.deposit(late, naira(800))
    expect(await at.cycles(late)).toEqual([
      [1, naira(1200), naira(500), naira(500)],
      [2, naira(800), naira(800), naira(800)],
    ])
    expect(await expectedOf(at, '2026-11-30')).toEqual({
      [wallet.reference]: naira(500),
      [late.reference]: naira(500),
    })
    expect(await expectedOf(at, '2026-12-01')).toEqual({
      [wallet.reference]: naira(1000),
      [late.reference]: naira(1000),
    })
    const sheet = await at.sheet([{ wallet: late, amount: naira(500) }], '2026-11-29')
    expect(sheet.status).toBe('200')
    const { rows } = await at.database.$client.query('select expected::int from collection_lines')
    expect(rows).toEqual([{ expected: naira(500) }])
    expect((await at.planChanges(wallet)).changes).toMatchObject([{ state: 'made' }])
    expect(await at.faults()).toEqual([])
  })

  it('waits for the next ten days, of a charge a month for the next month', async () => {
    const at = await openCommissionDesk()
    const tenDays = await at.open({ ...thrift, cycle: 'days', cycle_days: 10 })
    const monthly = await at.open({ charge: naira(100) })
    at.goTo('2026-11-27')
    await at.closeDays()
    expect((await at.changePlan(tenDays, {})).output().data.from_day).toBe('2026-11-28')
    expect((await at.changePlan(monthly, { deposit_type: 'weekly' })).output().data.from_day).toBe(
      '2026-12-01',
    )
    at.goTo('2026-11-28')
    expect((await at.planChanges(tenDays)).from_day).toBe('2026-12-08')
    await at.closeDays()
    expect([await amountIn(at, tenDays.reference), await amountIn(at, monthly.reference)]).toEqual([
      naira(1000),
      naira(500),
    ])
    at.goTo('2026-12-01')
    await at.closeDays()
    expect(await planIn(at, monthly.reference)).toMatchObject({
      fixedAmount: naira(1000),
      depositType: 'weekly',
    })
    expect(await at.faults()).toEqual([])
  })

  it('replaces one that waits for the same day; the last one holds, also the former plan', async () => {
    const at = await openCommissionDesk()
    const [wallet, back] = [await at.open(), await at.open()]
    await at.changePlan(wallet, { fixed_amount: naira(1000) })
    expectRefused(
      await at.changePlan(wallet, { fixed_amount: naira(1000) }),
      `Savings wallet ${wallet.reference} has ₦1,000.00 a day from 1 Dec 2026 on already. Nothing was changed.`,
    )
    at.goTo('2026-11-20')
    await at.changePlan(wallet, { fixed_amount: naira(2000), deposit_type: 'weekly' })
    await at.changePlan(back, { fixed_amount: naira(1000) })
    await at.changePlan(back, { fixed_amount: naira(500) })
    expect(await at.planChanges(wallet)).toMatchObject({
      contribution: '₦500.00 a day',
      next: { contribution: '₦2,000.00 a week' },
      changes: [
        { before: '₦500.00 a day', after: '₦2,000.00 a week', state: 'waiting' },
        { before: '₦500.00 a day', after: '₦1,000.00 a day', state: 'replaced' },
      ],
    })
    at.goTo('2026-12-01')
    await at.closeDays()
    expect(await planIn(at, wallet.reference)).toMatchObject({
      fixedAmount: naira(2000),
      depositType: 'weekly',
    })
    expect(await amountIn(at, back.reference)).toBe(naira(500))
    await at.changePlan(wallet, { fixed_amount: naira(700) })
    expect((await at.planChanges(wallet)).changes).toMatchObject([
      { from_day: '2027-01-01', before: '₦2,000.00 a week', after: '₦700.00 a day', state: 'waiting' },
      { state: 'made' },
      { state: 'replaced' },
    ])
    expect(await at.faults()).toEqual([])
  })

  it('is made once when it is sent twice at a time', async () => {
    const at = await openCommissionDesk()
    const wallet = await at.open()
    const replies = await Promise.all([at.changePlan(wallet, {}), at.changePlan(wallet, {})])
    expect(replies.filter(({ status }) => status === '200')).toHaveLength(1)
    expect(replies.filter(({ status }) => status === '400')).toHaveLength(1)
    expect((await at.planChanges(wallet)).changes).toHaveLength(1)
  })

  it('is refused for equal terms, a closed wallet, and without the permission', async () => {
    const at = await openCommissionDesk()
    const wallet = await at.open()
    expectRefused(
      await at.changePlan(wallet, { fixed_amount: naira(500) }),
      `Savings wallet ${wallet.reference} has ₦500.00 a day from 1 Dec 2026 on already. Nothing was changed.`,
    )
    expectRefused(await at.changePlan({ id: 999_999 }, {}), 'Savings wallet with ID 999999 not found')
    await at.changePlan(wallet, {})
    await at.closeWallet(wallet)
    expectRefused(await at.changePlan(wallet, {}), `Savings wallet ${wallet.reference} is closed.`)
    at.goTo('2026-12-01')
    await at.closeDays()
    expect(await amountIn(at, wallet.reference)).toBe(naira(500))
    const other = await at.server.enter('can-record-collection')
    const asked = await at.server.ask(
      calls.savings.changeSavingPlan,
      { savings_id: wallet.id, fixed_amount: naira(900) as Kobo, deposit_type: 'daily' },
      { token: await at.server.openSession(other.id) },
    )
    expect(asked.status).not.toBe('200')
  })

  it('moves a market saving to another market, which then stays', async () => {
    const at = await openCommissionDesk()
    const place = { state: 'Oyo', lga: 'Ibadan North' }
    const [monday, friday, closed] = await at.database
      .insert(marketDays)
      .values([
        { name: 'Bodija', period: 1, status: 'active', ...place },
        { name: 'Oje', period: 5, status: 'active', ...place },
        { name: 'Agbeni', period: 3, status: 'inactive', ...place },
      ])
      .returning()
    if (!monday || !friday || !closed) throw new Error('No markets were made.')
    const { id: saving_type_id } = await at.makeType({ ...thrift, category: 'market' })
    const customer = await at.server.makeCustomer(at.agent.id)
    const opened = await at.server.ask(
      calls.savings.openSaving,
      {
        customer_id: customer.id,
        saving_type_id,
        market_id: monday.id,
        fixed_amount: naira(2000),
        deposit_type: 'weekly',
        duration: 365,
      },
      await at.by(),
    )
    const wallet = await at.savingOf(opened.output().data.reference)
    const plan = { fixed_amount: naira(2000), deposit_type: 'weekly' } as const
    expectRefused(await at.changePlan(wallet, plan), 'Please select a market day.')
    expectRefused(
      await at.changePlan(wallet, { ...plan, market_id: closed.id }),
      'Market day Agbeni is inactive.',
    )
    expectRefused(
      await at.changePlan(await at.open(), { market_id: monday.id }),
      'Only market savings have a market day.',
    )
    expect((await at.changePlan(wallet, { ...plan, market_id: friday.id })).message).toBe(
      `Savings wallet ${wallet.reference}: ₦2,000.00 each market day, Oje from 1 Dec 2026 on. Until then ₦2,000.00 each market day, Bodija.`,
    )
    const keeper = await at.server.enter('can-delete-market-day')
    const remove = async (marketId: number) =>
      at.server.ask(
        calls.markets.deleteMarket,
        { marketId },
        { token: await at.server.openSession(keeper.id) },
      )
    expectRefused(await remove(friday.id), "This market day still has 1 saving. It can't be deleted.")
    at.goTo('2026-12-01')
    await at.closeDays()
    expect(await planIn(at, wallet.reference)).toMatchObject({ marketId: friday.id, marketDay: '2026-12-04' })
    expectRefused(await remove(monday.id), "This market day still has 1 saving. It can't be deleted.")
    // The Monday before was Bodija's, the Friday after is Oje's.
    expect((await expectedOf(at, '2026-11-30'))[wallet.reference]).toBe(naira(2000))
    expect((await expectedOf(at, '2026-11-27'))[wallet.reference]).toBeUndefined()
    await at.database.update(marketDays).set({ status: 'inactive' })
    const same = await at.changePlan(wallet, { ...plan, fixed_amount: naira(3000), market_id: friday.id })
    expect(same.status).toBe('200')
    expect(await at.faults()).toEqual([])
  })

  it('comes with the end of a plan in the same night, and never into a wallet that it closes', async () => {
    const at = await openCommissionDesk()
    const paidOut = await at.open({ ...thrift, plan_end: 'pay-out' }, { duration: 13 })
    const closed = await at.open({ ...thrift, plan_end: 'close' }, { duration: 13 })
    for (const wallet of [paidOut, closed]) {
      await at.deposit(wallet, naira(2000))
      await at.changePlan(wallet, {})
    }
    at.goTo('2026-12-01')
    await at.closeDays()
    expect(await at.savingOf(paidOut.reference)).toMatchObject({
      fixedAmount: naira(1000),
      dueDate: '2026-12-14',
    })
    expect(await at.savingOf(closed.reference)).toMatchObject({ fixedAmount: naira(500), status: 'closed' })
    expect([await at.mainOf(paidOut), await at.mainOf(closed)]).toEqual([naira(1500), naira(1500)])
    expect(await at.faults()).toEqual([])
  })
})

async function pagePlanOf(at: Desk, { customer }: { customer: { id: number } }) {
  const page = await at.server.ask(
    calls.customers.getCustomerPage,
    { customer_id: customer.id },
    await at.by(),
  )
  return page.output().data.savings[0]?.plan
}

it('counts as paid in what was kept as commission and what was transferred, and no reversed deposit', async () => {
  const at = await openCommissionDesk()
  const wallet = await at.open(thrift)
  const paid = async () => (await pagePlanOf(at, wallet))?.paid
  expect(await paid()).toBe(0)
  // The first contribution is kept.
  ;(await at.deposit(wallet, naira(500))).output()
  expect(await at.balanceOf(wallet.reference)).toBe(0)
  expect(await paid()).toBe(naira(500))
  ;(await at.deposit(wallet, naira(1500))).output()
  ;(await at.transfer(wallet, naira(1000))).output()
  expect(await paid()).toBe(naira(2000))
  const reply = await at.deposit(wallet, naira(700))
  expect(await paid()).toBe(naira(2700))
  await at.reverse(reply.output().data.reference)
  expect(await paid()).toBe(naira(2000))
})

it('changes what a customer is to have saved at the due date from its day on alone', async () => {
  const at = await openCommissionDesk()
  const wallet = await at.open(thrift, { duration: 20 })
  const target = async () => (await pagePlanOf(at, wallet))?.target
  // 18 November to 8 December.
  expect(await target()).toBe(naira(21 * 500))
  await at.changePlan(wallet, {})
  await at.changePlan(wallet, { fixed_amount: naira(2000) })
  const changed = naira(13 * 500 + 8 * 2000)
  expect(await target()).toBe(changed)
  at.goTo('2026-12-01')
  await at.closeDays()
  expect(await target()).toBe(changed)
  await at.changePlan(wallet, {})
  expect(await target()).toBe(changed)
})

describe('a reopening', () => {
  it('takes back the changes after its first day, and the days bring them again when they are closed', async () => {
    const at = await openCommissionDesk()
    const wallet = await at.open()
    const percent = await at.open({ commission: 'percent', commission_rate: rate(10), taken: 'end' })
    await at.changePlan(wallet, {})
    await at.changePlan(percent, { fixed_amount: naira(800) })
    at.goTo('2026-12-03')
    await at.closeDays()
    await at.deposit(wallet, naira(1500))
    const taken = await at.cycles(wallet)
    const amounts = async () => [await amountIn(at, wallet.reference), await amountIn(at, percent.reference)]
    expect(await amounts()).toEqual([naira(1000), naira(800)])
    // The change of 1 December was made before that day.
    expect((await at.reopen('2026-12-01')).status).toBe('200')
    expect(await amounts()).toEqual([naira(1000), naira(800)])
    expect(await at.faults()).toEqual([])
    await at.closeDays()
    expect((await at.reopen('2026-11-30')).status).toBe('200')
    expect(await amounts()).toEqual([naira(500), naira(500)])
    expect(await at.faults()).toEqual([])
    // Meanwhile the cycle keeps its contribution, and another change knows what holds today.
    expect(await at.cycles(wallet)).toEqual(taken)
    expect((await at.planChanges(wallet)).contribution).toBe('₦1,000.00 a day')
    await at.changePlan(wallet, { fixed_amount: naira(600) })
    expect((await at.planChanges(wallet)).changes[0]).toMatchObject({
      from_day: '2027-01-01',
      before: '₦1,000.00 a day',
      after: '₦600.00 a day',
    })
    await at.closeDays()
    expect(await amounts()).toEqual([naira(1000), naira(800)])
    at.goTo('2027-01-01')
    await at.closeDays()
    expect(await amounts()).toEqual([naira(600), naira(800)])
    expect(await at.faults()).toEqual([])
  })
})
