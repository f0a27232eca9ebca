import { asc, eq, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Loan, LoanStep } from '#contract/calls/loanRows'
import type { BasisPoints } from '#contract/values'
import { lagosStamp } from '../../lists/conditions'
import type { Queries } from '../../db/database'
import { loanRateChanges, loans } from '../../db/loanTables'
import { admins } from '../../db/schema'

const changer = alias(admins, 'rate_changer')
const withdrawnApprover = alias(admins, 'withdrawn_approver')

/** The steps of an undecided application, oldest first: application, first approvals, changes of the rate. */
export async function loanStepsOf(
  queries: Queries,
  loan: Loan,
  firstComment: string | null,
): Promise<LoanStep[]> {
  const changes = await queries
    .select({
      at: lagosStamp(loanRateChanges.createdAt),
      by: changer.name,
      from: sql<BasisPoints>`${loanRateChanges.fromBasisPoints}`,
      to: sql<BasisPoints>`${loanRateChanges.toBasisPoints}`,
      approvedBy: withdrawnApprover.name,
      approvedAt: sql<string | null>`${lagosStamp(loanRateChanges.withdrawnApprovalDate)}`,
      comment: loanRateChanges.withdrawnApprovalComment,
    })
    .from(loanRateChanges)
    .innerJoin(changer, eq(changer.id, loanRateChanges.adminId))
    .leftJoin(withdrawnApprover, eq(withdrawnApprover.id, loanRateChanges.withdrawnApprovalId))
    .where(eq(loanRateChanges.loanId, loan.id))
    .orderBy(asc(loanRateChanges.id))
  const rate = changes[0]?.from ?? loan.interest_rate
  const applied = step({ kind: 'applied', at: loan.created_at, by: await applicantOf(queries, loan), rate })
  const steps = changes.flatMap(({ at, by, from, to, approvedBy, approvedAt, comment }) => {
    const changed = step({ kind: 'rate', at, by, rate: to, rate_before: from })
    if (approvedBy === null || approvedAt === null) return [changed]
    const withdrawn = { at: approvedAt, by: approvedBy, rate: from, comment, withdrawn: true }
    return [step({ kind: 'first-approval', ...withdrawn }), changed]
  })
  const { first_approval_name: by, first_approval_date: at } = loan
  const approved = by && at && { by, at, rate: loan.interest_rate, comment: firstComment }
  return [applied, ...steps, ...(approved ? [step({ kind: 'first-approval', ...approved })] : [])]
}

type StepFields = Pick<LoanStep, 'kind' | 'at' | 'by' | 'rate'>
const step = (fields: StepFields & Partial<LoanStep>): LoanStep => ({
  rate_before: null,
  comment: null,
  withdrawn: false,
  ...fields,
})

/** The admin who entered the application, else the agent. */
async function applicantOf(queries: Queries, { id, agentName }: Loan) {
  const [enteringAdmin] = await queries
    .select({ name: admins.name })
    .from(loans)
    .innerJoin(admins, eq(admins.id, loans.adminId))
    .where(eq(loans.id, id))
  return enteringAdmin?.name ?? agentName
}
