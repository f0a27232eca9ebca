import { and, eq, gt, isNotNull, lt, type SQL, sql } from 'drizzle-orm'
import type { Kobo } from '#contract/values'
import type { ArrearsTerms } from '#domain/money/arrears'
import { addDays, endOfLagosDay, lagosDay } from '#domain/time/lagos'
import { openLoans } from '../../db/tables/arrears'
import { accounts } from '../../db/tables/ledger'
import { loanRepaymentSchedule as instalments, loans } from '../../db/tables/loans'
import { customers } from '../../db/tables/schema'
import { overdueAmount, unpaidPart } from '../loans/figures'

/**
 * The day of a report. Today is read from what is kept; of a day before, what the ledger and the loans' histories recorded
 * since is taken back. A test compares both with the rule of `domain/money/arrears.ts`.
 */
export type AsOf = { day: string; now: Date; isToday: boolean }
export const asOf = (day: string | undefined, now: Date): AsOf => {
  const today = lagosDay(now)
  return { day: day ?? today, now, isToday: (day ?? today) === today }
}

/** A day as a literal, so that the text of a list's query stays the same. The contract has checked its form. */
const dateOf = (day: string) => sql.raw(`date '${day}'`)
const endOf = ({ day }: AsOf) => sql.raw(`timestamptz '${endOfLagosDay(day).toISOString()}'`)

/**
 * Whether a rescheduling before the end of the day moved what was open of an instalment that has something moved: the last one
 * did, if the instalment was there before it. The new instalments of each have the numbers after all that were there.
 */
const wasMoved = (
  at: AsOf,
) => sql`exists (select from ${reschedulings(at)} last join loans l on l.id = ${instalments.loanId}
  where last.loan_id = ${instalments.loanId} and ${instalments.number} <= l.instalment_times + last.earlier)`

/** The approved reschedulings before the end of the day, each with the number of instalments that earlier ones added. */
const reschedulings = (at: AsOf) => sql`(select c.loan_id, c.second_decided_at as at,
    sum(c.instalment_times) over (partition by c.loan_id order by c.second_decided_at, c.id) - c.instalment_times as earlier
  from loan_changes c where c.kind = 'reschedule' and c.state = 2 and c.second_decided_at < ${endOf(at)})`

/**
 * What was unpaid of an instalment at the end of a past day: what was paid or moved to later instalments since is unpaid again,
 * without later penalties.
 */
const openPart = (at: AsOf) => sql<Kobo>`(${unpaidPart} + coalesce((
  select sum(case h.kind when 'repayment' then h.repayment when 'penalty' then -h.penalty else 0 end) from loan_history h
  where h.loan_id = ${instalments.loanId} and h.instalment_id = ${instalments.id} and h.created_at >= ${endOf(at)}), 0)
  + case when ${instalments.moved} > 0 and not ${wasMoved(at)} then ${instalments.moved} else 0 end)`

/** The instalments that may have been late on a past day: those that are not paid, and those paid since. */
const mayBeLate = (at: AsOf) =>
  and(
    lt(instalments.dueDate, dateOf(at.day)),
    sql`(${instalments.status} <> 'paid' or ${instalments.paidAt} >= ${endOf(at)})`,
  )

/** Late instalments of a past day, with what was unpaid of them; `where` narrows them down. */
const lateInstalments = (at: AsOf, where?: SQL) =>
  sql`(select * from (select ${instalments.loanId} as loan_id, ${instalments.dueDate} as due_date, ${openPart(at)} as open
    from ${instalments} where ${and(mayBeLate(at), where)}) some_open where open > 0)`

const ofLoan = eq(instalments.loanId, loans.id)

/** Since when the outer query's loan is late: the due date of its oldest unpaid instalment. Null if it was not late. */
export const lateSince = (at: AsOf): SQL<string> =>
  at.isToday
    ? sql`case when ${lt(loans.nextDue, dateOf(at.day))} then ${loans.nextDue} end`
    : sql`(select min(due_date) from ${lateInstalments(at, ofLoan)} late)`

/** What was late of the outer query's loan. */
export const lateAmount = (at: AsOf): SQL<Kobo> =>
  at.isToday
    ? overdueAmount(at.now)
    : sql`(select coalesce(sum(open), 0)::bigint from ${lateInstalments(at, ofLoan)} late)`

/** What was owed on the outer query's loan, whose account is joined. */
export const owedAmount = (at: AsOf): SQL<Kobo> =>
  at.isToday
    ? sql`${accounts.balance}`
    : sql`(${accounts.balance} - coalesce((select sum(p.amount)::bigint from ledger_postings p
        where p.account_id = ${loans.accountId} and p.made_at >= ${endOf(at)}), 0))`

/** When the outer query's loan was rescheduled for the last time. */
export const rescheduledAt = (at: AsOf): SQL =>
  at.isToday
    ? sql`${loans.rescheduledDate}`
    : sql`(select max(c.at) from ${reschedulings(at)} c where c.loan_id = ${loans.id})`

/** The loans that were written off by the end of a day: `customer_id`, `agent_id`, `loan_type_id`, `amount`. */
export const writtenOff = (at: AsOf) => sql`(
  select c.customer_id, owner.assigned_agent_id as agent_id, l.loan_type_id, c.amount
  from loan_changes c join loans l on l.id = c.loan_id join customers owner on owner.id = c.customer_id
  where c.kind = 'write-off' and c.state = 2 and c.second_decided_at < ${endOf(at)}
    and not exists (select from ledger_entries r where r.reverses_id = c.entry_id and r.made_at < ${endOf(at)}))`

/** The late loans of a day, as a condition on loans alone: late for at least `least` days, and at most `most`. */
export function isLateLoan(at: AsOf, least: number, most: number | undefined): SQL | undefined {
  const isInRange = (since: SQL) =>
    and(
      sql`${since} <= ${dateOf(addDays(at.day, -least))}`,
      most === undefined ? undefined : sql`${since} >= ${dateOf(addDays(at.day, -most))}`,
    )
  if (at.isToday) return isInRange(sql`${loans.nextDue}`)
  return and(
    isNotNull(loans.disbursedDate),
    sql`${loans.id} in (select loan_id from ${lateInstalments(at)} late
      group by loan_id having ${isInRange(sql`min(due_date)`)})`,
    // A loan that ended since was in the portfolio then; one that ended before was not.
    sql`(${loans.loanStatus} = 'active' or (select ${owedAmount(at)} from ${accounts} where ${accounts.id} = ${loans.accountId}) > 0)`,
  )
}

/** The bucket of so many days late, as `bucketOf` of the domain has it. */
export const bucketIn = (days: SQL, { ends }: Pick<ArrearsTerms, 'ends'>): SQL => {
  const [first, second, third] = ends.map((end) => sql.raw(String(end)))
  return sql`case when ${days} <= 0 then 0 when ${days} <= ${first} then 1 when ${days} <= ${second} then 2
    when ${days} <= ${third} then 3 else 4 end`
}

/** The market day of a customer: of the oldest open savings wallet that has one. */
export const marketOf = (customerId: SQL) =>
  sql`(select s.market_id from savings s where s.customer_id = ${customerId} and s.status = 'active' and s.market_id is not null
    order by s.id limit 1)`

type Sums = {
  /** What of a row `p` of the portfolio groups it, and its condition. */
  key: SQL
  days: SQL
  where: SQL | undefined
}

/**
 * The common table expression `sums`: all loans on which something was owed on a day, added up by `id` (the key), `days` and
 * `rescheduled` to `loans`, `late` and `owed`. A loan `p` has `customer_id`, `agent_id`, `loan_type_id` and `since`, when its
 * oldest unpaid instalment was due.
 */
export function portfolioSums(at: AsOf, { key, days, where }: Sums): SQL {
  const added = (late: SQL) => sql`count(*) as loans, sum(${late}) as late, sum(p.owed) as owed`
  if (at.isToday) {
    const loan = sql`${key} as id, ${days} as days, p.rescheduled_date is not null as rescheduled`
    const rows = sql`(select *, next_due as since from ${openLoans}) p`
    const isCounted = sql`${dateOf(at.day)} between p.late_from and p.late_through`
    // The loans are read once. Those whose late amount is to be counted are few or none; if there are none, they are not looked for.
    return sql`kept as materialized (
        select ${loan}, ${isCounted} as counted, ${added(sql`p.late`)} from ${rows} where ${where} group by 1, 2, 3, 4),
      sums as (select id, days, rescheduled, loans, late, owed from kept where counted
        union all select ${loan}, ${added(sql`l.late`)} from ${rows} cross join late_on(p.loan_id, ${dateOf(at.day)}) l
          where ${where} and not (${isCounted}) and exists (select from kept where not counted) group by 1, 2, 3)`
  }
  return sql`sums as (select ${key} as id, ${days} as days, p.rescheduled, ${added(sql`p.late`)}
    from ${pastPortfolio(at)} p where ${where} group by 1, 2, 3)`
}

/** The loans on which something was owed on a past day. */
const pastPortfolio = (at: AsOf) => sql`(select then_owed.*, late.since, coalesce(late.amount, 0) as late
    from (select ${loans.id} as loan_id, ${loans.customerId} as customer_id, ${customers.assignedAgentId} as agent_id,
        ${loans.loanTypeId} as loan_type_id, ${owedAmount(at)} as owed,
        ${rescheduledAt(at)} is not null as rescheduled
      from ${loans} join ${accounts} on ${accounts.id} = ${loans.accountId}
        join ${customers} on ${customers.id} = ${loans.customerId}
      where ${lt(loans.disbursedDate, endOf(at))}) then_owed
    left join (select loan_id, min(due_date) as since, sum(open) as amount from ${lateInstalments(at)} each_late group by 1)
      late on late.loan_id = then_owed.loan_id
    where ${gt(sql`then_owed.owed`, 0)})`
