import { and, asc, eq, exists, getTableColumns, gt, gte, inArray, or, sql } from 'drizzle-orm'
import { collectionDayAfter } from '#domain/time/calendar'
import { loanHistory, loanRepaymentSchedule, loans } from '../db/tables/loans'
import { calendarOf } from '../ledger/calendar'
import { buildDailyPenalty, buildPenalty, type LoanMovement, postLoanMovements } from '../ledger/repayments'
import { runKind } from './kinds'

/** How many penalties an instalment had. */
const round = sql<number>`(select count(*)::integer from loan_history h
  where h.instalment_id = loan_repayment_schedule.id and h.kind = 'penalty' and h.reverses_id is null)`

/** One of an amount a day is for a day after the days of grace, another one for the last of these. */
const firstDay = sql`${loanRepaymentSchedule.dueDate} + ${loans.graceDays} + case ${loans.penaltyKind} when 'daily' then 1 else 0 end`

/**
 * Penalties of a day: an instalment gets one, once, when it is still open at the end of its last day of grace, or one for each
 * later day at whose end it is (rules.md, "Penalty"). Loans with such an instalment are looked at in the order of their ids, and
 * those whose grace goes on only because days without collection do not count.
 */
export const penalties = runKind<LoanMovement>({
  isRetried: false,

  async plan(queries, { day, after, limit, madeAt }, { dry }) {
    const due = and(
      eq(loanRepaymentSchedule.status, 'pending'),
      // An instalment gets one penalty, or one a day, also if that was reversed, unless its day was reopened as well; one that a rescheduling moved is not its own.
      sql`not exists (select from ${loanHistory} h where h.instalment_id = ${loanRepaymentSchedule.id}
        and h.kind = 'penalty' and h.reverses_id is null and coalesce(h.penalty_day, ${day}) = ${day} and not (
          exists (select from loan_history b where b.reverses_id = h.id)
          and exists (select from run_items i join runs r on r.id = i.run_id
            where i.entry_id = h.entry_id and r.reopening_id is not null)))`,
    )
    const calendar = await calendarOf(queries)
    const firstClosed = [
      ...calendar.closed.map(({ from }) => from),
      ...calendar.holidays.map((one) => one.day),
    ]
      .toSorted()
      .at(0)
    // What was late in the old books of a loan that was taken over has its penalty from there.
    const isOurs = sql`${loanRepaymentSchedule.dueDate} + ${loans.graceDays} > coalesce(${loans.takenOverOn}, '-infinity')`
    // Also where days of grace before that day were without collection, which is looked at below.
    const mayBeOurs = or(isOurs, gte(loans.takenOverOn, firstClosed ?? 'infinity'))
    const late = queries
      .select()
      .from(loans)
      .where(
        and(
          eq(loans.loanStatus, 'active'),
          or(gt(loans.penaltyBasisPoints, 0), eq(loans.penaltyKind, 'daily')),
          gt(loans.id, after),
          sql`${loans.nextDue} + ${loans.graceDays} <= ${day}::date`,
          exists(
            queries
              .select()
              .from(loanRepaymentSchedule)
              .where(
                and(
                  eq(loanRepaymentSchedule.loanId, loans.id),
                  sql`${firstDay} <= ${day}::date`,
                  mayBeOurs,
                  due,
                ),
              ),
          ),
        ),
      )
      .orderBy(asc(loans.id))
      .limit(limit)
    const found = dry ? await late : await late.for('no key update')
    const ids = found.map(({ id }) => id)
    const open =
      ids.length === 0
        ? []
        : await queries
            .select({ ...getTableColumns(loanRepaymentSchedule), round })
            .from(loanRepaymentSchedule)
            .where(and(inArray(loanRepaymentSchedule.loanId, ids), due))
            .orderBy(asc(loanRepaymentSchedule.loanId), asc(loanRepaymentSchedule.number))
    const byId = new Map(found.map((loan) => [loan.id, loan]))
    const items = open.flatMap(({ loanId, round: before, ...instalment }) => {
      const loan = byId.get(loanId)
      if (!loan) return []
      const lastOfGrace = collectionDayAfter(calendar, instalment.dueDate, loan.graceDays)
      if (lastOfGrace > day || lastOfGrace <= (loan.takenOverOn ?? '')) return []
      const movement =
        loan.penaltyKind === 'daily'
          ? buildDailyPenalty(loan, instalment, { day, calendar }, { madeAt })
          : buildPenalty(loan, instalment, { madeAt })
      const amount = movement?.lines[0]?.penalty
      if (!movement || !amount) return []
      const lines = movement.lines.map((line) => ({ ...line, round: before }))
      const isOfDay = loan.penaltyKind === 'daily'
      return [{ subjectId: instalment.id, loanId, amount, isOfDay, movement: { ...movement, lines } }]
    })
    return { last: found.length < limit ? undefined : ids.at(-1), looked: found.length, items }
  },

  post: postLoanMovements,
})
