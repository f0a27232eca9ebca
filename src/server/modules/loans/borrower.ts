import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { Borrower } from '#contract/calls/borrowers'
import type { Kobo } from '#contract/values'
import { lagosDay, startOfLagosWeek } from '#domain/time/lagos'
import type { Queries } from '../../db/database'
import { accounts } from '../../db/tables/ledger'
import { loanRepaymentSchedule, loans } from '../../db/tables/loans'
import { savings, savingsHistory } from '../../db/tables/money'
import type { Context } from '../../handler'
import { mainWalletOf } from '../../ledger/accounts'
import { countedAt, isIn } from '../../ledger/weekFigures'
import { savingsPlansOf } from '../../people/savingsPlans'
import { isOverdue, wasPaidLate } from '../../ledger/loanFigures'
import { loansWhere } from './queries'

const weeksShown = 12
const weekMs = 7 * 86_400_000

/** What is known of a customer when a loan is applied for or decided on; without the loan itself. */
export async function borrowerOf(context: Context, customerId: number, loanId?: number): Promise<Borrower> {
  const { queries, now } = context
  const loansOfCustomer = await loansWhere(context, eq(loans.customerId, customerId))
  const others = loansOfCustomer.filter(({ id }) => id !== loanId)
  return {
    main_wallet_balance: await balanceOf(queries, mainWalletOf(customerId)),
    savings: (await savingsPlansOf(queries, customerId)).map(({ code, type, balance, held, id, status }) => ({
      code,
      type,
      balance,
      held,
      id: status === 'active' ? id : null,
    })),
    saved_weeks: await savedWeeksOf(queries, customerId, now),
    other_loans: others.map(
      ({ reference, amount, balance, loan_status, application_status, days_overdue }) => ({
        reference,
        amount,
        balance,
        loan_status,
        application_status,
        days_overdue,
      }),
    ),
    repayment_record: {
      loans: others.filter(
        ({ disbursed_date, loan_status }) => disbursed_date !== null && loan_status !== 'reversed',
      ).length,
      paid_loans: others.filter(({ loan_status }) => loan_status === 'paid').length,
      ...(await instalmentRecordOf(queries, customerId, now)),
    },
  }
}

async function balanceOf(queries: Queries, name: string): Promise<Kobo> {
  const [account] = await queries
    .select({ balance: accounts.balance })
    .from(accounts)
    .where(eq(accounts.name, name))
  if (!account) throw new Error(`There is no account ${name}.`)
  return account.balance
}

/** Deposits by their day of collection; weeks begin on Mondays in Lagos. */
async function savedWeeksOf(queries: Queries, customerId: number, now: Date) {
  const current = startOfLagosWeek(now).getTime()
  const starts = Array.from(
    { length: weeksShown },
    (_, at) => new Date(current - (weeksShown - 1 - at) * weekMs),
  )
  const [first = now] = starts
  const week = sql<number>`floor(extract(epoch from (${countedAt(savingsHistory.createdAt, savingsHistory.collectedOn)} - ${first.toISOString()}::timestamptz)) * 1000 / ${weekMs}::bigint)::int`
  const sums = await queries
    .select({ week, amount: sql<Kobo>`sum(${savingsHistory.amount})::bigint`.mapWith(savingsHistory.amount) })
    .from(savingsHistory)
    .innerJoin(savings, eq(savings.id, savingsHistory.savingsId))
    .where(
      and(
        eq(savings.customerId, customerId),
        eq(savingsHistory.kind, 'deposit'),
        eq(savingsHistory.status, 'approved'),
        isIn({ at: savingsHistory.createdAt, countedOn: savingsHistory.collectedOn }, first, now),
      ),
    )
    .groupBy(sql`1`)
  return starts.map((start, at) => ({
    week: lagosDay(start),
    amount: sums.find((sum) => sum.week === at)?.amount ?? (0 as Kobo),
  }))
}

/** The customer's instalments: paid on time or late, or overdue. What was written off is none of these. */
async function instalmentRecordOf(queries: Queries, customerId: number, now: Date) {
  const isPaid = sql`${loanRepaymentSchedule.status} = 'paid'`
  const count = (condition: SQL) => sql<number>`count(*) filter (where ${condition})`.mapWith(Number)
  const [record] = await queries
    .select({
      on_time: count(sql`${isPaid} and not ${wasPaidLate}`),
      late: count(sql`${isPaid} and ${wasPaidLate}`),
      overdue: count(sql`${isOverdue(now)}`),
    })
    .from(loanRepaymentSchedule)
    .innerJoin(loans, eq(loans.id, loanRepaymentSchedule.loanId))
    .where(eq(loans.customerId, customerId))
  return record ?? { on_time: 0, late: 0, overdue: 0 }
}
