import fc from 'fast-check'
import { eq, sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { calls } from '#contract/index'
import type { BasisPoints } from '#contract/values'
import type { Calendar } from '#domain/time/calendar'
import { kobo, koboOf, negateKobo, sumKobo } from '#domain/money/kobo'
import { expectedOn, spanOf } from '#domain/savings/card'
import type { CommissionTerms } from '#domain/savings/commission'
import { cycleOf } from '#domain/savings/cycles'
import { isDue } from '#domain/savings/due'
import { addDays, lagosDay, startOfLagosDay } from '#domain/time/lagos'
import { collectionCalendars, holidays } from '#server/db/tables/calendar'
import { marketDays, savings, savingsCycles } from '#server/db/tables/money'
import { sentences } from '../../sentences'
import { openReversalDesk } from '../reversals/reversalDesk'
import { loanFixturesOf } from '../loans/loanFixtures'
import { manyCalls, openServer } from '../support/harness'
import { naira } from '../support/people'

const { getDayClose } = calls.closing
const { getInsight } = calls.dashboard
const thriftTerms: CommissionTerms = {
  commissionKind: 'contribution',
  charge: kobo(0),
  commissionBasisPoints: 0 as BasisPoints,
  cycleKind: 'month',
  cycleDays: 31,
  taken: 'end',
}

it('expects of an agent what is due by the rule of the collection sheet, whatever the plan and the day', async () => {
  const server = await openServer({ limits: manyCalls })
  const parts = await loanFixturesOf(server)
  const viewer = await server.enter('can-view-day-close')
  const owner = await parts.makeBorrower()
  const saving = await parts.makeSaving(owner)
  // A wallet with cycles, of which one has whatever was paid before the day.
  await server.database.execute(sql`alter table savings disable trigger savings_commission_terms`)
  await server.database.execute(sql`alter table savings_cycles disable trigger savings_cycles_keep`)
  const [market] = await server.database
    .insert(marketDays)
    .values({ name: 'Balogun', period: 1, state: 'Lagos', lga: 'Ikeja', status: 'active' })
    .returning()
  const today = lagosDay(server.clock.now())
  const longAgo = new Date('2026-01-01')
  await server.database
    .insert(holidays)
    .values({ day: addDays(today, -2), name: 'Eid', adminId: viewer.id, createdAt: longAgo })
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom('daily' as const, 'weekly' as const, 'monthly' as const),
      fc.option(fc.integer({ min: 1, max: 7 })),
      fc.option(fc.record({ days: fc.integer({ min: 2, max: 31 }), ago: fc.integer({ min: -9, max: 900 }) })),
      fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { maxLength: 3 }),
      fc.integer({ min: 0, max: 800 }),
      fc.integer({ min: -3, max: 70 }),
      fc.record({
        commissionKind: fc.constantFrom('none' as const, 'contribution' as const, 'contribution' as const),
        cycleKind: fc.constantFrom('month' as const, 'days' as const),
        cycleDays: fc.integer({ min: 1, max: 366 }),
      }),
      fc.integer({ min: 0, max: 60 }),
      async (depositType, marketPeriod, interval, weekdays, age, later, terms, halves) => {
        const openedOn = addDays(today, -age)
        const marketEvery = interval && { days: interval.days, firstDay: addDays(today, -interval.ago) }
        const from = addDays(today, -30)
        await server.database
          .insert(collectionCalendars)
          .values({ fromDay: from, closedWeekdays: weekdays, adminId: viewer.id, createdAt: longAgo })
        const calendar: Calendar = { closed: [{ from, weekdays }], holidays: [{ day: addDays(today, -2) }] }
        const day = [addDays(openedOn, later), today].toSorted()[0] ?? today
        if (marketPeriod !== null)
          await server.database
            .update(marketDays)
            .set({
              period: marketPeriod,
              everyDays: marketEvery?.days ?? null,
              firstDay: marketEvery?.firstDay ?? null,
            })
            .where(eq(marketDays.id, market?.id ?? 0))
        const opened = new Date(startOfLagosDay(openedOn).getTime() + (age % 2 ? 60_000 : 86_340_000))
        await server.database
          .update(savings)
          .set({
            depositType,
            marketId: marketPeriod === null ? null : market?.id,
            createdAt: opened,
            ...terms,
          })
          .where(eq(savings.id, saving.id))
        const { fixedAmount } = saving
        const paid = kobo(Math.floor((halves * fixedAmount) / 2))
        const cycle = day < openedOn ? undefined : cycleOf(terms, openedOn, day)
        await server.database.delete(savingsCycles)
        if (cycle && paid > 0 && terms.commissionKind !== 'none')
          await server.database.insert(savingsCycles).values({
            savingsId: saving.id,
            number: cycle.number,
            fromDay: cycle.from,
            throughDay: cycle.through,
            fixedAmount,
            paid,
            due: fixedAmount < paid ? fixedAmount : paid,
            taken: kobo(0),
          })
        const plan = { depositType, marketPeriod, marketEvery, openedOn }
        const { data } = (await server.ask(getDayClose, { day }, viewer)).output()
        const expected = sumKobo(data.agents.map((one) => one.expected))
        expect(expected).toBe(
          cycle && isDue(plan, day, calendar)
            ? expectedOn({ ...thriftTerms, ...terms }, spanOf(plan, cycle, fixedAmount, day, calendar), paid)
            : kobo(0),
        )
      },
    ),
    { numRuns: 150 },
  )
})

it('adds up what came in, and equals the reports of the day', async () => {
  const desk = await openReversalDesk()
  const { server, recorder } = desk
  const parts = await loanFixturesOf(server)
  await parts.pay('MBW', naira(10_000_000))
  const viewer = await server.enter(
    'can-view-day-close',
    'can-view-saving',
    'can-view-loan-history',
    'can-view-remittance',
  )
  const day = lagosDay(server.clock.now())
  const [one, two] = [await parts.makeBorrower(), await parts.makeBorrower()]
  const other = await server.makeAgent({ name: 'Zainab Sule' })
  await parts.collect(one, naira(500))
  await parts.collect(two, naira(300))
  await parts.collect(two, naira(200), other.id)
  const wallet = await parts.makeSaving(one)
  await server.ask(calls.savings.depositSaving, { savings_id: wallet.id, amount: naira(750) }, recorder)
  const first = await server.enterAs({ permissions: ['can-do-first-approval'] })
  const second = await server.enterAs({ permissions: ['can-do-second-approval'] })
  const loan = await parts.apply(one, { amount: naira(10_000), times: 2 })
  await server.ask(calls.loans.firstLoanApproval, { id: loan.id, status: 'accepted' }, first)
  await server.ask(calls.loans.secondLoanApproval, { id: loan.id, status: 'accepted' }, second)
  await parts.repay(loan.id, naira(1000))
  await parts.punish(loan.id)
  const cashier = await server.enter('can-record-remittance')
  await server.ask(
    calls.cash.recordRemittance,
    { agent_id: other.id, counted: naira(150), note: null },
    cashier,
  )
  const close = async (which = day) => (await server.ask(getDayClose, { day: which }, viewer)).output().data
  const data = await close()
  const agentOf = (id: number) => data.agents.find(({ agent_id }) => agent_id === id)
  expect(agentOf(one.agentId)).toMatchObject({
    savings: naira(800),
    loans: naira(1000),
    reversed: naira(0),
    collected: naira(1800),
    handed_in: naira(0),
    held: naira(1800),
  })
  expect(agentOf(other.id)).toMatchObject({
    savings: naira(200),
    handed_in: naira(150),
    held: naira(50),
  })
  expect(data.counter).toMatchObject({ savings: naira(750), loans: naira(0) })
  expect(data.paid_out.loans).toEqual({ count: 1, amount: naira(10_000) })
  expect(data.posted.penalties.count).toBe(1)

  // The rows that the figures open.
  const sumOf = async (call: 'savingHistory' | 'loanHistoryRepayment', field: string) => {
    const path = call.toLowerCase()
    const reply = await server.post(
      path,
      JSON.stringify({ page: 1, per_page: 100, start_date: day, end_date: day }),
      viewer,
    )
    const { data: page } = reply.json as { data: { data: Record<string, string>[] } }
    return sumKobo(page.data.map((row) => koboOf(row[field] ?? '') ?? kobo(0)))
  }
  const products = (kind: string) =>
    sumKobo(data.products.filter((product) => product.kind === kind).map(({ amount }) => amount))
  expect(products('saving')).toBe(await sumOf('savingHistory', 'amount'))
  expect(products('loan')).toBe(await sumOf('loanHistoryRepayment', 'amount'))
  const cash = sumKobo(data.agents.flatMap(({ savings: saved, loans }) => [saved, loans]))
  expect(sumKobo([products('saving'), products('loan')])).toBe(
    sumKobo([cash, data.counter.savings, data.counter.loans]),
  )

  for (const { agent_id, collected, handed_in, held } of data.agents) {
    const about = { page: 1, agent_id: agent_id ?? 0, start_date: day, end_date: day }
    const moved = (await server.ask(calls.cash.getAgentCashMovements, about, viewer)).output().data.data
    const sumWhere = (isIn: (source: string) => boolean) =>
      sumKobo(moved.filter(({ source }) => isIn(source)).map(({ amount }) => amount))
    expect(sumWhere((source) => source !== 'Remittance')).toBe(collected)
    expect(sumWhere((source) => source === 'Remittance')).toBe(negateKobo(handed_in))
    expect(moved[0]?.held_after).toBe(held)
  }

  // The next day shows what is still held, and nothing that came in before.
  server.clock.pass(24 * 60)
  const by = { token: await server.openSession(viewer.id) }
  const next = (await server.ask(getDayClose, { day: addDays(day, 1) }, by)).output().data
  expect(next.agents.find(({ agent_id }) => agent_id === one.agentId)).toMatchObject({
    collected: naira(0),
    held: naira(1800),
  })
  expect(next.products).toEqual([])
  const tomorrow = await server.ask(getDayClose, { day: addDays(day, 2) }, by)
  expect(tomorrow).toMatchObject({ status: '100', fields: [sentences.dayNotBegun] })
})

it('has what an agent collected who was deleted later on the day, by name and without a link, as the dashboard has', async () => {
  const server = await openServer()
  const parts = await loanFixturesOf(server)
  const clerk = await server.enter('can-view-day-close', 'can-record-remittance', 'can-delete-agent')
  const day = lagosDay(server.clock.now())
  const [left, stays] = [await server.makeAgent({ name: 'Sani Left' }), parts.agent]
  const owner = await parts.makeBorrower()
  await parts.collect(owner, naira(700), left.id)
  await parts.collect(owner, naira(400))
  const counted = { agent_id: left.id, counted: naira(700), note: null }
  expect((await server.ask(calls.cash.recordRemittance, counted, clerk)).status).toBe('200')
  expect((await server.ask(calls.agents.deleteAgent, { agent_id: left.id }, clerk)).status).toBe('200')
  const { data } = (await server.ask(getDayClose, { day }, clerk)).output()
  expect(data.agents).toMatchObject([
    { agent_id: stays.id, agent: stays.name, collected: naira(400), held: naira(400) },
    { agent_id: null, agent: 'Sani Left', collected: naira(700), handed_in: naira(700), held: 0 },
  ])
  const insight = (await server.ask(getInsight, {}, clerk)).output().data
  expect(insight.agents?.most.map(({ agent_id, agent, collected }) => [agent_id, agent, collected])).toEqual([
    [null, 'Sani Left', naira(700)],
    [stays.id, stays.name, naira(400)],
  ])
})
