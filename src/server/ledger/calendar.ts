import { asc, isNull, sql } from 'drizzle-orm'
import { type Calendar, everyDay, isCollectionDay, nextCollectionDay } from '#domain/time/calendar'
import type { Queries } from '../db/database'
import { collectionCalendars, holidays } from '../db/tables/calendar'

/** The days without collection as they are set. */
export async function calendarOf(queries: Queries): Promise<Calendar> {
  const closed = await queries
    .select({ from: collectionCalendars.fromDay, weekdays: collectionCalendars.closedWeekdays })
    .from(collectionCalendars)
    .orderBy(asc(collectionCalendars.fromDay), asc(collectionCalendars.id))
  const days = await queries.select({ day: holidays.day }).from(holidays).where(isNull(holidays.removedAt))
  return closed.length + days.length === 0 ? everyDay : { closed, holidays: days }
}

/** The calendar for schedules that this transaction writes. It does not change before the commit; to be taken before rows are locked. */
export async function calendarForSchedules(tx: Queries): Promise<Calendar> {
  await tx.execute(sql`select pg_advisory_xact_lock_shared(4312)`)
  return calendarOf(tx)
}

/** Waits for schedules that are being written, so that `moveInstalments` finds them; later ones wait for this transaction. */
export const lockCalendar = (tx: Queries) => tx.execute(sql`select pg_advisory_xact_lock(4312)`)

/**
 * Moves what is due on days without collection, from a day on, to the next collection day. Paid and written-off instalments go with the
 * others: nothing is expected on such a day, also after a reversal. Needs the calendar's lock. Returns how many are open.
 */
export async function moveInstalments(tx: Queries, calendar: Calendar, from: string): Promise<number> {
  const { rows: due } = await tx.execute<{ day: string }>(
    sql`select distinct due_date::text as day from loan_repayment_schedule where due_date >= ${from}`,
  )
  const closed = due.map(({ day }) => day).filter((day) => !isCollectionDay(calendar, day))
  if (closed.length === 0) return 0
  const days = sql`${sql.param(closed)}::date[]`
  const loans = sql`(select loan_id from loan_repayment_schedule where due_date = any(${days}))`
  await tx.execute(sql`select from loans where id in ${loans} order by id for no key update`)
  // The rows that triggers lock as a loan is next due on another day, in their order (docs/change/reference.md, "Locks").
  const moving = sql`from loans where next_due = any(${days}) and id in ${loans}`
  await tx.execute(
    sql`select from customer_debts where id in (select customer_id ${moving}) order by id desc for update`,
  )
  await tx.execute(
    sql`select from ledger_accounts where id in (select account_id ${moving}) order by id desc for share`,
  )
  const { rows: moved } = await tx.execute<{ open: number; loans: string[] }>(sql`
    with moved as (
      update loan_repayment_schedule s set due_date = m.later
        from unnest(${days}, ${sql.param(closed.map((day) => nextCollectionDay(calendar, day)))}::date[]) m (day, later)
        where s.due_date = m.day returning s.loan_id, s.status)
    select count(*) filter (where status = 'pending')::integer as open, array_agg(distinct loan_id) as loans from moved`)
  const [{ open, loans: ids } = { open: 0, loans: null }] = moved
  if (!ids) return 0
  await tx.execute(sql`update loans l set maturity_date = s.last, maturity_period = l.maturity_period + (s.last - l.maturity_date)
    from (select loan_id, (array_agg(due_date order by number desc))[1] as last from loan_repayment_schedule
      where loan_id = any(${sql.param(ids)}::bigint[]) group by 1) s
    where s.loan_id = l.id and s.last <> l.maturity_date`)
  await tx.execute(sql`update loans l set next_due = s.next
    from (select loan_id, min(due_date) as next from loan_repayment_schedule
      where loan_id = any(${sql.param(ids)}::bigint[]) and status = 'pending' group by 1) s
    where s.loan_id = l.id and l.next_due is not null and s.next <> l.next_due`)
  return open
}
