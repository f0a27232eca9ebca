import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { InputOf } from '#contract/call'
import type { Calls } from '#contract/index'
import type { Week } from '#contract/calls/dashboard'
import type { BasisPoints, Kobo } from '#contract/values'
import { lagosDay } from '#domain/time/lagos'
import type { Queries, Selects } from '../../db/database'
import { accounts } from '../../db/tables/ledger'
import { loanRepaymentSchedule, loans, loanTypes } from '../../db/tables/loans'
import { admins, agents, customers } from '../../db/tables/schema'
import type { Context } from '../../handler'
import { betweenAmounts, betweenBothDays, lagosStamp, newestFirst } from '../../lists/conditions'
import { defineList } from '../../lists/listRows'
import { pageOf } from '../../lists/lists'
import { searchQuery } from '../../lists/searchText'
import { openAgent } from '../../people/agentColumns'
import { customerName, customerParts } from '../../people/customerColumns'
import { daysOverdue, overdueAmount } from '../../ledger/loanFigures'
import { inWeek } from '../../ledger/weekFigures'

const firstApprover = alias(admins, 'first_approver')
const approver = alias(admins, 'approver')
const rejecter = alias(admins, 'rejecter')

const stampOrNull = (column: Parameters<typeof lagosStamp>[0]) => sql<string | null>`${lagosStamp(column)}`

/** A loan's columns. What is owed is the balance of its account, which is opened at the disbursement. */
const loanRow = (now: Date) => ({
  id: loans.id,
  user_id: loans.customerId,
  reference: loans.reference,
  created_at: lagosStamp(loans.createdAt),
  amount: loans.amount,
  customer: customerName,
  ...customerParts,
  loan_type_name: loanTypes.name,
  interest_rate: sql<BasisPoints>`${loans.interestBasisPoints}`,
  interest_amount: loans.interestAmount,
  total_payable: loans.totalPayable,
  instalment_amount: loans.instalmentAmount,
  instalment_period: loans.instalmentPeriod,
  instalment_times: loans.instalmentTimes,
  maturity_period: loans.maturityPeriod,
  maturity_date: sql<string | null>`${loans.maturityDate}::text`,
  loan_status: loans.loanStatus,
  application_status: loans.applicationStatus,
  description: loans.description,
  agent_id: openAgent,
  agentName: agents.name,
  first_approval_id: loans.firstApprovalId,
  first_approval_name: firstApprover.name,
  first_approval_email: firstApprover.email,
  first_approval_date: stampOrNull(loans.firstApprovalDate),
  approved_amount: loans.approvedAmount,
  approved_date: stampOrNull(loans.approvedDate),
  approved_by_name: approver.name,
  approved_by_email: approver.email,
  approvedByName: approver.name,
  disbursed_date: stampOrNull(loans.disbursedDate),
  rejected_date: stampOrNull(loans.rejectedDate),
  rejected_by_name: rejecter.name,
  rejected_by_email: rejecter.email,
  rejection_reason: loans.rejectionReason,
  admin_id: loans.adminId,
  loan_type_id: loans.loanTypeId,
  approved_by: loans.approvedBy,
  rejected_id: loans.rejectedId,
  extension_period: loans.extensionPeriod,
  extension_percentage: sql<BasisPoints | null>`${loans.extensionBasisPoints}`,
  balance: sql<Kobo>`coalesce(${accounts.balance}, 0)`.mapWith(accounts.balance),
  overdue_amount: overdueAmount(now),
  days_overdue: daysOverdue(now),
})

const loansFrom = (queries: Selects, row: ReturnType<typeof loanRow>) =>
  queries
    .select(row)
    .from(loans)
    .innerJoin(customers, eq(customers.id, loans.customerId))
    .innerJoin(agents, eq(agents.id, loans.agentId))
    .innerJoin(loanTypes, eq(loanTypes.id, loans.loanTypeId))
    .leftJoin(accounts, eq(accounts.id, loans.accountId))
    .leftJoin(firstApprover, eq(firstApprover.id, loans.firstApprovalId))
    .leftJoin(approver, eq(approver.id, loans.approvedBy))
    .leftJoin(rejecter, eq(rejecter.id, loans.rejectedId))

/** All loans that match a condition, newest first. */
export const loansWhere = ({ queries, now }: Pick<Context, 'queries' | 'now'>, where: SQL | undefined) =>
  loansFrom(queries, loanRow(now))
    .where(where)
    .orderBy(...newestFirst(loans))

type LoanCalls = Calls['loans']
type LoanCall = LoanCalls[
  | 'getPendingLoan'
  | 'getOverdueLoan'
  | 'approvedLoan'
  | 'rejectedLoan'
  | 'paidLoan'
  | 'loanPortfolio'
  | 'loansEnding']
type Input = InputOf<LoanCall>

const defineLoanList = (call: LoanCall, now: Date) =>
  defineList({
    call,
    table: loans,
    sorted: { created_at: loans.createdAt, amount: loans.amount, maturity_date: loans.maturityDate },
    row: loanRow(now),
    rows: (queries, row) => loansFrom(queries, row).$dynamic(),
  })

/** Overdue figures depend on the day, so each list is defined once a day. */
const listsByCall = new Map<LoanCall, { day: string; list: ReturnType<typeof defineLoanList> }>()
function loanListFor(call: LoanCall, now: Date) {
  const day = lagosDay(now)
  const cached = listsByCall.get(call)
  if (cached?.day === day) return cached.list
  const list = defineLoanList(call, now)
  listsByCall.set(call, { day, list })
  return list
}

/** The loans of a kind under the filters of the list; searched by reference and borrower. */
export const loansQuery = ({ search, agent_id, loan_type_id, ...range }: Input, kind?: SQL) =>
  searchQuery(
    loans,
    search,
    and(
      kind,
      agent_id === undefined ? undefined : eq(loans.agentId, agent_id),
      loan_type_id === undefined ? undefined : eq(loans.loanTypeId, loan_type_id),
      betweenBothDays(loans.createdAt, range),
      betweenAmounts(loans.amount, range),
    ),
  )

/** One page of loans that match a condition, or their file. */
export const loanPage = (context: Context, input: Input, call: LoanCall, kind: SQL | undefined) =>
  pageOf(context, input, loanListFor(call, context.now), loansQuery(input, kind))

/** Awaiting the first or second approval. */
export const undecided = inArray(loans.applicationStatus, ['pending', 'in-progress'])

/** Loans whose instalments are in a week's overdue figure. */
export const becameOverdueInWeek = (queries: Queries, now: Date, week: Week) =>
  inArray(
    loans.id,
    queries
      .select({ id: loanRepaymentSchedule.loanId })
      .from(loanRepaymentSchedule)
      .where(inWeek('overdue', now, week)),
  )
