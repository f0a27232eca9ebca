import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import { describe, expect, it, onTestFinished } from 'vitest'
import { calls } from '#contract/index'
import type { Kobo } from '#contract/values'
import { lagosDay, startOfLagosDay } from '#domain/time/lagos'
import { loanHistory } from '#server/db/tables/loans'
import { savings } from '#server/db/tables/money'
import { dayFigures, interestCorrections, reopenings, runItems, runs } from '#server/db/tables/runs'
import { standingOf } from '#server/runs/catchUp'
import { lastEndedDay, openRuns, postRuns } from '#server/runs/run'
import { loanFixturesOf } from '../loans/loanFixtures'
import { faultsIn } from '../support/books'
import { manyCalls, startServer } from '../support/harness'
import { naira, rate } from '../support/people'

const {
  requestReopening,
  reopeningDecision,
  getReopenable,
  getReopeningCase,
  getReopenings,
  getDayClose,
  getRuns,
} = calls.closing
const minute = 60_000
const reason = 'The clock was in 2028'

/** A server on a first of the month with money in its wallets, admins who ask and decide, and two loans and four wallets. */
async function open({ env = {} }: { env?: NodeJS.ProcessEnv } = {}) {
  const { server, close } = await startServer({ limits: manyCalls, env })
  onTestFinished(close)
  const { database, clock } = server
  const parts = await loanFixturesOf(server)
  const today = () => lagosDay(clock.now())
  const goTo = (day: string) =>
    clock.pass((startOfLagosDay(day).getTime() + 10 * minute - clock.now().getTime()) / minute)
  goTo('2026-12-01')
  for (const wallet of ['MBW', 'PW', 'SW'] as const) await parts.pay(wallet, naira(10_000_000))
  const everything = [
    'can-request-reversal',
    'can-approve-reversal',
    'can-view-day-close',
    'can-view-withdrawal',
    'can-download-csv-file',
  ] as const
  const people = {
    asker: await server.enter(...everything),
    approver: await server.enter(...everything),
    other: await server.enter(...everything),
    first: await server.enterAs({ permissions: ['can-do-first-approval'] }),
    second: await server.enterAs({ permissions: ['can-do-second-approval'] }),
  }
  type Person = keyof typeof people
  const by = async (actor: Person) => ({ token: await server.openSession(people[actor].id) })
  const due = () => ({ now: clock.now(), through: lastEndedDay(clock.now()) })
  await openRuns(database, due())

  async function lend(times = 4, fields: object = {}) {
    const loan = await parts.apply(
      await parts.makeBorrower(),
      { amount: naira(10_000), rate: rate(10), times, period: 'weekly' },
      { penaltyBasisPoints: 500, graceDays: 2, ...fields },
    )
    const body = { id: loan.id, status: 'accepted' as const }
    await server.ask(calls.loans.firstLoanApproval, body, await by('first'))
    const reply = await server.ask(calls.loans.secondLoanApproval, body, await by('second'))
    if (reply.status !== '200') throw new Error(reply.text)
    return loan
  }
  async function save(yearly: number, charge: Kobo, amount: Kobo) {
    const saving = await parts.makeSaving(await parts.makeBorrower())
    const createdAt = new Date(clock.now().getTime() - 86_400_000)
    await database
      .update(savings)
      .set({ interestBasisPoints: yearly, charge, createdAt })
      .where(eq(savings.id, saving.id))
    if (amount > 0) await parts.pay(saving.reference, amount)
    return saving
  }
  const closeDays = () => postRuns(database, due())
  async function request(from_day: string, actor: Person = 'asker') {
    const reply = await server.ask(requestReopening, { from_day, reason }, await by(actor))
    const [row] = await database.select().from(reopenings).where(eq(reopenings.status, 'pending'))
    return { ...reply, id: row?.id ?? 0, reference: row?.reference ?? '' }
  }
  const decide = async (
    id: number,
    actor: Person = 'approver',
    more: { status?: 'accept' | 'reject'; comment?: string } = {},
  ) => server.ask(reopeningDecision, { id, status: 'accept', ...more }, await by(actor))

  /** All that a customer or the business sees of money, without what only tells how it came about. */
  async function books() {
    const rows = async (query: ReturnType<typeof sql>) => (await database.execute(query)).rows
    return {
      balances: await rows(sql`select name, balance, held from ledger_accounts order by name`),
      loans: await rows(
        sql`select reference, loan_status, next_due, interest_paid, written_off from loans order by id`,
      ),
      instalments: await rows(sql`select loan_id, number, penalty, paid, penalty_paid, moved, status
        from loan_repayment_schedule order by loan_id, number`),
      savings: await rows(sql`select reference, status, charge_owed from savings order by id`),
    }
  }
  /** What the standing runs posted. */
  const postedItems = () =>
    database
      .select({
        kind: runs.kind,
        day: runs.day,
        subject: runItems.subjectId,
        amount: runItems.amount,
        open: runItems.open,
      })
      .from(runItems)
      .innerJoin(runs, and(eq(runs.id, runItems.runId), isNull(runs.reopeningId)))
      .orderBy(asc(runs.day), asc(runs.id), asc(runItems.subjectId))

  return {
    server,
    database,
    clock,
    parts,
    by,
    people,
    today,
    goTo,
    lend,
    save,
    closeDays,
    request,
    decide,
    books,
    postedItems,
    faults: () => faultsIn(database),
    faultsOfTime: async () => (await standingOf(database, { now: clock.now() })).faults,
  }
}

/** Loans and wallets of every kind: paid on time, late and partly; interest that SW covers, charges that are covered, short and owed. */
async function withCustomers(at: Awaited<ReturnType<typeof open>>) {
  return {
    late: await at.lend(),
    partly: await at.lend(),
    rich: await at.save(600, naira(100), naira(50_000)),
    poor: await at.save(600, naira(100), naira(150)),
    empty: await at.save(0, naira(100), naira(0)),
    plain: await at.save(1200, naira(0), naira(9_999.99)),
  }
}

describe('what runs of a clock in the future posted', () => {
  it('is taken back as a whole: every balance, loan and wallet is what it was, and the days are closed again as if nothing had been', async () => {
    const play = async (isWrong: boolean) => {
      const at = await open()
      const { partly } = await withCustomers(at)
      at.goTo('2026-12-09')
      await at.parts.repay(partly.id, naira(1000))
      await at.closeDays()
      const before = await at.books()
      if (isWrong) {
        at.goTo('2027-02-03')
        await at.closeDays()
        expect(await at.books()).not.toEqual(before)
        expect((await at.postedItems()).length).toBeGreaterThan(10)
        at.goTo('2026-12-09')
        expect(await at.faultsOfTime()).toEqual(['entry in the future', 'closed day in the future'])
        const { id } = await at.request('2026-12-09')
        const reply = await at.decide(id)
        expect(reply.message).toMatch(
          /^Reopening RO-\S+ approved: ₦\S+ of penalties, ₦\S+ of interest and ₦\S+ of charges were reversed\./,
        )
        expect(await at.books()).toEqual(before)
        expect(await at.faults()).toEqual([])
        expect(await at.faultsOfTime()).toEqual([])
      }
      for (const day of ['2026-12-10', '2026-12-20', '2027-01-01', '2027-01-09']) {
        at.goTo(day)
        await at.closeDays()
      }
      await at.parts.repay(partly.id, naira(3000))
      for (const day of ['2027-01-20', '2027-02-01']) {
        at.goTo(day)
        await at.closeDays()
      }
      expect(await at.faults()).toEqual([])
      return { books: await at.books(), posted: await at.postedItems() }
    }
    const right = await play(false)
    const wrong = await play(true)
    expect(wrong.posted).toEqual(right.posted)
    expect(wrong.posted.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(['penalties', 'interest', 'charges']),
    )
    expect(wrong.posted.some(({ open: rest }) => rest > 0)).toBe(true)
    expect(wrong.books).toEqual(right.books)
  })
})

/** The day before all that a wrong clock closes; two loans with a penalty of the wrong runs. */
async function withWrongPenalties(env: NodeJS.ProcessEnv = {}) {
  const at = await open({ env })
  const loan = await at.lend()
  at.goTo('2026-12-09')
  await at.closeDays()
  at.goTo('2026-12-20')
  await at.closeDays()
  at.goTo('2026-12-09')
  return { at, loan }
}
const penaltyOf = async (at: Awaited<ReturnType<typeof open>>, loanId: number) =>
  (await at.parts.scheduleOf(loanId)).map(({ penalty, paid, penaltyPaid }) => [penalty, paid, penaltyPaid])

describe('a penalty of a reopened day', () => {
  it('that was paid since pays what was open beside it, with its interest', async () => {
    const control = await open()
    const same = await control.lend()
    control.goTo('2026-12-09')
    await control.closeDays()
    await control.parts.repay(same.id, naira(3000))
    const { at, loan } = await withWrongPenalties()
    await at.parts.repay(loan.id, naira(3000))
    expect((await penaltyOf(at, loan.id))[0]).toEqual([naira(137.5), naira(2887.5), naira(137.5)])
    const { id } = await at.request('2026-12-09')
    expect((await at.decide(id)).status).toBe('200')
    expect(await penaltyOf(at, loan.id)).toEqual(await penaltyOf(control, same.id))
    expect(await at.books()).toEqual(await control.books())
    expect(await at.faults()).toEqual([])
    at.goTo('2026-12-20')
    control.goTo('2026-12-20')
    await at.closeDays()
    await control.closeDays()
    expect(await at.books()).toEqual(await control.books())
    expect(await at.faults()).toEqual([])
  })

  it('of a loan that is repaid beyond what it owes without it refuses the whole', async () => {
    const { at, loan } = await withWrongPenalties()
    const saving = await at.save(0, naira(0), naira(1))
    await at.parts.repay(loan.id)
    const before = await at.books()
    expect((await at.request('2026-12-09')).message).toMatch(
      /^More was repaid of loan LN-X-\d+ than is owed without its penalties\. Its last repayment must be reversed first\.$/,
    )
    expect(await at.books()).toEqual(before)
    expect(saving.id).toBeGreaterThan(0)
  })

  it('is posted once again, and never twice', async () => {
    const { at, loan } = await withWrongPenalties()
    const { id } = await at.request('2026-12-09')
    await at.decide(id)
    at.goTo('2026-12-12')
    await at.closeDays()
    const [row] = await at.database
      .select()
      .from(loanHistory)
      .where(and(eq(loanHistory.loanId, loan.id), eq(loanHistory.round, 1)))
    expect(row).toMatchObject({ kind: 'penalty', penalty: naira(137.5), reversesId: null })
    const { id: _id, ...again } = row ?? ({} as never)
    await expect(at.database.insert(loanHistory).values(again)).rejects.toMatchObject({
      cause: { constraint: expect.stringMatching(/loan_history/) },
    })
    await expect(
      at.database.insert(runs).values({ kind: 'penalties', day: '2026-12-10' }),
    ).rejects.toMatchObject({ cause: { constraint: 'runs_period' } })
    // From a later day on: what was closed before stays.
    at.goTo('2026-12-20')
    await at.closeDays()
    const next = await at.request('2026-12-15')
    await at.decide(next.id)
    expect((await penaltyOf(at, loan.id)).map(([penalty]) => penalty)).toEqual([naira(137.5), 0, 0, 0])
    await at.closeDays()
    expect((await penaltyOf(at, loan.id)).map(([penalty]) => penalty)).toEqual([
      naira(137.5),
      naira(137.5),
      0,
      0,
    ])
    expect(await at.faults()).toEqual([])
  })
})

it('is refused as a whole where a wallet does not give back, and names each', async () => {
  const at = await open()
  const rich = await at.save(1200, naira(0), naira(10_000))
  await at.save(0, naira(100), naira(1000))
  at.goTo('2027-02-01')
  await at.closeDays()
  const { id, status } = await at.request('2027-01-31')
  expect(status).toBe('200')
  await at.parts.pay(rich.reference, naira(-10_050))
  await at.parts.pay('TW', naira(-101))
  const before = await at.books()
  const refused = await at.decide(id)
  expect(refused.status).toBe('400')
  expect(refused.message).toBe(
    `Savings wallet ${rich.reference} has ₦50.00, which does not cover the ₦100.00 that is taken back. The transaction wallet has ₦99.00, which does not cover the ₦100.00 that is taken back.`,
  )
  expect(await at.books()).toEqual(before)
  const clerk = { token: await at.server.openSession((await at.server.enter('can-request-reversal')).id) }
  const { obstacle } = (await at.server.ask(getReopenable, { from_day: '2027-01-31' }, clerk)).output().data
  expect(obstacle).toBe(
    `Reopening ${(await at.database.select().from(reopenings))[0]?.reference} awaits its decision already.`,
  )
  await at.decide(id, 'other', { status: 'reject', comment: 'Not now' })
  const seen = (await at.server.ask(getReopenable, { from_day: '2027-01-31' }, clerk)).output().data
  expect(seen.obstacle).not.toContain('₦')
})

it('leaves what it can’t take back: what a wallet got that was closed since, and penalties that a rescheduling moved', async () => {
  const at = await open()
  const [gone, stays] = [
    await at.save(1200, naira(100), naira(10_000)),
    await at.save(1200, naira(0), naira(10_000)),
  ]
  const [loan, other] = [await at.lend(), await at.lend()]
  at.goTo('2027-02-01')
  await at.closeDays()
  const keeper = await at.server.enter('can-close-saving', 'can-reschedule-loan', 'can-view-loan-details')
  expect((await at.server.ask(calls.savings.closeSaving, { savings_id: gone.id }, keeper)).status).toBe('200')
  const { data: account } = (
    await at.server.ask(calls.loans.getLoanAccount, { loan_id: loan.id }, keeper)
  ).output()
  const terms = { instalment_period: 'weekly', instalment_times: 5, first_due: '2027-02-08' } as const
  const asked = { loan_id: loan.id, amount: account.balance, reason: 'Shop burnt down', ...terms }
  await at.server.ask(calls.loanChanges.requestRescheduling, asked, keeper)
  const change = { id: 1, status: 'accept' as const }
  expect(
    (await at.server.ask(calls.loanChanges.firstLoanChangeDecision, change, await at.by('first'))).status,
  ).toBe('200')
  expect(
    (await at.server.ask(calls.loanChanges.secondLoanChangeDecision, change, await at.by('second'))).status,
  ).toBe('200')
  const { id } = await at.request('2026-12-20')
  const [found] = (await at.server.ask(getReopeningCase, { id }, await at.by('other'))).output().data
  expect(found?.effect?.kept).toBe(
    `Savings wallet ${gone.reference} is closed: ₦100.00 of interest and ₦200.00 of charges stays. Loan ${loan.reference} was rescheduled: ₦275.00 of penalties stays.`,
  )
  expect(found?.effect).toMatchObject({
    obstacle: null,
    posted: {
      penalties: { count: 2, amount: naira(275) },
      interest: { count: 1, amount: naira(100) },
      charges: { count: 0 },
    },
  })
  expect((await at.decide(id)).status).toBe('200')
  expect(await at.faults()).toEqual([])
  await at.closeDays()
  expect(await at.faults()).toEqual([])
  expect((await at.parts.accountOf(stays.reference)).balance).toBe(naira(10_100))
  expect((await at.parts.scheduleOf(other.id)).map(({ penalty }) => penalty)).toEqual(
    Array(4).fill(naira(137.5)),
  )
})

it('takes back what was corrected of the interest of the months, and keeps what it was of others', async () => {
  const at = await open()
  const saving = await at.save(1200, naira(0), naira(10_000))
  const recorder = await at.server.enter('can-record-collection', 'can-request-reversal')
  const deposit = (
    await at.server.ask(calls.savings.depositSaving, { savings_id: saving.id, amount: naira(1000) }, recorder)
  ).output().data.reference
  at.goTo('2027-03-01')
  await at.closeDays()
  const asked = await at.server.ask(
    calls.reversals.requestReversal,
    { reference: deposit, reason: 'Typed wrongly' },
    await at.by('asker'),
  )
  expect(asked.status).toBe('200')
  await at.server.ask(calls.reversals.reversalDecision, { id: 1, status: 'accept' }, await at.by('approver'))
  expect((await at.database.select().from(interestCorrections)).map(({ amount }) => amount)).toEqual([
    naira(-10),
    naira(-10),
  ])
  const { id } = await at.request('2027-02-10')
  expect((await at.decide(id)).status).toBe('200')
  expect(await at.faults()).toEqual([])
  await at.closeDays()
  // January's interest stays as it was corrected, February's is posted without the deposit.
  expect((await at.parts.accountOf(saving.reference)).balance).toBe(naira(10_200))
  expect(await at.faults()).toEqual([])
})

it('posts no second penalty beside one that a rescheduling kept, once a repayment is reversed', async () => {
  const at = await open()
  const loan = await at.lend()
  at.goTo('2026-12-11')
  await at.closeDays()
  const clerk = await at.server.enter('can-record-collection', 'can-reschedule-loan', 'can-request-reversal')
  const repaid = { loan_id: loan.id, amount: naira(1000), day: at.today() }
  const { reference } = (await at.server.ask(calls.loans.repayLoan, repaid, clerk)).output().data
  const terms = { instalment_period: 'weekly', instalment_times: 5, first_due: '2027-02-08' } as const
  const asked = { loan_id: loan.id, amount: naira(10_137.5), reason: 'Shop burnt down', ...terms }
  await at.server.ask(calls.loanChanges.requestRescheduling, asked, clerk)
  const change = { id: 1, status: 'accept' as const }
  await at.server.ask(calls.loanChanges.firstLoanChangeDecision, change, await at.by('first'))
  await at.server.ask(calls.loanChanges.secondLoanChangeDecision, change, await at.by('second'))
  const { id } = await at.request('2026-12-10')
  expect((await at.decide(id)).status).toBe('200')
  await at.server.ask(calls.reversals.requestReversal, { reference, reason: 'Typed wrongly' }, clerk)
  const reversed = await at.server.ask(
    calls.reversals.reversalDecision,
    { id: 1, status: 'accept' },
    await at.by('approver'),
  )
  expect(reversed.status).toBe('200')
  await at.closeDays()
  expect((await penaltyOf(at, loan.id))[0]).toEqual([naira(137.5), 0, 0])
  expect(await at.faults()).toEqual([])
})

describe('who asks and who decides', () => {
  it('are two admins with the permissions of reversals, and what is decided stands', async () => {
    const { at } = await withWrongPenalties()
    const { server } = at
    const nobody = { token: await server.openSession((await server.enter('can-view-day-close')).id) }
    const body = { from_day: '2026-12-09', reason }
    expect((await server.ask(requestReopening, body, nobody)).http).toBe(403)
    expect((await server.ask(getReopenings, { page: 1 }, nobody)).http).toBe(403)
    expect((await at.request('2027-06-01')).message).toBe('No day from 1 Jun 2027 on is closed.')
    const first = await at.request('2026-12-09')
    expect((await at.request('2026-12-10', 'other')).message).toBe(
      `Reopening ${first.reference} awaits its decision already.`,
    )
    const own = `You requested reopening ${first.reference} yourself. Another admin must decide on it.`
    expect((await at.decide(first.id, 'asker')).message).toBe(own)
    const waits = async (actor: 'asker' | 'approver') =>
      (await server.ask(calls.dashboard.getWaitingDecisions, {}, await at.by(actor))).output().data.reopenings
    expect([await waits('asker'), await waits('approver')]).toEqual([0, 1])
    const caseFor = async (actor: 'asker' | 'approver') =>
      (await server.ask(getReopeningCase, { id: first.id }, await at.by(actor))).output().data[0]
    expect(await caseFor('asker')).toMatchObject({
      against: own,
      effect: { days: 11, last_day: '2026-12-19', obstacle: null },
    })
    expect((await caseFor('approver'))?.against).toBeNull()
    expect((await at.decide(first.id, 'approver', { status: 'reject' })).status).toBe('100')
    expect((await at.decide(first.id, 'approver', { status: 'reject', comment: 'Not now' })).status).toBe(
      '200',
    )
    expect(await caseFor('approver')).toMatchObject({ status: 'rejected', effect: null })
    expect((await at.decide(first.id, 'other')).message).toBe(
      `Reopening ${first.reference} is rejected already. Reload the list.`,
    )
    const second = await at.request('2026-12-09')
    expect((await at.decide(second.id)).status).toBe('200')
    await expect(
      at.database.update(reopenings).set({ reason: 'Other' }).where(eq(reopenings.id, second.id)),
    ).rejects.toThrow()
  })

  it('may be one with ALLOW_SAME_APPROVER', async () => {
    const { at } = await withWrongPenalties({ ALLOW_SAME_APPROVER: 'true' })
    const { id } = await at.request('2026-12-09')
    expect((await at.decide(id, 'asker')).status).toBe('200')
  })
})

it('is shown in the day’s close and in the list of runs; the figures of its days are stored again', async () => {
  const { at } = await withWrongPenalties()
  const dayOf = async (day: string) =>
    (await at.server.ask(getDayClose, { day }, await at.by('asker'))).output().data
  expect((await dayOf('2026-12-09')).closed_at).not.toBeNull()
  const { id, reference } = await at.request('2026-12-09')
  await at.decide(id)
  expect(await dayOf('2026-12-09')).toMatchObject({ closed_at: null, reopened: { reference } })
  expect(await dayOf('2026-12-08')).toMatchObject({ reopened: null })
  const listed = (await at.server.ask(getRuns, { page: 1 }, await at.by('asker'))).output().data.data
  expect(listed.filter((one) => one.reopened_by === reference)).toHaveLength(11)
  at.goTo('2026-12-10')
  await at.closeDays()
  expect((await dayOf('2026-12-09')).closed_at).toBe('2026-12-10T00:10:00.000Z')
  const kept = await at.database.select().from(dayFigures).where(eq(dayFigures.day, '2026-12-09'))
  expect(new Set(kept.map(({ round }) => round))).toEqual(new Set([0, 1]))
})

describe('at once', () => {
  it('two approvals: one takes back, the other is refused', async () => {
    const { at } = await withWrongPenalties()
    const { id } = await at.request('2026-12-09')
    const replies = await Promise.all([at.decide(id, 'approver'), at.decide(id, 'other')])
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set(['200', '400']))
    expect(await at.faults()).toEqual([])
  })

  it('an approval, a run and repayments: each counts, and nothing twice', async () => {
    const { at, loan } = await withWrongPenalties()
    const { id } = await at.request('2026-12-09')
    at.goTo('2026-12-21')
    const teller = await at.server.enter('can-record-collection')
    const repay = (amount: Kobo) =>
      at.server.ask(calls.loans.repayLoan, { loan_id: loan.id, amount, day: at.today() }, teller)
    const [decided, , ...repaid] = await Promise.all([
      at.decide(id),
      at.closeDays(),
      repay(naira(1000)),
      repay(naira(500)),
    ])
    expect([decided, ...repaid].map(({ status }) => status)).toEqual(['200', '200', '200'])
    await at.closeDays()
    await at.closeDays()
    expect(await at.faults()).toEqual([])
    const [paid] = (
      await at.database.execute(sql`select sum(paid)::bigint as paid from loan_repayment_schedule`)
    ).rows
    expect(Number(paid?.paid)).toBe(naira(1500))
    const standing = await at.database
      .select({ day: runs.day })
      .from(runs)
      .where(and(isNull(runs.reopeningId), eq(runs.kind, 'penalties')))
      .orderBy(asc(runs.day))
    expect(standing.map(({ day }) => day)).toEqual([...new Set(standing.map(({ day }) => day))])
    expect(standing).toHaveLength(20)
  })
})
