import { and, eq, sql } from 'drizzle-orm'
import { loanEnds } from '#contract/calls/loans'
import { addDays, lagosDay, startOfLagosDay, startOfLagosWeek } from '#domain/time/lagos'
import { monthAfter, monthOf } from '#domain/time/months'
import { type Calls, calls } from '#contract/index'
import { exportCap } from '#contract/values'
import { CsvRows } from '../../wire/csvRows'
import { accounts } from '../../db/tables/ledger'
import { loanHistory, loans } from '../../db/tables/loans'
import { customers } from '../../db/tables/schema'
import type { HandlersFor } from '../../handler'
import { lagosStamp, perRowCondition } from '../../lists/conditions'
import type { JsonPage } from '../../lists/lists'
import { reject } from '../../errors/refusals'
import { customerParts } from '../../people/customerColumns'
import { loanAccountHandlers } from './accounts'
import { loanApplicationHandlers } from './applications'
import { loanApprovalHandlers } from './approvals'
import { loanCaseOf } from './case'
import { isLoanOverdue } from '../../ledger/loanFigures'
import { loanHistoryHandlers } from './histories'
import { loanTypeHandlers } from './types'
import { waitingApprovals } from '../../approvals/waiting'
import { inWeek } from '../../ledger/weekFigures'
import { becameOverdueInWeek, loanPage, loansQuery, loansWhere, undecided } from './queries'
import { maxCounted } from '../../lists/pageOfIds'
import { sumOfBalances } from '../../ledger/portfolioSums'

const isApproved = eq(loans.applicationStatus, 'approved')
const isRejected = eq(loans.applicationStatus, 'rejected')
const isActive = eq(loans.loanStatus, 'active')
const isPaid = eq(loans.loanStatus, 'paid')

export const loanHandlers: HandlersFor<Omit<Calls['loans'], 'updateLoanTypeTerms'>> = {
  ...loanAccountHandlers,
  ...loanApplicationHandlers,
  ...loanApprovalHandlers,
  ...loanHistoryHandlers,
  ...loanTypeHandlers,

  getPendingLoan: async (input, context) =>
    inCamelCase(
      await loanPage(
        context,
        input,
        calls.loans.getPendingLoan,
        and(undecided, waitingApprovals(context, input.waiting, ['loans_first', 'loans_second'])),
      ),
    ),

  getPendingLoans: async (_input, context) => ({
    data: { data: await loansWhere(context, undecided).limit(exportCap) },
  }),

  getLoanCase: async ({ id }, context) => ({ data: { data: [await loanCaseOf(context, id)] } }),

  getOverdueLoan: async (input, context) => {
    const { queries, now } = context
    const overdue = input.week ? becameOverdueInWeek(queries, now, input.week) : isLoanOverdue(now)
    // The indexes of the orders need the state. Searches find few loans: their index serves better than the one of due dates.
    const kind = and(isActive, input.search ? perRowCondition(overdue) : overdue)
    return inCamelCase(await loanPage(context, input, calls.loans.getOverdueLoan, kind))
  },

  approvedLoan: (input, context) =>
    loanPage(
      context,
      input,
      calls.loans.approvedLoan,
      and(isApproved, inWeek('approved', context.now, input.week)),
    ),

  loanApplications: (input, context) =>
    loanPage(context, input, calls.loans.loanApplications, inWeek('applied', context.now, input.week)),

  rejectedLoan: (input, context) => loanPage(context, input, calls.loans.rejectedLoan, isRejected),

  paidLoan: (input, context) => loanPage(context, input, calls.loans.paidLoan, isPaid),

  /** The total covers all matches, not only the page. */
  loanPortfolio: async (input, context) => {
    const { ends_from: start_date, ends_to: end_date } = input
    const ends = and(
      start_date ? sql`${loans.maturityDate} >= ${start_date}` : undefined,
      end_date ? sql`${loans.maturityDate} <= ${end_date}` : undefined,
    )
    const filter = loansQuery(input, ends).where
    const matches = filter && and(isActive, filter)
    const [page, activeLoan] = await Promise.all([
      loanPage(context, input, calls.loans.loanPortfolio, and(isActive, ends)),
      input.download ? null : sumOfBalances(context.queries, 'loan', { matches, most: maxCounted }),
    ])
    return page instanceof CsvRows
      ? page
      : { message: page.message, data: { activeLoan, getActive: page.data } }
  },

  loansEnding: (input, context) => {
    const [from, to] = endDays(input.ends ?? loanEnds[0], lagosDay(context.now))
    const ends = and(isActive, sql`${loans.maturityDate} between ${from} and ${to}`)
    return loanPage(context, input, calls.loans.loansEnding, ends)
  },

  loanDetails: async ({ loan_history_id: id }, { queries }) => {
    const [detail] = await queries
      .select(detailRow)
      .from(loanHistory)
      .innerJoin(loans, eq(loans.id, loanHistory.loanId))
      .innerJoin(customers, eq(customers.id, loans.customerId))
      .innerJoin(accounts, eq(accounts.id, loans.accountId))
      .where(eq(loanHistory.id, id))
    return detail ? { data: detail } : reject(`Loan history with ID ${id} not found`)
  },
}

const detailRow = {
  id: loanHistory.id,
  reference: loans.reference,
  entry_reference: loanHistory.reference,
  amount: loanHistory.amount,
  amount_before: loanHistory.amountBefore,
  amount_after: loanHistory.amountAfter,
  balance: accounts.balance,
  due_date: loanHistory.dueDate,
  created_at: lagosStamp(loanHistory.createdAt),
  penalty: loanHistory.penalty,
  repayment: loanHistory.repayment,
  status: loanHistory.status,
  ...customerParts,
}

/** The pending and overdue lists spell the page size `perPage`. */
function inCamelCase<Row>(page: { message: string; data: JsonPage<Row> } | CsvRows) {
  if (page instanceof CsvRows) return page
  const { per_page: perPage, ...data } = page.data
  return { message: page.message, data: { ...data, perPage } }
}

/** The first and last day of a week from Monday, or of a month. */
function endDays(ends: (typeof loanEnds)[number], today: string): [from: string, to: string] {
  const monday = lagosDay(startOfLagosWeek(startOfLagosDay(today)))
  if (ends === 'this week') return [monday, addDays(monday, 6)]
  if (ends === 'next week') return [addDays(monday, 7), addDays(monday, 13)]
  const first = ends === 'this month' ? monthOf(today) : monthAfter(monthOf(today))
  return [first, addDays(monthAfter(first), -1)]
}
