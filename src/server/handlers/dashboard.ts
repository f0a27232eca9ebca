import { and, eq, gte, lt, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { WeeklySums } from '#contract/dashboard'
import type { Calls } from '#contract/index'
import type { Kobo } from '#contract/values'
import { formatNaira, sumKobo } from '#domain/kobo'
import { lagosDay, startOfLagosWeek } from '#domain/lagos'
import type { HandlersFor } from '../handler'
import type { Queries } from '../db/database'
import { loanRepaymentSchedule, loans } from '../db/loanTables'
import { savingsHistory } from '../db/moneyTables'
import { businessBalances, cash } from '../ledger/accounts'
import { move } from '../ledger/move'
import { isOverdue, unpaidPart } from './loanFigures'
import { waitingCounts } from './waiting'

const dayMs = 86_400_000

export const dashboardHandlers: HandlersFor<Calls['dashboard']> = {
  /** Applied for. */
  getSumOfLoan: (_input, { queries, now }) =>
    weeklySums(queries, { amount: loans.amount, at: loans.createdAt, weeks: weeksOf(now) }),

  sumOfApprovedLoan: (_input, { queries, now }) =>
    weeklySums(queries, { amount: loans.approvedAmount, at: loans.approvedDate, weeks: weeksOf(now) }),

  /** What is still unpaid of the instalments that became overdue in the week: those due up to the day before. */
  sumOfOverdueLoan: (_input, { queries, now }) => {
    const [last, current, next] = weeksOf(now).map((monday) => new Date(monday.getTime() - dayMs))
    return weeklySums(queries, {
      amount: unpaidPart,
      at: loanRepaymentSchedule.dueDate,
      weeks: [last, current, next].map((day) => lagosDay(day ?? now)),
      where: isOverdue(now),
    })
  },

  /** Put in by customers; interest and what was rejected are not counted. */
  getSumOfSavings: (_input, { queries, now }) =>
    weeklySums(queries, {
      amount: savingsHistory.amount,
      at: savingsHistory.createdAt,
      weeks: weeksOf(now),
      where: and(eq(savingsHistory.kind, 'deposit'), eq(savingsHistory.status, 'approved')),
    }),

  getMainWalletsBalance: async (_input, { queries }) => {
    const { MBW, PW, TW } = await businessBalances(queries)
    return {
      data: {
        main_balance: MBW,
        profit_balance: PW,
        transaction_balance: TW,
        total_balance: sumKobo([MBW, PW, TW]),
      },
    }
  },

  creditMainWalletsBalance: async ({ amount }, context) => {
    context.about('wallet', 1)
    const { reference, to } = await move(context, {
      kind: 'Main wallet credit',
      amount,
      from: cash,
      to: 'MBW',
    })
    return {
      message: `${formatNaira(amount)} credited to the main wallet. New balance: ${formatNaira(to.after)}.`,
      data: { reference, main_balance: to.after },
    }
  },

  getWaitingDecisions: async (_input, context) => ({ data: await waitingCounts(context) }),
}

type Edge = Date | string
/** The starts of last week, this week and the next one. */
function weeksOf(now: Date): Date[] {
  const monday = startOfLagosWeek(now).getTime()
  return [-7, 0, 7].map((days) => new Date(monday + days * dayMs))
}

async function weeklySums(
  queries: Queries,
  figure: { amount: SQLWrapper; at: AnyPgColumn; weeks: readonly Edge[]; where?: SQL | undefined },
): Promise<WeeklySums> {
  const [last, current, next] = figure.weeks as [Edge, Edge, Edge]
  const sumOf = (filter: SQL) =>
    sql`coalesce(sum(${figure.amount}) filter (where ${filter}), 0)`.mapWith(loans.amount)
  const [sums] = await queries
    .select({ thisWeek: sumOf(gte(figure.at, current)), lastWeek: sumOf(lt(figure.at, current)) })
    .from(figure.at.table)
    .where(and(gte(figure.at, last), lt(figure.at, next), figure.where))
  const nothing = 0 as Kobo
  return {
    thisWeek: [{ sum: sums?.thisWeek ?? nothing }],
    lastWeek: [{ sum: sums?.lastWeek ?? nothing }],
  }
}
