import { and, eq, lt, type SQL, sql } from 'drizzle-orm'
import type { Reading } from '#contract/calls/arrears'
import type { Kobo } from '#contract/values'
import type { ArrearsTerms } from '#domain/money/arrears'
import { addDays, endOfLagosDay, lagosDay } from '#domain/time/lagos'
import { openLoans } from '../../db/tables/arrears'
import { accounts } from '../../db/tables/ledger'
import { loanRepaymentSchedule as instalments, loans } from '../../db/tables/loans'
import { overdueAmount, unpaidPart } from '../../ledger/loanFigures'

/**
 * The day of a report. Today is read from what is kept; of a day before, what the ledger and the loans' histories recorded
 * since is taken back. A test compares both with the rule of `domain/money/arrears.ts`.
 */
export type AsOf = {
  day: string
  now: Date
  isToday: boolean
  /** Without what stood on the day and was reversed since (rules.md, "Two readings"). */
  isCorrected: boolean
}
export const asOf = (day: string | undefined, now: Date, reading?: Reading): AsOf => {
  const today = lagosDay(now)
  return {
    day: day ?? today,
    now,
    isToday: (day ?? today) === today,
    isCorrected: reading === 'corrected',
  }
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

/** Whether a row `h` of a loan's history counts after the day; what was collected on the day and recorded later does not. */
const isLater = (at: AsOf) =>
  sql`h.created_at >= ${endOf(at)} and (h.collected_on is null or h.collected_on > ${dateOf(at.day)})
    and ${countsBack(at, sql`back.loan_id = h.loan_id and back.at = h.created_at and (back.id = h.id or h.kind = 'correction')`)}`
/** The same for a posting `p`. */
const isPostedLater = (at: AsOf) => sql`p.entry_id not in (select e.id from ledger_entries e
  where e.collected_on <= ${dateOf(at.day)} and e.made_at >= ${endOf(at)})
    and ${countsBack(at, sql`back.account_id = p.account_id and back.at = p.made_at and (back.entry_id = p.entry_id or p.source = 'Loan correction')`)}`
/** In the corrected reading, later reversals of what counts by the day are none of the later movements, nor are the corrections that come with them. */
const countsBack = (at: AsOf, isOf: SQL) =>
  at.isCorrected
    ? sql`not exists (select from (select r.id, r.loan_id, r.entry_id, r.created_at as at, l.account_id
        from loan_history r join loan_history o on o.id = r.reverses_id join loans l on l.id = r.loan_id
        where r.created_at >= ${endOf(at)} and (o.created_at < ${endOf(at)} or o.collected_on <= ${dateOf(at.day)})) back where ${isOf})`
    : sql`true`

/** What a row `h` of a loan's history took off an instalment. */
const takenOff = sql`case h.kind when 'repayment' then h.repayment + h.waived when 'penalty' then -h.penalty
  when 'correction' then h.repayment + h.penalty_back else 0 end`

/**
 * What was unpaid of an instalment at the end of a past day: what was paid or moved to later instalments since is unpaid again,
 * without later penalties. `since` is what later movements took off it.
 */
const openPart = (at: AsOf, since: SQL) => sql<Kobo>`(${unpaidPart} + coalesce(${since}, 0)
  + case when ${instalments.moved} > 0 and not ${wasMoved(at)} then ${instalments.moved} else 0 end)`

/** Late instalments of a past day of the loans that `where` selects, with what was unpaid of them. */
const lateInstalments = (at: AsOf, where: SQL, since: SQL, join = sql``) =>
  sql`(select * from (select ${instalments.loanId} as loan_id, ${instalments.dueDate} as due_date, ${openPart(at, since)} as open
    from ${instalments} ${join} where ${lt(instalments.dueDate, dateOf(at.day))} and ${where}) some_open where open > 0)`

/** The same of the outer query's loan. */
const lateOfLoan = (at: AsOf) =>
  lateInstalments(
    at,
    eq(instalments.loanId, loans.id),
    sql`(select sum(${takenOff})::bigint from loan_history h where h.loan_id = ${instalments.loanId}
      and h.instalment_id = ${instalments.id} and ${isLater(at)})`,
  )

/** Since when the outer query's loan is late: the due date of its oldest unpaid instalment. Null if it was not late. */
export const lateSince = (at: AsOf): SQL<string> =>
  at.isToday
    ? sql`case when ${lt(loans.nextDue, dateOf(at.day))} then ${loans.nextDue} end`
    : sql`(select min(due_date) from ${lateOfLoan(at)} late)`

/** What was late of the outer query's loan. */
export const lateAmount = (at: AsOf): SQL<Kobo> =>
  at.isToday
    ? overdueAmount(at.now)
    : sql`(select coalesce(sum(open), 0)::bigint from ${lateOfLoan(at)} late)`

/** What was owed on the outer query's loan, whose account is joined. */
export const owedAmount = (at: AsOf): SQL<Kobo> =>
  at.isToday
    ? sql`${accounts.balance}`
    : sql`(${accounts.balance} - coalesce((select sum(p.amount)::bigint from ledger_postings p
        where p.account_id = ${loans.accountId} and p.made_at >= ${endOf(at)} and ${isPostedLater(at)}), 0))`

/** When the outer query's loan was rescheduled for the last time. */
export const rescheduledAt = (at: AsOf): SQL =>
  at.isToday
    ? sql`${loans.rescheduledDate}`
    : sql`(select max(c.at) from ${reschedulings(at)} c where c.loan_id = ${loans.id})`

/** The loans that were written off by the end of a day: `agent_id`, `loan_type_id`, `market_id`, `amount`. */
export const writtenOff = (at: AsOf) => sql`(
  select owner.assigned_agent_id as agent_id, l.loan_type_id, market_of(owner.id) as market_id, c.amount
  from loan_changes c join loans l on l.id = c.loan_id join customers owner on owner.id = c.customer_id
  where c.kind = 'write-off' and c.state = 2 and c.second_decided_at < ${endOf(at)}
    and not exists (select from ledger_entries r where r.reverses_id = c.entry_id and ${at.isCorrected ? sql`true` : sql`r.made_at < ${endOf(at)}`}))`

/** The late loans of a day, as a condition on loans alone: late for at least and at most so many days, of one market day or all. */
export function isLateLoan(
  at: AsOf,
  [least, most]: [least: number, most: number | undefined],
  marketId: number | undefined,
): SQL | undefined {
  const isInRange = (since: SQL) =>
    and(
      sql`${since} <= ${dateOf(addDays(at.day, -least))}`,
      most === undefined ? undefined : sql`${since} >= ${dateOf(addDays(at.day, -most))}`,
    )
  const isOfMarket = marketId === undefined ? undefined : eq(sql`p.market_id`, marketId)
  // 'is true' keeps it a set that is made once: as a join, a page of a hundred loans makes the portfolio again for each of them.
  const isOneOf = (portfolio: SQL, where: SQL | undefined) =>
    sql`(${loans.id} in (select p.loan_id from ${portfolio} p where ${where})) is true`
  return at.isToday
    ? and(isInRange(sql`${loans.nextDue}`), isOfMarket && isOneOf(sql`${openLoans}`, isOfMarket))
    : isOneOf(pastPortfolio(at), and(isInRange(sql`p.since`), isOfMarket))
}

/** The bucket of so many days late, as `bucketOf` of the domain has it. */
export const bucketIn = (days: SQL, { ends }: Pick<ArrearsTerms, 'ends'>): SQL => {
  const [first, second, third] = ends.map((end) => sql.raw(String(end)))
  return sql`case when ${days} <= 0 then 0 when ${days} <= ${first} then 1 when ${days} <= ${second} then 2
    when ${days} <= ${third} then 3 else 4 end`
}

type Sums = {
  /** What of a row `p` of the portfolio groups it, and its condition. */
  key: SQL
  days: SQL
  where: SQL | undefined
}

/**
 * The common table expression `sums`: all loans on which something was owed on a day, added up by `id` (the key), `days` and
 * `rescheduled` to `loans`, `late` and `owed`. A loan `p` has `agent_id`, `loan_type_id`, `market_id` and `since`, when its
 * oldest unpaid instalment was due.
 */
export function portfolioSums(at: AsOf, { key, days, where }: Sums): SQL {
  const added = (late: SQL) => sql`count(*) as loans, sum(${late}) as late, sum(p.owed) as owed`
  if (at.isToday) {
    const loan = sql`${key} as id, ${days} as days, p.rescheduled_date is not null as rescheduled`
    const isCounted = sql`${dateOf(at.day)} between p.late_from and p.late_through`
    // The loans are read once. Those whose late amount is to be counted are few or none; if there are none, they are not looked for.
    return sql`kept as materialized (
        select ${loan}, ${isCounted} as counted, ${added(sql`p.late`)} from ${todaysPortfolio} p where ${where} group by 1, 2, 3, 4),
      sums as (select id, days, rescheduled, loans, late, owed from kept where counted
        union all select ${loan}, ${added(sql`l.late`)} from ${todaysPortfolio} p cross join late_on(p.loan_id, ${dateOf(at.day)}) l
          where ${where} and not (${isCounted}) and exists (select from kept where not counted) group by 1, 2, 3)`
  }
  return sql`sums as (select ${key} as id, ${days} as days, p.rescheduled, ${added(sql`p.late`)}
    from ${pastPortfolio(at)} p where ${where} group by 1, 2, 3)`
}

const todaysPortfolio = sql`(select *, next_due as since from ${openLoans})`

/**
 * The loans on which something was owed on a past day. Loans without a movement since are read from what is kept today, without the
 * instalments that were due from that day on; of the others, each instalment is looked at.
 */
const pastPortfolio = (at: AsOf) => sql`(with changed as materialized (
    select loan_id, sum(change)::bigint as change from (
      select l.id as loan_id, m.change from loans l join (select p.account_id, sum(p.amount) as change from ledger_postings p
        where p.flow = 'receivable' and p.made_at >= ${endOf(at)} and ${isPostedLater(at)} group by 1) m on m.account_id = l.account_id
      union all select c.loan_id, 0 from loan_changes c
        where c.kind = 'reschedule' and c.state = 2 and c.second_decided_at >= ${endOf(at)}) changes group by 1),
  looked_at as (select loan_id, min(due_date) as since, sum(open) as late
    from ${lateInstalments(
      at,
      sql`${instalments.loanId} in (select loan_id from changed)`,
      sql`later.taken_off`,
      sql`left join (select h.instalment_id, sum(${takenOff})::bigint as taken_off from loan_history h
        where ${isLater(at)} group by 1) later on later.instalment_id = ${instalments.id}`,
    )} late group by 1),
  due_since as (select ${instalments.loanId} as loan_id, sum(${unpaidPart}) as amount
    from ${instalments} join ${openLoans} o on o.loan_id = ${instalments.loanId}
    where ${instalments.status} = 'pending' and ${instalments.dueDate} between ${dateOf(at.day)} and (select max(late_from) from ${openLoans})
      and ${instalments.dueDate} < o.late_from group by 1)
  select loan_id, customer_id, agent_id, loan_type_id, market_id, owed, since, coalesce(late, 0) as late,
    loan_id in (select loan_id from ${reschedulings(at)} before_then) as rescheduled
  from (select o.loan_id, o.customer_id, o.agent_id, o.loan_type_id, o.market_id, o.owed - coalesce(c.change, 0) as owed,
      case when c.loan_id is not null then l.since when o.next_due < ${dateOf(at.day)} then o.next_due end as since,
      case when c.loan_id is not null then l.late
        when o.next_due >= ${dateOf(at.day)} then 0
        when o.late_through < ${dateOf(at.day)} then (select n.late from late_on(o.loan_id, ${dateOf(at.day)}) n)
        else o.late - coalesce(d.amount, 0) end as late
    from ${openLoans} o left join changed c on c.loan_id = o.loan_id left join looked_at l on l.loan_id = o.loan_id
      left join due_since d on d.loan_id = o.loan_id
    union all select ended.id, ended.customer_id, u.assigned_agent_id, ended.loan_type_id, market_of(u.id), -c.change, l.since, l.late
    from changed c join loans ended on ended.id = c.loan_id and ended.next_due is null join customers u on u.id = ended.customer_id
      left join looked_at l on l.loan_id = c.loan_id) then_owed
  where owed > 0)`
