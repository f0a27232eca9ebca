import { and, eq, getTableColumns, sql } from 'drizzle-orm'
import { caseGuarantorsAccess, type LoanCase } from '#contract/calls/loanRows'
import { can } from '#contract/permissions'
import { canSeeBusinessBalances } from '../../auth/balanceRights'
import type { Queries } from '../../db/database'
import { guarantors, loans } from '../../db/tables/loans'
import { customers } from '../../db/tables/schema'
import { decisionBlocker, undecidedLoan } from '../../approvals/decisions'
import { flagsOfOne } from '../../approvals/flags'
import type { Context } from '../../handler'
import { businessBalances } from '../../ledger/accounts'
import { feesOfLoan } from '../../ledger/fees'
import { lagosStamp } from '../../lists/conditions'
import { reject } from '../../errors/refusals'
import { guarantorColumns } from '../../people/guarantorColumns'
import { knownOf } from '../../people/knownGuarantors'
import { borrowerOf } from './borrower'
import { approvalObstacle, describeStatus, loanNotFound } from '../../ledger/loanDecisions'
import { loanTermRow } from '../../ledger/loanTerms'
import { securityRow } from '../../ledger/security'
import { loansWhere, undecided } from './queries'
import { loanStepsOf } from './steps'
import { guarantorBvn } from '../../people/identity'

/** One undecided loan with what is needed to decide on it. */
export async function loanCaseOf(context: Context, id: number): Promise<LoanCase> {
  const { queries } = context
  const [loan] = await loansWhere(context, and(eq(loans.id, id), undecided))
  if (!loan) return rejectDecided(queries, id)
  const { MBW, TW } = await businessBalances(queries)
  const seesBalances = canSeeBusinessBalances(context.actor)
  const { decided, row, ...details } = await detailsOf(queries, id)
  const undecidedOne = undecidedLoan(decided)
  return {
    ...loan,
    ...(await borrowerOf(context, loan.user_id, id)),
    business_balance: seesBalances ? MBW : null,
    transaction_balance: seesBalances ? TW : null,
    ...(await customerOf(queries, loan.user_id)),
    is_short: MBW < loan.amount,
    guarantors: can(context.actor, caseGuarantorsAccess, 'read')
      ? await guarantorsWithDebts(context, id, loan.user_id)
      : null,
    ...details,
    fees: await feesOfLoan(queries, id),
    security: await securityRow(queries, row),
    obstacle: (await approvalObstacle(queries, row)) ?? null,
    first_decision_barred: decisionBlocker('loans', { ...undecidedOne, firstDecidedBy: null }, context),
    history: await loanStepsOf(queries, loan, { first: details.first_approval_comment }),
    second_decision_barred: decisionBlocker('loans', undecidedOne, context),
    flags: await flagsOfOne(context, 'loans', id),
  }
}

/** What no list of loans shows. */
async function detailsOf(queries: Queries, id: number) {
  const [details] = await queries
    .select({
      ...loanTermRow,
      row: getTableColumns(loans),
      first_approval_comment: loans.firstApprovalComment,
      decided: {
        reference: loans.reference,
        adminId: loans.adminId,
        amount: loans.amount,
        applicationStatus: loans.applicationStatus,
        firstApprovalId: loans.firstApprovalId,
      },
    })
    .from(loans)
    .where(eq(loans.id, id))
  return details ?? reject(loanNotFound(id))
}

async function customerOf(queries: Queries, id: number) {
  const [customer] = await queries
    .select({
      customer_reference: sql<string>`${customers.reference}`,
      customer_since: lagosStamp(customers.createdAt),
    })
    .from(customers)
    .where(eq(customers.id, id))
  return customer
}

/** Another admin has already decided: rejects with who and how. */
async function rejectDecided(queries: Queries, id: number) {
  const [loan] = await queries.select().from(loans).where(eq(loans.id, id))
  return reject(loan ? await describeStatus(queries, loan) : loanNotFound(id))
}

async function guarantorsWithDebts(context: Context, loanId: number, borrowerId: number) {
  const rows = []
  for (const one of await guarantorsOf(context.queries, loanId)) {
    const bvn = await guarantorBvn(context, one.id)
    rows.push({ ...one, known: await knownOf({ ...context, loanId, borrowerId }, { phone: one.phone, bvn }) })
  }
  return rows
}

export const guarantorsOf = (queries: Queries, loanId: number) =>
  queries
    .select({
      ...guarantorColumns,
      has_bvn: sql<boolean>`exists (select from guarantor_identities i where i.guarantor_id = ${guarantors}.id)`,
    })
    .from(guarantors)
    .where(eq(guarantors.loanId, loanId))
    .orderBy(guarantors.id)
