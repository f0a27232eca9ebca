import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import {
  type CustomerLoan,
  type EndedLoan,
  type PageGuarantor,
  shownEndedLoans,
  shownGuarantors,
} from '#contract/calls/customerPage'
import { kobo, sumKobo } from '#domain/money/kobo'
import { lagosDay } from '#domain/time/lagos'
import type { Queries } from '../../db/database'
import { accounts } from '../../db/tables/ledger'
import { guarantors, loanRepaymentSchedule, loans, loanTypes } from '../../db/tables/loans'
import type { Context } from '../../handler'
import { schedulesOf } from '../../ledger/repayments'
import { guarantorColumns } from '../../people/guarantorColumns'
import { wasPaidLate } from '../../ledger/loanFigures'
import { instalmentRow } from '../../ledger/openLoan'

/** Active loans with their schedules and what is owed on them, and the newest ended ones. */
export async function loansOf({ queries, now }: Pick<Context, 'queries' | 'now'>, customerId: number) {
  const active = await queries
    .select({
      id: loans.id,
      reference: loans.reference,
      loan_type_name: loanTypes.name,
      total_payable: loans.totalPayable,
      balance: accounts.balance,
      instalment_amount: loans.instalmentAmount,
      instalment_period: loans.instalmentPeriod,
      maturity_date: sql<string | null>`${loans.maturityDate}::text`,
    })
    .from(loans)
    .innerJoin(loanTypes, eq(loanTypes.id, loans.loanTypeId))
    .innerJoin(accounts, eq(accounts.id, loans.accountId))
    .where(and(eq(loans.customerId, customerId), eq(loans.loanStatus, 'active')))
    .orderBy(loans.disbursedDate, loans.id)
  const today = lagosDay(now)
  const schedules = await schedulesOf(
    queries,
    active.map(({ id }) => id),
  )
  const withSchedules: CustomerLoan[] = active.map((loan) => ({
    ...loan,
    schedule: (schedules.get(loan.id) ?? []).map((one) => instalmentRow(one, today)),
  }))
  const ended = await endedLoans(queries, customerId)
  return { debt: debtOf(withSchedules, today), loans: withSchedules, ...ended }
}

/** What is owed on all, late, and due on the day. */
function debtOf(active: readonly CustomerLoan[], today: string) {
  const open = active.flatMap(({ schedule }) => schedule).filter((one) => one.status === 'pending')
  const late = open.filter(({ days_late }) => days_late > 0)
  const sumOf = (some: typeof open) => sumKobo(some.map((one) => one.open))
  return {
    owed: active.length === 0 ? kobo(0) : sumKobo(active.map(({ balance }) => balance)),
    late: sumOf(late),
    days_late: Math.max(0, ...late.map(({ days_late }) => days_late)),
    late_count: late.length,
    due_today: sumOf(open.filter(({ due_date }) => due_date === today)),
  }
}

const isEnded = (customerId: number) =>
  and(eq(loans.customerId, customerId), inArray(loans.loanStatus, ['paid', 'written-off', 'reversed']))

async function endedLoans(queries: Queries, customerId: number) {
  const instalments = (where = sql`true`) =>
    sql`(select count(*) from ${loanRepaymentSchedule} where ${loanRepaymentSchedule.loanId} = ${loans}.id
      and ${loanRepaymentSchedule.status} <> 'rescheduled' and ${where})`.mapWith(Number)
  const isPaid = sql`${loanRepaymentSchedule.status} = 'paid'`
  const ended_loans: EndedLoan[] = await queries
    .select({
      id: loans.id,
      reference: loans.reference,
      amount: loans.amount,
      loan_status: loans.loanStatus,
      instalments: instalments(),
      paid: instalments(isPaid),
      paid_late: instalments(sql`${isPaid} and ${wasPaidLate}`),
    })
    .from(loans)
    .where(isEnded(customerId))
    .orderBy(desc(loans.disbursedDate), desc(loans.id))
    .limit(shownEndedLoans)
  return { ended_loans, ended_count: await queries.$count(loans, isEnded(customerId)) }
}

/** Who vouches for the customer's loans, those of undecided and active ones first. */
export async function guarantorsOfCustomer(
  queries: Queries,
  customerId: number,
): Promise<{ guarantors: PageGuarantor[]; guarantor_count: number }> {
  const theirs = eq(guarantors.customerId, customerId)
  const isOpen = sql`coalesce(${loans.loanStatus} = 'active' or ${loans.applicationStatus} in ('pending', 'in-progress'), false)`
  const rows = await queries
    .select({ ...guarantorColumns, loan_id: loans.id, loan_reference: loans.reference })
    .from(guarantors)
    .leftJoin(loans, eq(loans.id, guarantors.loanId))
    .where(theirs)
    .orderBy(desc(isOpen), desc(guarantors.id))
    .limit(shownGuarantors)
  return { guarantors: rows, guarantor_count: await queries.$count(guarantors, theirs) }
}
