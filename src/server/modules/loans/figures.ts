import { and, eq, lt, type SQL, sql } from 'drizzle-orm'
import type { Kobo } from '#contract/values'
import { lagosDay } from '#domain/time/lagos'
import { loanRepaymentSchedule, loans } from '../../db/loanTables'

/** What is still open of an instalment, its penalty with it. */
export const unpaidPart = sql<Kobo>`(${loanRepaymentSchedule.amount} + ${loanRepaymentSchedule.penalty} - ${loanRepaymentSchedule.paid})`

/** Today in Lagos as a constant of the statement, so that a list can be put into words once a day. */
const today = (now: Date) => sql.raw(`date '${lagosDay(now)}'`)

/** An instalment is overdue from the day after its due date on, until it is paid (rules.md, "Overdue"). */
export const isOverdue = (now: Date) =>
  and(eq(loanRepaymentSchedule.status, 'pending'), lt(loanRepaymentSchedule.dueDate, today(now)))

/** Of a loan of the query around it. */
const ofOverdue = (figure: SQL, now: Date) =>
  sql`(select ${figure} from ${loanRepaymentSchedule}
    where ${loanRepaymentSchedule.loanId} = ${loans.id} and ${isOverdue(now)})`

/** What is open of the instalments whose day has passed. */
export const overdueAmount = (now: Date) =>
  sql<Kobo>`${ofOverdue(sql`coalesce(sum${unpaidPart}, 0)::bigint`, now)}`.mapWith(loans.amount)

/** Since the oldest of them was due. */
export const daysOverdue = (now: Date) =>
  sql<number>`${ofOverdue(sql`coalesce(${today(now)} - min(${loanRepaymentSchedule.dueDate}), 0)`, now)}`
