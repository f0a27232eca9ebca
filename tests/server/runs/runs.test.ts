import { and, asc, eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { calls } from '#contract/index'
import type { Kobo } from '#contract/values'
import { addDays, endOfLagosDay, lagosDay, startOfLagosDay } from '#domain/time/lagos'
import { loanHistory, loanRepaymentSchedule } from '#server/db/tables/loans'
import { savings, savingsHistory } from '#server/db/tables/money'
import { runItems, runs } from '#server/db/tables/runs'
import { lastEndedDay, openRuns, planRuns, postRuns } from '#server/runs/run'
import { loanFixturesOf } from '../loans/loanFixtures'
import { faultsIn } from '../support/books'
import { manyCalls, startServer } from '../support/harness'
import { naira, rate } from '../support/people'

const minute = 60_000

/** A server whose first day is the day of its clock, with money in the business wallets. */
async function open() {
  const { server, close } = await startServer({ limits: manyCalls })
  const { database, clock } = server
  const parts = await loanFixturesOf(server)
  for (const wallet of ['MBW', 'SW'] as const) await parts.pay(wallet, naira(10_000_000))
  const first = await server.enterAs({ permissions: ['can-do-first-approval'] })
  const second = await server.enterAs({ permissions: ['can-do-second-approval'] })
  const by = async ({ id }: { id: number }) => ({ token: await server.openSession(id) })
  const today = () => lagosDay(clock.now())
  const due = (more = {}) => ({ now: clock.now(), through: lastEndedDay(clock.now()), ...more })
  await openRuns(database, due())

  return {
    server,
    database,
    parts,
    close,
    today,
    due,
    /** Sets the clock to ten minutes after the start of a day. */
    goTo: (day: string) =>
      clock.pass((startOfLagosDay(day).getTime() + 10 * minute - clock.now().getTime()) / minute),
    async lend(terms: object = {}, fields: object = {}) {
      const owner = await parts.makeBorrower()
      const loan = await parts.apply(
        owner,
        { amount: naira(10_000), rate: rate(10), times: 4, period: 'weekly', ...terms },
        { penaltyBasisPoints: 500, graceDays: 2, ...fields },
      )
      const { firstLoanApproval, secondLoanApproval } = calls.loans
      await server.ask(firstLoanApproval, { id: loan.id, status: 'accepted' }, await by(first))
      const reply = await server.ask(
        secondLoanApproval,
        { id: loan.id, status: 'accepted' },
        await by(second),
      )
      if (reply.status !== '200') throw new Error(reply.text)
      return loan
    },
    /** An active wallet with a yearly rate and a monthly charge, opened now. */
    async save(yearly: number, charge: Kobo, amount: Kobo) {
      const owner = await parts.makeBorrower()
      const saving = await parts.makeSaving(owner)
      const values = { interestBasisPoints: yearly, charge, createdAt: clock.now() }
      await database.update(savings).set(values).where(eq(savings.id, saving.id))
      if (amount > 0) await parts.pay(saving.reference, amount)
      return saving
    },
    closeDays: async () => postRuns(database, due()),
    rows: () => database.select().from(runs).orderBy(asc(runs.day), asc(runs.id)),
    penaltiesOf: async (loanId: number) =>
      (
        await database
          .select({ number: loanRepaymentSchedule.number, penalty: loanHistory.penalty })
          .from(loanHistory)
          .innerJoin(loanRepaymentSchedule, eq(loanRepaymentSchedule.id, loanHistory.instalmentId))
          .where(and(eq(loanHistory.loanId, loanId), eq(loanHistory.kind, 'penalty')))
          .orderBy(asc(loanHistory.id))
      ).map(({ number, penalty }) => [number, penalty]),
    movementsOf: async (savingsId: number) =>
      (
        await database
          .select({ kind: savingsHistory.kind, amount: savingsHistory.amount })
          .from(savingsHistory)
          .where(eq(savingsHistory.savingsId, savingsId))
          .orderBy(asc(savingsHistory.id))
      ).map(({ kind, amount }) => [kind, amount]),
    faults: () => faultsIn(database),
  }
}

const monthEnd = (day: string) => {
  let last = day
  while (!addDays(last, 1).endsWith('-01')) last = addDays(last, 1)
  return last
}

describe('penalties', () => {
  it('are posted once, when the last day of grace has ended, on what is open then', async () => {
    const at = await open()
    const start = at.today()
    const loan = await at.lend()
    const paid = await at.lend()
    const partly = await at.lend()
    const exempt = await at.lend({}, { penaltyBasisPoints: 0 })
    // The first instalment is due after a week; its grace ends two days later.
    at.goTo(addDays(start, 9))
    await at.parts.repay(paid.id, naira(2750))
    await at.parts.repay(partly.id, naira(750))
    await at.closeDays()
    expect(await at.penaltiesOf(loan.id)).toEqual([])
    at.goTo(addDays(start, 10))
    await at.closeDays()
    // Five percent of ₦2,750.00, of ₦2,000.00.
    expect(await at.penaltiesOf(loan.id)).toEqual([[1, naira(137.5)]])
    expect(await at.penaltiesOf(partly.id)).toEqual([[1, naira(100)]])
    for (const other of [paid, exempt]) expect(await at.penaltiesOf(other.id)).toEqual([])
    expect(await at.parts.stateOf(loan.id)).toMatchObject({ loanStatus: 'active' })
    // The second instalment's grace ends a week later; the first gets no second penalty.
    at.goTo(addDays(start, 17))
    await at.closeDays()
    await at.closeDays()
    expect(await at.penaltiesOf(loan.id)).toEqual([
      [1, naira(137.5)],
      [2, naira(137.5)],
    ])
    expect(await at.faults()).toEqual([])
    const kinds = (await at.rows()).map(({ kind, day, state }) => [kind, day, state])
    expect(kinds.filter(([kind]) => kind === 'penalties')).toEqual(
      Array.from({ length: 17 }, (_, n) => ['penalties', addDays(start, n), 'done']),
    )
    await at.close()
  })

  it('are part of what is owed, and are paid first', async () => {
    const at = await open()
    const start = at.today()
    const loan = await at.lend()
    at.goTo(addDays(start, 10))
    await at.closeDays()
    const before = (await at.parts.accountOf('PW')).balance
    await at.parts.repay(loan.id, naira(137.5))
    expect((await at.parts.accountOf('PW')).balance - before).toBe(naira(137.5))
    await at.parts.repay(loan.id)
    expect(await at.parts.stateOf(loan.id)).toMatchObject({ loanStatus: 'paid' })
    expect(await at.faults()).toEqual([])
    await at.close()
  })
})

describe('the end of a month', () => {
  it('pays interest on the lowest balance, then takes the charge', async () => {
    const at = await open()
    const end = monthEnd(at.today())
    const early = await at.save(600, naira(100), naira(12_000))
    at.goTo(addDays(end, 1))
    const late = await at.save(600, naira(100), naira(12_000))
    await at.closeDays()
    // Opened during the month that ended: neither.
    expect(await at.movementsOf(early.id)).toEqual([])
    const next = monthEnd(at.today())
    at.goTo(addDays(next, -3))
    await at.parts.pay(early.reference, naira(500))
    await at.parts.enter({
      moves: [
        { account: early.reference, amount: naira(-4500) },
        { account: 'CASH', amount: naira(4500) },
      ],
    })
    await at.parts.pay(early.reference, naira(90_000))
    at.goTo(addDays(next, 1))
    await at.closeDays()
    // A twelfth of 6 % of ₦8,000.00.
    expect(await at.movementsOf(early.id)).toEqual([
      ['interest', naira(40)],
      ['charge', naira(100)],
    ])
    expect(await at.movementsOf(late.id)).toEqual([])
    const month = (await at.rows()).filter(({ day }) => day === next)
    expect(month.map(({ kind, posted, amount }) => [kind, posted, amount])).toEqual([
      ['penalties', 0, 0],
      ['interest', 1, naira(40)],
      ['charges', 1, naira(100)],
    ])
    expect(await at.faults()).toEqual([])
    await at.close()
  })

  it('takes what the wallet covers, and the rest with the next charge', async () => {
    const at = await open()
    const poor = await at.save(0, naira(100), naira(30))
    const empty = await at.save(0, naira(100), naira(0))
    const first = monthEnd(at.today())
    const second = monthEnd(addDays(first, 1))
    at.goTo(addDays(second, 1))
    await at.closeDays()
    expect(await at.movementsOf(poor.id)).toEqual([['charge', naira(30)]])
    const items = await at.database.select().from(runItems).where(eq(runItems.savingsId, poor.id))
    expect(items).toMatchObject([
      { amount: naira(30), open: naira(70), reason: 'The wallet covered ₦30.00 of ₦100.00.' },
    ])
    await at.parts.pay(poor.reference, naira(500))
    at.goTo(addDays(monthEnd(addDays(second, 1)), 1))
    await at.closeDays()
    expect(await at.movementsOf(poor.id)).toEqual([
      ['charge', naira(30)],
      ['charge', naira(170)],
    ])
    expect(await at.movementsOf(empty.id)).toEqual([])
    const [left] = await at.database.select().from(savings).where(eq(savings.id, empty.id))
    expect(left?.chargeOwed).toBe(naira(200))
    expect(await at.faults()).toEqual([])
    await at.close()
  })

  it('tries interest that the saving wallet does not cover again on the next day', async () => {
    const at = await open()
    const savers = [
      await at.save(1200, naira(0), naira(10_000)),
      await at.save(1200, naira(0), naira(10_000)),
    ]
    const end = monthEnd(addDays(monthEnd(at.today()), 1))
    at.goTo(addDays(end, 1))
    // Enough for one of them.
    const { balance } = await at.parts.accountOf('SW')
    await at.parts.enter({
      moves: [
        { account: 'SW', amount: (naira(150) - balance) as Kobo },
        { account: 'CASH', amount: (balance - naira(150)) as Kobo },
      ],
    })
    await at.closeDays()
    const movements = async () => Promise.all(savers.map(({ id }) => at.movementsOf(id)))
    expect(await movements()).toEqual([[['interest', naira(100)]], []])
    const run = async () => (await at.rows()).find(({ kind, day }) => kind === 'interest' && day === end)
    expect(await run()).toMatchObject({ state: 'short', posted: 1, skipped: 1, amount: naira(100) })
    const skipped = await at.database
      .select()
      .from(runItems)
      .where(eq(runItems.savingsId, savers[1]?.id ?? 0))
    expect(skipped).toMatchObject([
      {
        amount: 0,
        open: naira(100),
        reason: 'The saving wallet of the business did not cover it.',
        entryId: null,
      },
    ])
    await at.parts.pay('SW', naira(1000))
    // Not on the same day, unless it is asked for.
    await at.closeDays()
    expect(await run()).toMatchObject({ state: 'short' })
    at.goTo(addDays(end, 2))
    await at.closeDays()
    expect(await movements()).toEqual([[['interest', naira(100)]], [['interest', naira(100)]]])
    expect(await run()).toMatchObject({ state: 'done', posted: 2, skipped: 0, amount: naira(200) })
    expect(await at.faults()).toEqual([])
    await at.close()
  })
})

describe('days', () => {
  it('end at midnight in Lagos, and are closed five minutes later', () => {
    const end = endOfLagosDay('2026-11-22').getTime()
    const closed = (ms: number) => lastEndedDay(new Date(end + ms))
    expect([closed(-1), closed(0), closed(5 * minute - 1), closed(5 * minute)]).toEqual([
      '2026-11-21',
      '2026-11-21',
      '2026-11-21',
      '2026-11-22',
    ])
  })

  it('are caught up in order after a week without a server, and posted on the day of the catching up', async () => {
    const at = await open()
    const start = at.today()
    const loans = [await at.lend({ period: 'daily' }, { graceDays: 0 }), await at.lend({ period: 'daily' })]
    at.goTo(addDays(start, 1))
    await at.closeDays()
    at.goTo(addDays(start, 8))
    const posted = await postRuns(at.database, at.due())
    const week = Array.from({ length: 7 }, (_, n) => addDays(start, n + 1))
    expect(posted.flatMap(({ kind, day }) => (kind === 'penalties' ? [day] : []))).toEqual(week)
    for (const { id } of loans)
      expect((await at.penaltiesOf(id)).map(([number]) => number)).toEqual([1, 2, 3, 4])
    const made = await at.database.select().from(loanHistory).where(eq(loanHistory.kind, 'penalty'))
    for (const { createdAt } of made) expect(lagosDay(createdAt)).toBe(at.today())
    expect(await postRuns(at.database, at.due())).toEqual([])
    await at.close()
  })

  it('are posted once by two servers at the same time', async () => {
    const at = await open()
    const start = at.today()
    const loans = []
    for (let n = 0; n < 12; n++) loans.push(await at.lend())
    at.goTo(addDays(start, 12))
    await Promise.all([at.closeDays(), at.closeDays(), at.closeDays()])
    await at.closeDays()
    for (const { id } of loans) expect(await at.penaltiesOf(id)).toEqual([[1, naira(137.5)]])
    expect(await at.faults()).toEqual([])
    await at.close()
  })
})

it('a run is posted in parts, refuses no call of anybody meanwhile, and no call stops it', async () => {
  const at = await open()
  const savers: Awaited<ReturnType<typeof at.save>>[] = []
  for (let n = 0; n < 220; n++) savers.push(await at.save(600, naira(100), naira(5000)))
  const loans: Awaited<ReturnType<typeof at.lend>>[] = []
  for (let n = 0; n < 20; n++) loans.push(await at.lend())
  at.goTo(addDays(monthEnd(addDays(monthEnd(at.today()), 1)), 1))
  const { id: clerkId } = await at.server.enter(
    'can-record-collection',
    'can-credit-customer',
    'can-close-saving',
    'can-view-loan-portfolio',
  )
  const clerk = { token: await at.server.openSession(clerkId) }
  const { ask } = at.server
  const { savings: savingCalls, loans: loanCalls, customers } = calls
  const replies: { http: number; status: unknown; text: string }[] = []
  const states = new Set<string>()
  /** Calls of everybody: money into and out of what the run posts, and lists. */
  async function callAll(round: number) {
    const saver = savers[round % 100]
    const closed = savers[100 + round]
    const loan = loans[round % loans.length]
    const some = await Promise.all([
      ask(savingCalls.depositSaving, { savings_id: saver?.id ?? 0, amount: naira(50) }, clerk),
      ask(customers.creditUser, { customer_id: saver?.customerId ?? 0, amount: naira(20) }, clerk),
      ask(savingCalls.closeSaving, { savings_id: closed?.id ?? 0 }, clerk),
      ask(loanCalls.recordRepayment, { loan_id: loan?.id ?? 0, amount: naira(10) }, clerk),
      ask(loanCalls.loanPortfolio, { page: 1 }, clerk),
    ])
    replies.push(...some)
    for (const { state } of await at.rows()) states.add(state)
  }
  let rounds = 0
  let isRunning = true
  let parts = 0
  const pause = async () => {
    parts += 1
    for (const { state } of await at.rows()) states.add(state)
    if (parts % 4 === 0) await callAll(rounds++)
  }
  const running = postRuns(at.database, at.due({ pause })).finally(() => {
    isRunning = false
  })
  // Others call while parts are being posted, not only between them.
  while (isRunning && rounds < 60) await callAll(rounds++)
  await running
  expect(replies.length).toBeGreaterThan(50)
  expect(replies.map(({ http, status, text }) => (http === 200 && status === '200' ? status : text))).toEqual(
    replies.map(() => '200'),
  )
  // Others see a run that is half posted: it holds its locks for one part only.
  expect(states).toContain('running')
  expect(await openRuns(at.database, at.due())).toEqual([])
  for (const { id } of loans) expect((await at.penaltiesOf(id)).length).toBe(4)
  expect(await at.faults()).toEqual([])
  await at.close()
})

describe('a dry run', () => {
  it('says what the runs would post, and writes nothing', async () => {
    const at = await open()
    const start = at.today()
    for (let n = 0; n < 3; n++) await at.lend()
    // Grows by each night until its ceiling.
    const daily = {
      penaltyKind: 'daily' as const,
      penaltyBasisPoints: 0,
      penaltyAmount: naira(50),
      penaltyCeiling: rate(10),
    }
    await at.lend({}, daily)
    await at.save(600, naira(100), naira(5000))
    await at.save(0, naira(100), naira(50))
    at.goTo(addDays(monthEnd(addDays(monthEnd(start), 1)), 1))
    const before = await at.server.checksums()
    const planned = await planRuns(at.database, at.due())
    expect(await at.server.checksums()).toEqual(before)
    await at.closeDays()
    const real = await at.rows()
    expect(planned.map(({ kind, day, posted, amount }) => [kind, day, posted, amount])).toEqual(
      real
        .filter(({ kind, day }) => planned.some((run) => run.kind === kind && run.day === day))
        .map(({ kind, day, posted, amount }) => [kind, day, posted, amount]),
    )
    expect(planned).toHaveLength(real.length)
    expect(planned.flatMap(({ open: left }) => left)).toMatchObject([{ open: naira(50) }])
    await at.close()
  })
})

describe('the lists of runs', () => {
  it('show what a run did, and why something is open', async () => {
    const at = await open()
    const viewer = await at.server.enter('can-view-day-close')
    const poor = await at.save(0, naira(100), naira(30))
    const loan = await at.lend()
    at.goTo(addDays(monthEnd(addDays(monthEnd(at.today()), 1)), 1))
    await at.closeDays()
    const by = { token: await at.server.openSession(viewer.id) }
    const { data } = (await at.server.ask(calls.closing.getRuns, { page: 1 }, by)).output()
    expect(data.total).toBe((await at.rows()).length)
    const charges = data.data.find(({ kind, posted }) => kind === 'charges' && posted === 1)
    expect(charges).toMatchObject({ state: 'done', looked: 1, amount: naira(30), skipped: 1 })
    const items = await at.server.ask(
      calls.closing.getRunItems,
      { page: 1, run_id: charges?.id ?? 0, sort: 'open', order: 'desc' },
      by,
    )
    expect(items.output().data.data).toMatchObject([
      {
        reference: poor.reference,
        loan_id: null,
        amount: naira(30),
        open: naira(70),
        reason: 'The wallet covered ₦30.00 of ₦100.00.',
        entry_reference: expect.stringMatching(/^SC-/),
      },
    ])
    const penalties = data.data.filter(({ kind, posted }) => kind === 'penalties' && posted > 0)
    expect(penalties).toHaveLength(4)
    const first = await at.server.ask(
      calls.closing.getRunItems,
      { page: 1, run_id: penalties[0]?.id ?? 0 },
      by,
    )
    expect(first.output().data.data).toMatchObject([
      { reference: loan.reference, loan_id: loan.id, entry_reference: expect.stringMatching(/^LP-/) },
    ])
    await at.close()
  })
})
