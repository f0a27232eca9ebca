import { and, asc, eq, gte, inArray, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { DueLoan } from '#contract/calls/collections'
import type { Kobo } from '#contract/values'
import { startOfLagosDay } from '#domain/time/lagos'
import { collectionLines, collections } from '../../db/tables/collections'
import type { Queries } from '../../db/database'
import { loanHistory, loanRepaymentSchedule, loans, loanTypes } from '../../db/tables/loans'
import { customers } from '../../db/tables/schema'
import { countedOn } from '../../ledger/dayFigures'
import { lagosStamp } from '../../lists/conditions'
import { customerName, notDeleted } from '../../people/customerColumns'
import { unpaidPart } from '../../ledger/loanFigures'
import { isStandingMovement } from '../../ledger/reversalColumns'

/** Active loans of this agent's customers, by customer, with what is due on this day and what was repaid on it already. */
export async function loansOf(
  queries: Queries,
  agentId: number,
  day: string,
  matches?: SQL,
): Promise<DueLoan[]> {
  const found = await queries
    .select({
      loan_id: loans.id,
      loan_reference: loans.reference,
      user_id: customers.id,
      customer: customerName,
      customer_reference: sql<string>`${customers.reference}`,
      customer_phone: customers.phoneNumber,
      loan_type_name: loanTypes.name,
    })
    .from(loans)
    .innerJoin(customers, eq(customers.id, loans.customerId))
    .innerJoin(loanTypes, eq(loanTypes.id, loans.loanTypeId))
    .where(and(eq(customers.assignedAgentId, agentId), notDeleted, eq(loans.loanStatus, 'active'), matches))
    .orderBy(asc(customerName), asc(customers.id), asc(loans.id))
  const ids = found.map(({ loan_id }) => loan_id)
  if (ids.length === 0) return []
  const open = new Map((await openOf(queries, ids, day)).map(({ id, ...sums }) => [id, sums]))
  const repaid = new Map((await repaidOn(queries, ids, day)).map((one) => [one.id, one]))
  return found.flatMap((loan) => {
    const sums = open.get(loan.loan_id)
    if (!sums) return []
    const { amount: collected = 0 as Kobo, at: collected_at = null } = repaid.get(loan.loan_id) ?? {}
    return [{ ...loan, ...sums, collected, collected_at }]
  })
}

/** Whether a loan is on the sheet of the day: something is due or overdue, or was repaid on the day. */
export const isLoanDue = ({ expected, collected }: DueLoan): boolean => expected > 0 || collected > 0

/** What is unpaid of loans, of their instalments until a day, and of those before it. */
function openOf(queries: Queries, ids: readonly number[], day: string) {
  const { number, dueDate, amount, loanId, status } = loanRepaymentSchedule
  const sum = (when: SQL) => sql<Kobo>`coalesce(sum(${unpaidPart}) filter (where ${when}), 0)`.mapWith(amount)
  return queries
    .select({
      id: loanId,
      instalment: sql<number>`min(${number})`.mapWith(number),
      late: sql<number>`count(*) filter (where ${dueDate} < ${day})`.mapWith(number),
      overdue: sum(sql`${dueDate} < ${day}`),
      due_instalment: sql<number | null>`min(${number}) filter (where ${dueDate} = ${day})`.mapWith(number),
      expected: sum(sql`${dueDate} <= ${day}`),
      owed: sum(sql`true`),
    })
    .from(loanRepaymentSchedule)
    .where(and(inArray(loanId, [...ids]), eq(status, 'pending')))
    .groupBy(loanId)
}

/** What was repaid of loans on a day: on sheets of the day, and otherwise by the day of collection. */
const repaidOn = (queries: Queries, ids: readonly number[], day: string) =>
  queries
    .select({
      id: loanHistory.loanId,
      amount: sql<Kobo>`sum(${loanHistory.repayment})`.mapWith(loanHistory.repayment),
      at: lagosStamp(sql`max(${loanHistory.createdAt})`),
    })
    .from(loanHistory)
    .leftJoin(collectionLines, eq(collectionLines.entryId, loanHistory.entryId))
    .leftJoin(collections, eq(collections.id, collectionLines.collectionId))
    .where(
      and(
        inArray(loanHistory.loanId, [...ids]),
        gte(loanHistory.createdAt, startOfLagosDay(day)),
        eq(loanHistory.kind, 'repayment'),
        isStandingMovement,
        or(eq(collections.day, day), and(isNull(collections.id), countedOn(day, sql`${loanHistory}`))),
      ),
    )
    .groupBy(loanHistory.loanId)
