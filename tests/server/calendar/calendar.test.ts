import { eq, sql } from 'drizzle-orm'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { calls } from '#contract/index'
import { type Calendar, isCollectionDay } from '#domain/time/calendar'
import { addDays, lagosDay, startOfLagosDay } from '#domain/time/lagos'
import { collectionCalendars, holidays } from '#server/db/tables/calendar'
import { loanRepaymentSchedule } from '#server/db/tables/loans'
import { calendarOf } from '#server/ledger/calendar'
import { lastEndedDay, openRuns, postRuns } from '#server/runs/run'
import { openLoanDesk } from '../loans/loanDesk'
import { faultsIn } from '../support/books'
import { expectRefused } from '../support/guards'
import { manyCalls } from '../support/harness'
import { naira, rate } from '../support/people'

const { createHoliday, getCalendar, removeHoliday, setClosedWeekdays } = calls.calendar

/** A desk on Wednesday, 18 November 2026, with an admin of the calendar. */
async function open() {
  const desk = await openLoanDesk({ limits: manyCalls })
  const { server } = desk
  const keeper = await server.enterAs({
    permissions: ['can-edit-calendar', 'can-record-collection', 'can-view-day-close'],
  })
  const by = async () => ({ token: await server.openSession(keeper.id) })
  const lend = async (
    terms: { times: number; period: 'daily' | 'weekly' | 'monthly' },
    fields: Parameters<typeof desk.apply>[2] = {},
  ) => {
    const owner = await desk.makeBorrower()
    const loan = await desk.apply(owner, { amount: naira(10_000), rate: rate(10), ...terms }, fields)
    await desk.first(loan.id, { ...desk.musa, token: await server.openSession(desk.musa.id) })
    const reply = await desk.second(loan.id, {
      ...desk.ngozi,
      token: await server.openSession(desk.ngozi.id),
    })
    if (reply.status !== '200') throw new Error(reply.text)
    return { ...loan, owner }
  }
  return {
    ...desk,
    by,
    lend,
    today: () => lagosDay(server.clock.now()),
    holiday: async (day: string, name = 'Eid al-Fitr') =>
      server.ask(createHoliday, { day, name }, await by()),
    close: async (from_day: string, weekdays: number[]) =>
      server.ask(setClosedWeekdays, { from_day, weekdays }, await by()),
    calendar: async () => (await server.ask(getCalendar, {}, await by())).output().data,
    dueDates: async (loanId: number) => (await desk.scheduleOf(loanId)).map(({ dueDate }) => dueDate),
    goTo: (day: string) =>
      server.clock.pass(
        (startOfLagosDay(day).getTime() + 10 * 60_000 - server.clock.now().getTime()) / 60_000,
      ),
    faults: () => faultsIn(server.database),
  }
}

describe('a holiday', () => {
  it('moves what is due on it to the next day with collection, and nothing back when it is removed', async () => {
    const at = await open()
    const weekly = await at.lend({ times: 4, period: 'weekly' })
    const last = await at.lend({ times: 1, period: 'weekly' })
    const paid = await at.lend({ times: 2, period: 'weekly' })
    await at.repay(paid.id, naira(5_500))
    expect(await at.dueDates(weekly.id)).toEqual(['2026-11-25', '2026-12-02', '2026-12-09', '2026-12-16'])

    const reply = await at.holiday('2026-11-25', ' Eid al-Fitr ')
    expect(reply.message).toBe(
      '25 Nov 2026, Eid al-Fitr, is a day without collection. 2 installments moved to the next day with collection.',
    )
    expect(await at.dueDates(weekly.id)).toEqual(['2026-11-26', '2026-12-02', '2026-12-09', '2026-12-16'])
    // The paid one went with them: nothing is expected on the day.
    expect(await at.dueDates(paid.id)).toEqual(['2026-11-26', '2026-12-02'])
    expect(await at.stateOf(weekly.id)).toMatchObject({ nextDue: '2026-11-26', maturityDate: '2026-12-16' })
    expect(await at.stateOf(last.id)).toMatchObject({
      nextDue: '2026-11-26',
      maturityDate: '2026-11-26',
      maturityPeriod: 8,
    })
    expect(await at.stateOf(paid.id)).toMatchObject({ nextDue: '2026-12-02' })
    expect(await at.faults()).toEqual([])

    const [holiday] = (await at.calendar()).holidays
    expect(holiday).toEqual({ id: holiday?.id, day: '2026-11-25', name: 'Eid al-Fitr' })
    const removed = await at.server.ask(removeHoliday, { id: holiday?.id ?? 0 }, await at.by())
    expect(removed.message).toBe('Eid al-Fitr on 25 Nov 2026 was removed. What it moved stays where it is.')
    expect((await at.calendar()).holidays).toEqual([])
    expect(await at.dueDates(weekly.id)).toEqual(['2026-11-26', '2026-12-02', '2026-12-09', '2026-12-16'])
    expect(await at.faults()).toEqual([])
    // The day can be a holiday again.
    expect((await at.holiday('2026-11-25')).status).toBe('200')
  })

  it('after another one moves what that one moved', async () => {
    const at = await open()
    const loan = await at.lend({ times: 2, period: 'weekly' })
    await at.holiday('2026-11-25')
    await at.holiday('2026-11-26', 'Second day of Eid')
    expect(await at.dueDates(loan.id)).toEqual(['2026-11-27', '2026-12-02'])
    await at.repay(loan.id)
    expect(await at.faults()).toEqual([])
  })

  it('of today or a past day, of a day that is one already, and a run of more than a month are refused', async () => {
    const at = await open()
    const today = at.today()
    const later = ['Only days after today can be changed.']
    expect((await at.holiday(today)).fields).toEqual(later)
    expect((await at.holiday('2026-10-01')).fields).toEqual(later)
    expect((await at.close(today, [7])).fields).toEqual(later)
    expect((await at.holiday('2026-12-25', ' ')).fields).toEqual(['Enter what the holiday is called.'])
    expect((await at.close('2026-12-01', [1, 2, 3, 4, 5, 6, 7])).fields).toEqual([
      'At least one weekday must have collection.',
    ])
    expect((await at.close('2026-12-01', [7, 7])).fields).toEqual(['Select each weekday once.'])
    expectRefused(await at.close('2026-12-01', []), 'Collection on every weekday from 1 Dec 2026 on already.')
    expect((await at.holiday('2026-12-25', 'Christmas Day')).status).toBe('200')
    expectRefused(await at.holiday('2026-12-25'), '25 Dec 2026 is a holiday already: Christmas Day.')
    const without = await at.server.enterAs({ permissions: ['can-view-all'] })
    const sent = await at.server.ask(createHoliday, { day: '2026-12-26', name: 'Boxing Day' }, without)
    expect(sent.status).not.toBe('200')
    expect(await at.server.database.$count(holidays)).toBe(1)

    // Only Mondays have collection, of which four in a row are holidays.
    expect((await at.close('2027-01-01', [2, 3, 4, 5, 6, 7])).message).toBe(
      'No collection on Tuesdays, Wednesdays, Thursdays, Fridays, Saturdays and Sundays from 1 Jan 2027 on.',
    )
    for (const day of ['2027-02-01', '2027-02-08', '2027-02-15', '2027-02-22'])
      expect((await at.holiday(day)).status).toBe('200')
    expectRefused(
      await at.holiday('2027-03-01'),
      'There would be no collection in the 31 days after 1 Feb 2027.',
    )
    expect((await at.calendar()).holidays).toHaveLength(5)
  })

  it('that has begun can not be removed', async () => {
    const at = await open()
    await at.holiday('2026-11-19')
    const [holiday] = (await at.calendar()).holidays
    at.goTo('2026-11-19')
    const reply = await at.server.ask(removeHoliday, { id: holiday?.id ?? 0 }, await at.by())
    expect(reply.fields).toEqual(['Only days after today can be changed.'])
    expectRefused(
      await at.server.ask(removeHoliday, { id: 999_999 }, await at.by()),
      'Holiday with ID 999999 not found',
    )
  })

  it('is neither changed nor deleted, whoever writes', async () => {
    const at = await open()
    await at.holiday('2026-12-25')
    await at.close('2026-12-01', [7])
    const { database } = at.server
    for (const statement of [
      sql`update holidays set day = day + 1`,
      sql`update holidays set removed_at = now(), name = 'Other'`,
      sql`delete from holidays`,
      sql`update collection_calendars set closed_weekdays = '{}'`,
      sql`insert into holidays (day, name, admin_id) select current_date, 'Today', min(id) from admins`,
    ])
      await expect(database.execute(statement)).rejects.toThrow()
  })
})

describe('closed weekdays', () => {
  it('move what is due on them from their day on, and new schedules leave them out', async () => {
    const at = await open()
    const before = await at.lend({ times: 12, period: 'daily' })
    expect((await at.dueDates(before.id)).slice(0, 5)).toEqual([
      '2026-11-19',
      '2026-11-20',
      '2026-11-21',
      '2026-11-22',
      '2026-11-23',
    ])
    // From the second Sunday on.
    const reply = await at.close('2026-11-23', [7])
    expect(reply.message).toBe(
      'No collection on Sundays from 23 Nov 2026 on. 1 installment moved to the next day with collection.',
    )
    expect(await at.dueDates(before.id)).toEqual([
      '2026-11-19',
      '2026-11-20',
      '2026-11-21',
      '2026-11-22',
      '2026-11-23',
      '2026-11-24',
      '2026-11-25',
      '2026-11-26',
      '2026-11-27',
      '2026-11-28',
      '2026-11-30',
      '2026-11-30',
    ])
    const monthly = await at.lend({ times: 3, period: 'monthly' })
    await at.holiday('2026-12-18')
    const after = await at.lend({ times: 3, period: 'monthly' })
    for (const { id } of [monthly, after])
      expect(await at.dueDates(id)).toEqual(['2026-12-19', '2027-01-18', '2027-02-18'])
    // Sundays have collection again: what was moved stays.
    expect((await at.close('2026-11-24', [])).message).toBe(
      'Collection on every weekday from 24 Nov 2026 on.',
    )
    expect((await at.dueDates(before.id)).slice(-2)).toEqual(['2026-11-30', '2026-11-30'])
    expect((await at.calendar()).closed.map(({ from_day, weekdays }) => [from_day, weekdays])).toEqual([
      ['2026-11-24', []],
      ['2026-11-23', [7]],
    ])
    expect(await at.faults()).toEqual([])
  })

  it('are left out by the new installments of a rescheduling', async () => {
    const at = await open()
    await at.close('2026-11-19', [6, 7])
    const loan = await at.lend({ times: 2, period: 'weekly' })
    const clerk = await at.server.enterAs({ permissions: ['can-reschedule-loan'] })
    const asked = await at.server.ask(
      calls.loanChanges.requestRescheduling,
      {
        loan_id: loan.id,
        amount: naira(11_000),
        reason: 'Her shop burned',
        instalment_times: 3,
        instalment_period: 'daily',
        first_due: '2026-12-04',
      },
      clerk,
    )
    expect(asked.status).toBe('200')
    const { rows } = await at.server.database.execute<{ id: string }>(
      sql`select max(id) as id from loan_changes`,
    )
    const id = Number(rows[0]?.id)
    const { firstLoanChangeDecision, getLoanChangeCase, secondLoanChangeDecision } = calls.loanChanges
    const planned = (await at.server.ask(getLoanChangeCase, { id }, at.musa)).output().data[0]?.planned
    const days = ['2026-12-04', '2026-12-07', '2026-12-07']
    // Saturday and Sunday: both are due on Monday.
    expect(planned?.map(({ due_date }) => due_date)).toEqual(days)
    await at.server.ask(firstLoanChangeDecision, { id, status: 'accept' }, at.musa)
    await at.server.ask(secondLoanChangeDecision, { id, status: 'accept' }, at.ngozi)
    expect((await at.dueDates(loan.id)).slice(2)).toEqual(days)
    expect(await at.stateOf(loan.id)).toMatchObject({ nextDue: '2026-12-04', maturityDate: '2026-12-07' })
    expect(await at.faults()).toEqual([])
  })
})

describe('days of grace', () => {
  it('are days with collection: the penalty waits for the last of them', async () => {
    const at = await open()
    const { database, clock } = at.server
    const due = () => ({ now: clock.now(), through: lastEndedDay(clock.now()) })
    await openRuns(database, due())
    await at.close('2026-11-19', [7])
    await at.holiday('2026-11-27')
    // Due on Wednesday 25 November: Thursday, Saturday and Monday are its days of grace.
    const loan = await at.lend({ times: 1, period: 'weekly' }, { graceDays: 3, penaltyBasisPoints: 500 })
    const none = await at.lend({ times: 1, period: 'weekly' }, { graceDays: 0, penaltyBasisPoints: 500 })
    const penaltyAt = async (day: string) => {
      at.goTo(day)
      await postRuns(database, due())
      return (await at.scheduleOf(loan.id))[0]?.penalty
    }
    expect(await penaltyAt('2026-11-26')).toBe(0)
    expect((await at.scheduleOf(none.id))[0]?.penalty).toBe(naira(550))
    for (const day of ['2026-11-29', '2026-11-30']) expect(await penaltyAt(day)).toBe(0)
    expect(await penaltyAt('2026-12-01')).toBe(naira(550))
    expect(await at.faults()).toEqual([])

    // Collected on the last day of grace, and recorded after it: the penalty was wrong.
    const late = await at.server.ask(
      calls.loans.repayLoan,
      { loan_id: loan.id, amount: naira(11_000), day: '2026-11-30' },
      await at.by(),
    )
    expect(late.message).toContain('₦550.00 of penalties was taken back')
    expect(await at.stateOf(loan.id)).toMatchObject({ loanStatus: 'paid' })
    expect(await at.faults()).toEqual([])
  })
})

it('nothing is expected on a day without collection: on the sheet, at the close, on the dashboard', async () => {
  const at = await open()
  const { server } = at
  await at.makeSaving(at.customer)
  const { agentId: agent_id } = at.customer
  await at.holiday('2026-11-20')
  const expectedOn = async (day: string) => {
    const seer = {
      token: await server.openSession((await server.enterAs({ permissions: ['can-view-all'] })).id),
    }
    const sheet = (
      await server.ask(calls.collections.getCollectionSheet, { agent_id, day }, await at.by())
    ).output()
    const closing = (await server.ask(calls.closing.getDayClose, { day }, await at.by())).output().data
    const insight = (await server.ask(calls.dashboard.getInsight, {}, seer)).output().data
    return [
      sheet.data.lines.length,
      closing.agents.find((one) => one.agent_id === agent_id)?.expected ?? 0,
      insight.today?.savings.expected,
    ]
  }
  for (const [day, isOpen] of [
    ['2026-11-19', true],
    ['2026-11-20', false],
    ['2026-11-21', true],
  ] as const) {
    at.goTo(day)
    expect(await expectedOn(day), day).toEqual(isOpen ? [1, naira(100), naira(100)] : [0, 0, 0])
  }
})

it('a loan that is paid out while its day becomes a holiday is not due on it', async () => {
  const at = await open()
  for (let round = 0; round < 5; round += 1) {
    const loan = await at.apply(await at.makeBorrower(), { times: 10, period: 'daily' })
    await at.first(loan.id)
    const day = addDays(at.today(), round + 1)
    await Promise.all([at.second(loan.id), at.holiday(day)])
    const dates = await at.dueDates(loan.id)
    expect(dates).toHaveLength(10)
    const calendar = await calendarOf(at.server.database)
    expect(dates.filter((due) => !isCollectionDay(calendar, due))).toEqual([])
  }
  expect(await at.faults()).toEqual([])
})

it('a repayment at the same time as a holiday loses nothing', async () => {
  const at = await open()
  const loan = await at.lend({ times: 4, period: 'weekly' })
  const repayment = { loan_id: loan.id, amount: naira(1_000), day: at.today() }
  await Promise.all([
    at.server.ask(calls.loans.repayLoan, repayment, await at.by()),
    at.holiday('2026-11-25'),
    at.holiday('2026-12-02'),
  ])
  const [first] = await at.server.database
    .select()
    .from(loanRepaymentSchedule)
    .where(eq(loanRepaymentSchedule.loanId, loan.id))
    .orderBy(loanRepaymentSchedule.number)
  expect(first).toMatchObject({ dueDate: '2026-11-26', paid: naira(1_000) })
  expect(await at.faults()).toEqual([])
})

it('the database closes the same days as the rules of the domain', async () => {
  const at = await open()
  const { database } = at.server
  const first = '2026-11-19'
  const day = fc.integer({ min: 0, max: 60 }).map((days) => addDays(first, days))
  const weekdays = fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { maxLength: 6 })
  const rolledBack = new Error('rolled back')
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ from: day, weekdays }), { maxLength: 4 }),
      fc.uniqueArray(day, { maxLength: 5 }),
      async (closed, days) => {
        const made = { adminId: at.musa.id, createdAt: at.server.clock.now() }
        const checked = database.transaction(async (tx) => {
          for (const { from, weekdays: closedWeekdays } of closed)
            await tx.insert(collectionCalendars).values({ ...made, fromDay: from, closedWeekdays })
          for (const holiday of days) await tx.insert(holidays).values({ ...made, day: holiday, name: 'Eid' })
          const calendar: Calendar = { closed, holidays: days.map((one) => ({ day: one })) }
          const through = addDays(first, 80)
          const { rows } = await tx.execute<{ day: string }>(
            sql`select d::text as day from closed_days(${first}::date, ${through}::date) d order by 1`,
          )
          const expected = []
          for (let one = first; one <= through; one = addDays(one, 1))
            if (!isCollectionDay(calendar, one)) expected.push(one)
          expect(rows.map((row) => row.day)).toEqual(expected)
          expect((await calendarOf(tx)).holidays.length).toBe(days.length)
          throw rolledBack
        })
        await expect(checked).rejects.toBe(rolledBack)
      },
    ),
    { numRuns: 40 },
  )
})
