import { and, desc, eq, getTableColumns, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import {
  type LoanAccount,
  type loanAccountCalls,
  type LoanMovement,
  type LoanRecovery,
  shownMovements,
} from '#contract/calls/loanAccounts'
import { caseGuarantorsAccess } from '#contract/calls/loanRows'
import type { InputOf } from '#contract/call'
import { can } from '#contract/permissions'
import { arrearsOf, bucketLabel, bucketOf } from '#domain/money/arrears'
import { formatNaira } from '#domain/money/kobo'
import { lagosDay } from '#domain/time/lagos'
import { zeroKobo } from '../../db/tables/columns'
import type { Queries } from '../../db/database'
import { entries } from '../../db/tables/ledger'
import { loanChanges } from '../../db/tables/loanChanges'
import { loanHistory, loanRepaymentSchedule, loans, loanTypes } from '../../db/tables/loans'
import { loanRecoveries } from '../../db/tables/recoveries'
import { admins, agents, customers } from '../../db/tables/schema'
import { reject } from '../../errors/refusals'
import type { Context, HandlersFor } from '../../handler'
import { closedDays } from '../../ledger/businessDays'
import { feesOfLoan } from '../../ledger/fees'
import { balanceOf } from '../../ledger/post'
import { postRecovery, recoveryObstacle } from '../../ledger/recoveries'
import {
  correctionOf,
  loanRecords,
  overpaidFault,
  repaymentAfter,
  takenBackText,
} from '../../ledger/corrections'
import { loanTermRow } from '../../ledger/loanTerms'
import { type Instalment, postLoanMovements, scheduleOf, schedulesOf } from '../../ledger/repayments'
import { securityRow } from '../../ledger/security'
import { buildSettlement, settlementOf } from '../../ledger/settlement'
import { madeBy } from '../../ledger/transfer'
import { equals, lagosStamp } from '../../lists/conditions'
import { makerOf } from '../../people/agentColumns'
import { arrearsTermsOn } from '../../ledger/arrearsTerms'
import { collectedOnOf, sinceOf, tooEarly } from '../../ledger/collectedOn'
import { changesFrom } from './changes/rows'
import { writeMessages } from '../../messages/outbox'
import { messageTexts } from '../../messages/texts'
import { reversalOfRepayment } from '../../ledger/reversalColumns'
import { guarantorsOf } from './case'
import { loanNotFound } from '../../ledger/loanDecisions'
import { loansWhere } from './queries'
import { loanStepsOf } from './steps'
import { lockCustomer } from '../../people/lockCustomer'
import { datedInstalment, instalmentRow, isOpenInstalment, repaymentObstacle } from '../../ledger/openLoan'

export const loanAccountHandlers: HandlersFor<typeof loanAccountCalls> = {
  getLoanAccount: async ({ loan_id }, context) => ({ data: await loanAccountOf(context, loan_id) }),

  getDueInstalments: async ({ customer_id, loan_id, due }, { queries, now }) => {
    const today = lagosDay(now)
    const active = await queries
      .select({ id: loans.id, reference: loans.reference, type: loanTypes.name })
      .from(loans)
      .innerJoin(loanTypes, eq(loanTypes.id, loans.loanTypeId))
      .where(
        and(eq(loans.customerId, customer_id), eq(loans.loanStatus, 'active'), equals(loans.id, loan_id)),
      )
    const schedules = await schedulesOf(
      queries,
      active.map(({ id }) => id),
    )
    const rows = active.flatMap(({ id, reference, type }) =>
      (schedules.get(id) ?? [])
        .filter((one) => isOpenInstalment(one) && one.dueDate <= today)
        .map((one) => ({
          loan_id: id,
          loan_reference: reference,
          loan_type_name: type,
          ...instalmentRow(one, today),
        })),
    )
    const asked = rows.filter(({ days_late }) => due === undefined || days_late > 0 === (due === 'late'))
    return {
      data: asked
        .toSorted((one, other) => one.due_date.localeCompare(other.due_date) || one.loan_id - other.loan_id)
        .map(
          (
            {
              loan_id: loan,
              loan_reference,
              loan_type_name,
              number,
              due_date,
              days_late,
              amount,
              penalty,
              paid,
              open,
            },
            at,
          ) => ({
            id: at + 1,
            due_date,
            loan_id: loan,
            loan_reference,
            loan_type_name,
            number,
            days_late,
            amount,
            penalty,
            paid,
            open,
          }),
        ),
    }
  },

  repayLoan: repay,
  settleLoan: settle,
  recordRepayment: (input, context) => repay({ ...input, day: lagosDay(context.now) }, context),

  recordRecovery: async ({ loan_id, amount }, context) => {
    const { queries, setAuditSubject } = context
    await setAuditSubject('loan', loan_id)
    const loan = await lockWithCustomer(queries, loan_id)
    const obstacle = recoveryObstacle(loan, amount)
    if (obstacle) reject(obstacle)
    const { posted, left } = await postRecovery(queries, loan, amount, madeBy(context))
    const { entryId, reference } = posted
    const text = messageTexts.recovery({ amount, balance: left, reference })
    await writeMessages(context, [{ customerId: loan.customerId, entryId, text }])
    const rest =
      left > 0 ? `${formatNaira(left)} is left to recover.` : 'All that was written off was recovered.'
    return {
      message: `${formatNaira(amount)} recovered on loan ${loan.reference} (${reference}). ${rest}`,
      data: { reference, left },
    }
  },
}

async function repay({ loan_id, amount, day }: InputOf<typeof loanAccountCalls.repayLoan>, context: Context) {
  const { queries, now, setAuditSubject } = context
  await setAuditSubject('loan', loan_id)
  const facts = { ...madeBy(context), collectedOn: collectedOnOf(day, now) }
  const loan = await lockWithCustomer(queries, loan_id)
  const schedule = await scheduleOf(queries, loan_id)
  const obstacle = repaymentObstacle(loan, schedule, amount)
  if (obstacle) reject(obstacle)
  const early = facts.collectedOn !== null && tooEarly(day, sinceOf(loan))
  if (early) reject(`Loan ${loan.reference}: ${early}.`)
  const record = facts.collectedOn === null ? undefined : (await loanRecords(queries, [loan_id])).get(loan_id)
  const correction = correctionOf({ loan, schedule, record }, facts, { day, amount })
  if (correction === 'overpaid') return reject(`Nothing was recorded: ${overpaidFault}.`)
  const movement = repaymentAfter(correction, loan, schedule, amount, facts)
  const posted = (
    await postLoanMovements(queries, correction?.movement ? [correction.movement, movement] : [movement])
  ).at(-1)
  if (!posted) throw new Error('The repayment was not posted.')
  const { entryId, reference } = posted
  const { after: balance } = balanceOf(posted, loan.reference)
  const text = messageTexts.repayment({ amount, balance, reference })
  await writeMessages(context, [{ customerId: loan.customerId, entryId, text }])
  const left = balance > 0 ? `${formatNaira(balance)} is still owed.` : 'The loan is paid.'
  return {
    message: `${formatNaira(amount)} repaid on loan ${loan.reference} (${reference}).${takenBackText(correction?.back ?? zeroKobo)} ${left}`,
    data: { reference, balance },
  }
}

/** Settles a loan of whose interest only what has accrued until today is owed then. */
async function settle({ loan_id, amount }: InputOf<typeof loanAccountCalls.settleLoan>, context: Context) {
  const { queries, now, setAuditSubject } = context
  await setAuditSubject('loan', loan_id)
  const loan = await lockWithCustomer(queries, loan_id)
  const schedule = await scheduleOf(queries, loan_id)
  const obstacle = repaymentObstacle(loan, schedule, amount)
  if (obstacle) reject(obstacle)
  const today = lagosDay(now)
  const right = settlementOf(loan, schedule, today)
  if (right.waived === 0)
    reject(`Settling loan ${loan.reference} early saves no interest. Record a repayment.`)
  if (right.amount !== amount)
    reject(`Loan ${loan.reference} is settled with ${formatNaira(right.amount)} today. Nothing was recorded.`)
  const [posted] = await postLoanMovements(queries, [buildSettlement(loan, schedule, today, madeBy(context))])
  if (!posted) throw new Error('The settlement was not posted.')
  const { entryId, reference } = posted
  const text = messageTexts.settlement({ amount, reference })
  await writeMessages(context, [{ customerId: loan.customerId, entryId, text }])
  return {
    message: `Loan ${loan.reference} settled with ${formatNaira(amount)} (${reference}). ${formatNaira(right.waived)} of interest was waived. The loan is paid.`,
    data: { reference, waived: right.waived },
  }
}

/** Locks a loan and its customer until the commit. Lock order: customers, loans, accounts. */
async function lockWithCustomer(queries: Queries, id: number) {
  const [found] = await queries.select({ customerId: loans.customerId }).from(loans).where(eq(loans.id, id))
  if (!found) return reject(loanNotFound(id))
  await lockCustomer(queries, found.customerId)
  const [loan] = await queries.select().from(loans).where(eq(loans.id, id)).for('no key update')
  return loan ?? reject(loanNotFound(id))
}

async function loanAccountOf(context: Context, id: number): Promise<LoanAccount> {
  const { queries, now } = context
  const [loan] = await loansWhere(context, eq(loans.id, id))
  const [details] = await detailsOf(queries, id)
  if (!loan || !details) return reject(loanNotFound(id))
  const { first_approval_comment, second_approval_comment, row, ...facts } = details
  const today = lagosDay(now)
  const schedule = await scheduleOf(queries, id)
  return {
    ...loan,
    ...facts,
    fees: await feesOfLoan(queries, id),
    security: await securityRow(queries, row),
    settles: settlementNow(row, schedule, today),
    arrears: await arrearsNow(queries, schedule, today),
    schedule: schedule.map((one) => instalmentRow(one, today)),
    movements: await movementsOf(queries, id),
    movement_count: await queries.$count(loanHistory, eq(loanHistory.loanId, id)),
    closed_days: await closedDays(queries, now),
    recoveries: await recoveriesOf(queries, id),
    changes: await changesOf(queries, id),
    history: await loanStepsOf(queries, loan, {
      first: first_approval_comment,
      second: second_approval_comment,
    }),
    guarantors: can(context.actor, caseGuarantorsAccess, 'read') ? await guarantorsOf(queries, id) : null,
  }
}

/** What settles a loan today, where that is less than what is owed. */
function settlementNow(loan: typeof loans.$inferSelect, schedule: readonly Instalment[], today: string) {
  if (loan.loanStatus !== 'active') return null
  const settles = settlementOf(loan, schedule, today)
  return settles.waived > 0 ? settles : null
}

/** What is late today, and the bucket by today's terms. */
async function arrearsNow(queries: Queries, schedule: readonly Instalment[], today: string) {
  const arrears = arrearsOf(schedule.filter(isOpenInstalment).map(datedInstalment), today)
  const terms = await arrearsTermsOn(queries, today)
  const bucket = bucketOf(arrears.days, terms)
  return { ...arrears, bucket: bucket === 0 ? null : bucketLabel(bucket, terms) }
}

/** What no list of loans shows. */
const detailsOf = (queries: Queries, id: number) =>
  queries
    .select({
      customer_reference: sql<string>`${customers.reference}`,
      is_active: customers.isActive,
      ...loanTermRow,
      row: getTableColumns(loans),
      interest_waived: loans.interestWaived,
      interest_paid: loans.interestPaid,
      written_off: loans.writtenOff,
      recovered: loans.recovered,
      rescheduled_date: sql<string | null>`${lagosStamp(loans.rescheduledDate)}`,
      reversed_date: sql<string | null>`${lagosStamp(loans.reversedDate)}`,
      disbursement: entries.reference,
      disbursement_reversed_by: sql<
        string | null
      >`(select r.reference from ledger_entries r where r.reverses_id = ${entries.id})`,
      first_approval_comment: loans.firstApprovalComment,
      second_approval_comment: entries.reason,
    })
    .from(loans)
    .innerJoin(customers, eq(customers.id, loans.customerId))
    .leftJoin(entries, eq(entries.id, loans.disbursementEntryId))
    .where(eq(loans.id, id))

const changesOf = (queries: Queries, loanId: number) =>
  changesFrom(queries).where(eq(loanChanges.loanId, loanId)).orderBy(desc(loanChanges.id))

const recoveriesOf = (queries: Queries, loanId: number): Promise<LoanRecovery[]> =>
  queries
    .select({
      id: loanRecoveries.id,
      created_at: lagosStamp(loanRecoveries.createdAt),
      reference: loanRecoveries.reference,
      amount: loanRecoveries.amount,
      by: admins.name,
      reversed_by: reversing.reference,
      reverses: original.reference,
    })
    .from(loanRecoveries)
    .innerJoin(entries, eq(entries.id, loanRecoveries.entryId))
    .leftJoin(reversing, eq(reversing.reversesId, loanRecoveries.entryId))
    .leftJoin(original, eq(original.id, entries.reversesId))
    .leftJoin(admins, eq(admins.id, loanRecoveries.adminId))
    .where(eq(loanRecoveries.loanId, loanId))
    .orderBy(desc(loanRecoveries.id))
    .limit(shownMovements)
const reversing = alias(entries, 'reversing')
const original = alias(entries, 'original')

const movementsOf = (queries: Queries, loanId: number): Promise<LoanMovement[]> =>
  queries
    .select({
      id: loanHistory.id,
      created_at: lagosStamp(loanHistory.createdAt),
      reference: loanHistory.reference,
      // For older portals a correction is of the penalty that it takes back.
      kind: sql<
        LoanMovement['kind']
      >`case ${loanHistory.kind} when 'correction' then 'penalty' else ${loanHistory.kind} end`,
      instalment: loanRepaymentSchedule.number,
      amount:
        sql`case ${loanHistory.kind} when 'repayment' then ${loanHistory.repayment} when 'penalty' then ${loanHistory.penalty} when 'correction' then -${loanHistory.penaltyBack}
          else ${loanHistory.amountBefore} - ${loanHistory.amountAfter} end`.mapWith(loanHistory.repayment),
      balance: loanHistory.amountAfter,
      by: makerOf(sql`${loanHistory.kind} = 'repayment' and ${loanHistory.reversesId} is null`),
      ...reversalOfRepayment,
    })
    .from(loanHistory)
    .innerJoin(loanRepaymentSchedule, eq(loanRepaymentSchedule.id, loanHistory.instalmentId))
    .leftJoin(agents, eq(agents.id, loanHistory.agentId))
    .leftJoin(admins, eq(admins.id, loanHistory.adminId))
    .where(eq(loanHistory.loanId, loanId))
    .orderBy(desc(loanHistory.createdAt), desc(loanHistory.id))
    .limit(shownMovements)
