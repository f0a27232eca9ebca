import { and, eq, lt, type SQL, sql } from 'drizzle-orm'
import type { Kobo } from '#contract/values'
import { lagosDay } from '#domain/time/lagos'
import { loanRepaymentSchedule, loans } from '../db/tables/loans'

/** The unpaid part of an instalment, including its penalty, without what was moved to later ones or waived. */
export const unpaidPart = sql<Kobo>`(${loanRepaymentSchedule.amount} + ${loanRepaymentSchedule.penalty} - ${loanRepaymentSchedule.paid}
  - ${loanRepaymentSchedule.moved} - ${loanRepaymentSchedule.waived})`

/** Today in Lagos as a literal, so that a list's SQL is generated once a day. */
const today = (now: Date) => sql.raw(`date '${lagosDay(now)}'`)

/**
 * Whether a paid instalment was paid after its due date: what was collected until then and recorded later counts on its day
 * (rules.md, "Day of collection"), as if all had been recorded in the order of the days.
 */
export const wasPaidLate = sql`(timezone(interval '1 hour', ${loanRepaymentSchedule}.paid_at)::date > ${loanRepaymentSchedule}.due_date
  and not (exists (select from loan_history h where h.loan_id = ${loanRepaymentSchedule}.loan_id and h.collected_on <= ${loanRepaymentSchedule}.due_date)
    and (select coalesce(sum(h.repayment), 0) from loan_history h where h.loan_id = ${loanRepaymentSchedule}.loan_id and h.kind = 'repayment'
        and coalesce(h.collected_on, timezone('Africa/Lagos', h.created_at)::date) <= ${loanRepaymentSchedule}.due_date
        and h.reverses_id is null and not exists (select from loan_history r where r.reverses_id = h.id))
      >= (select sum(s.amount - s.moved + s.penalty_moved - s.waived + case when s.due_date + l.grace_days < ${loanRepaymentSchedule}.due_date then s.penalty - s.penalty_moved else 0 end)
        from loan_repayment_schedule s join loans l on l.id = s.loan_id
        where s.loan_id = ${loanRepaymentSchedule}.loan_id and s.number <= ${loanRepaymentSchedule}.number)))`

/** An instalment is overdue from the day after its due date on, until it is paid (rules.md, "Overdue"). */
export const isOverdue = (now: Date) =>
  and(eq(loanRepaymentSchedule.status, 'pending'), lt(loanRepaymentSchedule.dueDate, today(now)))

/** A figure over the overdue instalments of the outer query's loan. */
const ofOverdue = (figure: SQL, now: Date) =>
  sql`(select ${figure} from ${loanRepaymentSchedule}
    where ${loanRepaymentSchedule.loanId} = ${loans.id} and ${isOverdue(now)})`

/** The arrears of a loan: the unpaid part of overdue instalments. */
export const overdueAmount = (now: Date) =>
  sql<Kobo>`${ofOverdue(sql`coalesce(sum(${unpaidPart}), 0)::bigint`, now)}`.mapWith(loans.amount)

/** A loan is overdue while its first unpaid instalment is; only active loans have one. */
export const isLoanOverdue = (now: Date) => lt(loans.nextDue, today(now))

/** Days since the oldest overdue instalment was due. */
export const daysOverdue = (now: Date) =>
  sql<number>`greatest(coalesce(${today(now)} - ${loans.nextDue}, 0), 0)`
