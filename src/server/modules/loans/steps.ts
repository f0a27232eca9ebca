import { asc, eq, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Loan, LoanStep } from '#contract/calls/loanRows'
import type { BasisPoints } from '#contract/values'
import { lagosStamp } from '../../lists/conditions'
import type { Queries } from '../../db/database'
import { loanRateChanges, loans } from '../../db/tables/loans'
import { admins } from '../../db/tables/schema'

const changer = alias(admins, 'rate_changer')
const withdrawnApprover = alias(admins, 'withdrawn_approver')

type Comments = { first: string | null; second?: string | null }

/** The steps to the decision on a loan, oldest first: application, changes of the rate, approvals, rejection. */
export async function loanStepsOf(queries: Queries, loan: Loan, comments: Comments): Promise<LoanStep[]> {
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
  const approved = by && at && { by, at, rate: loan.interest_rate, comment: comments.first }
  return [
    applied,
    ...steps,
    ...(approved ? [step({ kind: 'first-approval', ...approved })] : []),
    ...decisionOf(loan, comments.second ?? null),
  ]
}

function decisionOf(loan: Loan, comment: string | null): LoanStep[] {
  const { interest_rate: rate, approved_by_name, approved_date, rejected_by_name, rejected_date } = loan
  if (approved_by_name && approved_date)
    return [step({ kind: 'second-approval', by: approved_by_name, at: approved_date, rate, comment })]
  if (rejected_by_name && rejected_date)
    return [
      step({
        kind: 'rejected',
        by: rejected_by_name,
        at: rejected_date,
        rate,
        comment: loan.rejection_reason,
      }),
    ]
  return []
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
