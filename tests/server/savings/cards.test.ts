import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import type { BodyOf } from '#contract/call'
import { calls } from '#contract/index'
import type { Kobo } from '#contract/values'
import { cardFrom } from '#domain/savings/cardText'
import { addDays } from '#domain/time/lagos'
import { collectionCalendars, holidays } from '#server/db/tables/calendar'
import { lastDeposits } from '#server/db/tables/money'
import { customers } from '#server/db/tables/schema'
import { openCommissionDesk, thrift } from './commissionDesk'
import { naira } from '../support/people'

const { savingsCards, getNotSaving } = calls.savings

/** A desk on the first day of a month, whose wallets are of 31 days from the opening. */
async function openCardDesk() {
  const at = await openCommissionDesk()
  at.goTo(`${addDays(`${at.today().slice(0, 8)}28`, 4).slice(0, 8)}02`)
  await at.closeDays()
  const first = at.today()
  const day = (later: number) => addDays(first, later)
  const goTo = async (later: number) => {
    at.goTo(day(later))
    await at.closeDays()
  }
  type Wallet = Awaited<ReturnType<typeof at.open>>
  const cards = async (body: BodyOf<typeof savingsCards>) =>
    (await at.server.ask(savingsCards, body, await at.by())).output().data
  const cardOf = async ({ customer, id }: Wallet, number?: number) => {
    const [card] = await cards({ customer_ids: [customer.id], savings_id: id, ...(number && { number }) })
    if (!card) throw new Error('There is no card.')
    return { ...card, ...cardFrom(card) }
  }
  const sheetOf = async ({ customer }: Wallet, on: string) => {
    const viewer = await at.by()
    const body = { agent_id: at.agent.id, day: on }
    const { data } = (await at.server.ask(calls.collections.getCollectionSheet, body, viewer)).output()
    return data.lines.find(({ user_id }) => user_id === customer.id)
  }
  const expectedOf = async (on: string) => {
    const { data } = (await at.server.ask(calls.closing.getDayClose, { day: on }, await at.by())).output()
    return data.agents.find(({ agent_id }) => agent_id === at.agent.id)?.expected ?? 0
  }
  const insight = async () =>
    (await at.server.ask(calls.dashboard.getInsight, {}, await at.by())).output().data.today?.savings.expected
  return { ...at, first, day, goTo, cards, cardOf, sheetOf, expectedOf, insight }
}

const days31 = { ...thrift, cycle: 'days', cycle_days: 31 } as const

describe('the card of a cycle', () => {
  it('is filled by its deposits, also late ones, and without those that were reversed', async () => {
    const at = await openCardDesk()
    const wallet = await at.open(days31)
    await at.deposit(wallet, naira(500))
    await at.goTo(1)
    await at.deposit(wallet, naira(1700))
    await at.goTo(3)
    const wrong = (await at.deposit(wallet, naira(5000))).output().data
    expect(await at.cardOf(wallet)).toMatchObject({ filled: 14, carried: naira(200), behind: 0 })
    await at.reverse(wrong.reference)
    // Day 3, the fourth: one, three and ₦200 carried, so none is behind.
    expect(await at.cardOf(wallet)).toMatchObject({
      from_day: at.first,
      through_day: at.day(30),
      number: 1,
      present: 1,
      unit: 'day',
      filled: 4,
      carried: naira(200),
      behind: 0,
      paid: naira(2200),
      commission: naira(500),
      due: naira(1700),
      taken: naira(500),
      taken_on: at.first,
    })
    await at.goTo(6)
    expect(await at.cardOf(wallet)).toMatchObject({ filled: 4, behind: 3 })
    // Two days late: it fills the boxes of its own day, before what was paid after it.
    await at.deposit(wallet, naira(800), at.day(4))
    const card = await at.cardOf(wallet)
    expect(card).toMatchObject({ filled: 6, carried: naira(0), behind: 1, paid: naira(3000) })
    expect(card.boxes.slice(0, 7).map(({ state, payment }) => [state, payment?.day ?? null])).toEqual([
      ['commission', at.first],
      ['paid', at.day(1)],
      ['paid', at.day(1)],
      ['paid', at.day(1)],
      ['paid', at.day(4)],
      ['paid', at.day(4)],
      ['behind', null],
    ])
    expect(await at.faults()).toEqual([])
  })

  it('goes on in the next cycle, with the plan that holds there; older ones stay as they were', async () => {
    const at = await openCardDesk()
    const wallet = await at.open({ ...thrift, cycle: 'days', cycle_days: 5 })
    await at.deposit(wallet, naira(1000))
    expect((await at.changePlan(wallet, { fixed_amount: naira(1000) })).status).toBe('200')
    await at.goTo(6)
    await at.deposit(wallet, naira(2500))
    expect(await at.cardOf(wallet)).toMatchObject({
      number: 2,
      present: 2,
      from_day: at.day(5),
      fixed_amount: naira(1000),
      filled: 2,
      carried: naira(500),
      behind: 0,
      commission: naira(1000),
    })
    expect(await at.cardOf(wallet, 1)).toMatchObject({
      number: 1,
      present: 2,
      day: at.day(4),
      fixed_amount: naira(500),
      filled: 2,
      behind: 3,
      commission: naira(500),
    })
  })

  it('has days without collection among its boxes, and none of them behind', async () => {
    const at = await openCardDesk()
    const longAgo = new Date('2026-01-01')
    const admin = await at.server.enter()
    await at.database
      .insert(holidays)
      .values({ day: at.day(2), name: 'Eid', adminId: admin.id, createdAt: longAgo })
    const wallet = await at.open(days31)
    await at.deposit(wallet, naira(500))
    await at.goTo(3)
    expect(await at.cardOf(wallet)).toMatchObject({ filled: 1, behind: 2, due_boxes: 3 })
    expect((await at.cardOf(wallet)).boxes).toHaveLength(31)
  })

  it('has the calendar month and the charge of a wallet with a charge a month, and of several customers their open wallets', async () => {
    const at = await openCardDesk()
    const [one, two] = [await at.open({ commission: 'amount', charge: naira(300) }), await at.open(days31)]
    await at.deposit(one, naira(1200))
    const all = await at.cards({ customer_ids: [one.customer.id, two.customer.id] })
    expect(all.map(({ savings_id }) => savings_id).toSorted((a, b) => a - b)).toEqual([one.id, two.id])
    // The month of the opening is no whole one, and costs nothing.
    const opening = { filled: 2, carried: naira(200), commission: naira(0), due: naira(1200) }
    expect(await at.cardOf(one)).toMatchObject({ is_monthly: true, ...opening })
    await at.goTo(31)
    await at.deposit(one, naira(1200))
    const card = await at.cardOf(one)
    expect(card).toMatchObject({ is_monthly: true, filled: 2, commission: naira(300), due: naira(900) })
    expect(card.from_day.slice(0, 7)).toBe(card.through_day.slice(0, 7))
    await at.closeWallet(two)
    expect(await at.cards({ customer_ids: [two.customer.id] })).toEqual([])
    const refused = await at.server.ask(
      savingsCards,
      { customer_ids: [two.customer.id], savings_id: two.id },
      await at.by(),
    )
    expect(refused.status).not.toBe('200')
  })
})

describe('paid ahead', () => {
  it('who paid four days at once owes nothing on the next three', async () => {
    const at = await openCardDesk()
    const wallet = await at.open(days31)
    const always = await at.open({ commission: 'amount', charge: naira(300) })
    const expected = async () => [
      (await at.sheetOf(wallet, at.today()))?.expected,
      (await at.sheetOf(always, at.today()))?.expected,
      await at.expectedOf(at.today()),
      await at.insight(),
    ]
    const whole = [naira(500), naira(500), naira(1000), naira(1000)]
    const none = [undefined, naira(500), naira(500), naira(500)]
    expect(await expected()).toEqual(whole)
    await at.deposit(wallet, naira(2000))
    await at.deposit(always, naira(2000))
    // What is expected of a day does not change with what comes on it.
    expect(await expected()).toEqual(whole)
    expect((await at.sheetOf(wallet, at.today()))?.card).toEqual({
      boxes: 31,
      due_boxes: 1,
      fixed_amount: naira(500),
      unit: 'day',
      paid: naira(2000),
    })
    for (const later of [1, 2, 3]) {
      await at.goTo(later)
      expect(await expected(), `day ${later}`).toEqual(none)
    }
    await at.goTo(4)
    expect(await expected()).toEqual(whole)
    // Recorded later for the second day: the fifth is paid too, the sheet of the second expected nothing then.
    await at.deposit(wallet, naira(500), at.day(1))
    expect(await expected()).toEqual(none)
  })

  it('is kept with the line of a sheet', async () => {
    const at = await openCardDesk()
    const wallet = await at.open(days31)
    await at.deposit(wallet, naira(1000))
    await at.goTo(1)
    const { data } = (await at.sheet([{ wallet, amount: naira(500) }])).output()
    expect(data.rows).toMatchObject([{ expected: 0, amount: naira(500) }])
  })

  it('does not count closed weekdays', async () => {
    const at = await openCardDesk()
    const admin = await at.server.enter()
    const closed = new Date(`${at.day(1)}T12:00:00Z`).getUTCDay() || 7
    await at.database.insert(collectionCalendars).values({
      fromDay: addDays(at.first, -30),
      closedWeekdays: [closed],
      adminId: admin.id,
      createdAt: new Date('2026-01-01'),
    })
    const wallet = await at.open(days31)
    await at.deposit(wallet, naira(1000))
    await at.goTo(2)
    expect([await at.sheetOf(wallet, at.today()), await at.expectedOf(at.today())]).toEqual([undefined, 0])
    await at.goTo(3)
    expect((await at.sheetOf(wallet, at.today()))?.expected).toBe(naira(500))
    expect(await at.expectedOf(at.today())).toBe(naira(500))
  })
})

describe('who is not saving', () => {
  it('is who paid nothing for so many days, by the day of the last deposit that stands', async () => {
    const at = await openCardDesk()
    const ask = async (body: Partial<BodyOf<typeof getNotSaving>> = {}) =>
      (await at.server.ask(getNotSaving, { page: 1, ...body }, await at.by())).output().data.data
    const days = async (body: Partial<BodyOf<typeof getNotSaving>> = {}) =>
      (await ask(body)).map(({ id, days: since, last_day }) => [id, since, last_day])
    const [one, two, never] = [await at.open(days31), await at.open(), await at.open()]
    await at.deposit(one, naira(500))
    await at.goTo(2)
    const last = (await at.deposit(two, naira(500))).output().data
    await at.goTo(8)
    expect(await days()).toEqual([])
    expect(await days({ days: 7 })).toEqual([
      [never.id, 8, null],
      [one.id, 8, at.first],
    ])
    expect((await days({ days: 3 })).map(([id]) => id)).toEqual([two.id, never.id, one.id])
    await at.reverse(last.reference)
    expect(await days({ days: 8 })).toEqual([
      [never.id, 8, null],
      [two.id, 8, null],
      [one.id, 8, at.first],
    ])
    // Of an earlier day, recorded now.
    await at.deposit(one, naira(500), at.day(4))
    expect(await days({ days: 4 })).toContainEqual([one.id, 4, at.day(4)])
    const other = await at.server.makeAgent({ name: 'Sani Bello' })
    await at.database
      .update(customers)
      .set({ assignedAgentId: other.id })
      .where(eq(customers.id, never.customer.id))
    expect((await ask({ agent_id: other.id, days: 7 })).map(({ id, agent }) => [id, agent])).toEqual([
      [never.id, 'Sani Bello'],
    ])
    await at.closeWallet(never)
    await at.database.update(customers).set({ isActive: false }).where(eq(customers.id, two.customer.id))
    expect((await days({ days: 3 })).map(([id]) => id)).toEqual([one.id])
    expect(
      (await at.database.select().from(lastDeposits)).map(({ id }) => id).toSorted((a, b) => a - b),
    ).toEqual([one.id, two.id].toSorted((a, b) => a - b))
    expect(await at.faults()).toEqual([])
  })

  it('has all active wallets after the migration', async () => {
    const at = await openCardDesk()
    const [one, two] = [await at.open(), await at.open()]
    await at.deposit(one, 50_000 as Kobo)
    const kept = () => at.database.select().from(lastDeposits).orderBy(lastDeposits.id)
    const before = await kept()
    await at.database.delete(lastDeposits)
    // A deposit meanwhile makes its row.
    await at.deposit(two, 50_000 as Kobo)
    expect(await kept()).toEqual([{ id: two.id, day: at.today(), since: at.today() }])
    const { readFile } = await import('node:fs/promises')
    const file = new URL('../../../src/server/db/migrations/0092_last_deposits_of_all.sql', import.meta.url)
    await at.database.$client.query(await readFile(file, 'utf8'))
    expect((await kept()).map(({ id }) => id)).toEqual(before.map(({ id }) => id))
    expect(await at.faults()).toEqual([])
  })
})
