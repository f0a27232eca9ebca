import { and, type SQL, sql } from 'drizzle-orm'
import type { WeeklySums } from '#contract/calls/dashboard'
import type { Calls } from '#contract/index'
import type { Kobo } from '#contract/values'
import { formatNaira, sumKobo } from '#domain/money/kobo'
import { creditFault, creditLimitOf } from '../../approvals/dayLimits'
import { loans } from '../../db/tables/loans'
import { reject } from '../../errors/refusals'
import type { Context, HandlersFor } from '../../handler'
import { businessBalances } from '../../ledger/accounts'
import { creditMainWallet } from '../../people/credits'
import { firstSteps } from './firstSteps'
import { insightFor } from './insight'
import { waitingCounts } from '../../approvals/waiting'
import { type FigureName, isIn, weekFigure } from '../../ledger/weekFigures'

export const dashboardHandlers: HandlersFor<Calls['dashboard']> = {
  getSumOfLoan: (_input, context) => weeklySums(context, 'applied'),
  sumOfApprovedLoan: (_input, context) => weeklySums(context, 'approved'),
  sumOfOverdueLoan: (_input, context) => weeklySums(context, 'overdue'),
  getSumOfSavings: (_input, context) => weeklySums(context, 'saved'),

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
    await context.setAuditSubject('wallet', 1)
    const limit = await creditLimitOf(context, 'main wallet credit')
    if (limit) await context.queries.execute(sql`select pg_advisory_xact_lock(4314)`)
    const fault = await creditFault(context, limit, { customerId: null, amount })
    if (fault) reject(fault)
    const { reference, balance } = await creditMainWallet(context, { amount })
    return {
      message: `${formatNaira(amount)} credited to the main wallet. New balance: ${formatNaira(balance)}.`,
      data: { reference, main_balance: balance },
    }
  },

  getWaitingDecisions: async (_input, context) => ({ data: await waitingCounts(context) }),

  getFirstSteps: async (_input, context) => ({ data: await firstSteps(context) }),

  getInsight: async (_input, context) => ({ data: await insightFor(context) }),
}

async function weeklySums({ queries, now }: Context, name: FigureName): Promise<WeeklySums> {
  const { amount, edges, where, ...figure } = weekFigure(name, now)
  const [last, current, next] = edges
  const sumOf = (filter: SQL | undefined) =>
    sql`coalesce(sum(${amount}) filter (where ${filter}), 0)`.mapWith(loans.amount)
  const [sums] = await queries
    .select({ thisWeek: sumOf(isIn(figure, current, next)), lastWeek: sumOf(isIn(figure, last, current)) })
    .from(figure.at.table)
    .where(and(isIn(figure, last, next), where))
  const nothing = 0 as Kobo
  return {
    thisWeek: [{ sum: sums?.thisWeek ?? nothing }],
    lastWeek: [{ sum: sums?.lastWeek ?? nothing }],
  }
}
