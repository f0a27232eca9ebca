import { eq } from 'drizzle-orm'
import type { InputOf } from '#contract/call'
import type { Calls } from '#contract/index'
import { loanCost } from '#domain/money/instalments'
import { formatNaira } from '#domain/money/kobo'
import { loanOffer } from '#domain/money/loanOffer'
import { planFault } from '#domain/money/loanTerms'
import { formatRate } from '#domain/money/rates'
import type { BasisPoints } from '#contract/values'
import { canSeeBusinessBalances } from '../../auth/balanceRights'
import { loanRateChanges, loans } from '../../db/tables/loans'
import { assertMayDecide, commentOf, undecidedLoan } from '../../approvals/decisions'
import type { Context, HandlersFor } from '../../handler'
import { termsOf } from '../../ledger/disbursement'
import { feesOfLoan } from '../../ledger/fees'
import { reject } from '../../errors/refusals'
import { approvalObstacle, disburse, type LoanState, lockLoan, titleOf } from '../../ledger/loanDecisions'
import { writeMessages } from '../../messages/outbox'
import { messageTexts } from '../../messages/texts'

type Decision = InputOf<Calls['loans']['firstLoanApproval']>
type ApprovalCalls = Pick<Calls['loans'], 'firstLoanApproval' | 'secondLoanApproval' | 'updateInterestLoan'>

export const loanApprovalHandlers: HandlersFor<ApprovalCalls> = {
  firstLoanApproval: async (input, context) => {
    const { loan, comment } = await lockApplication(input, 'pending', context)
    const { queries, actor, now, services } = context
    if (input.status === 'rejected') return rejectLoan(context, loan, comment)
    assertRateUnchanged(input.interest_rate, loan)
    const obstacle = await approvalObstacle(queries, loan)
    if (obstacle) reject(`${titleOf(loan)} can't be approved: ${obstacle} Nothing was done.`)
    await queries
      .update(loans)
      .set({
        applicationStatus: 'in-progress',
        firstApprovalId: actor.adminId,
        firstApprovalDate: now,
        firstApprovalComment: comment,
      })
      .where(eq(loans.id, loan.id))
    const whose = services.config.allowSameApprover ? '' : ', from another admin'
    return {
      message: `${titleOf(loan)} has its first approval. It now waits for the second one${whose}.`,
      data: { reference: loan.reference },
    }
  },

  /** An approval disburses the loan. Must come from another admin than the first and the application (rules.md, "Separation of duties"). */
  secondLoanApproval: async (input, context) => {
    const { loan, comment } = await lockApplication(input, 'in-progress', context)
    const { queries, actor, now, reference: activityReference } = context
    const { adminId } = actor
    if (input.status === 'rejected') return rejectLoan(context, loan, comment)
    assertRateUnchanged(input.interest_rate, loan)
    const { entryId, reference, balance, keptBack } = await disburse(queries, loan, {
      adminId,
      now,
      activityReference,
      comment,
      seesBalance: canSeeBusinessBalances(actor),
    })
    const text = messageTexts.disbursement({ amount: loan.amount, keptBack, balance, reference })
    await writeMessages(context, [{ customerId: loan.customerId, entryId, text }])
    return {
      message: `${titleOf(loan)} approved and paid into the customer's main wallet${keptBack > 0 ? `, less ${formatNaira(keptBack)} of fees` : ''} (${reference}).`,
      data: { reference: loan.reference },
    }
  },

  /** For undecided loans: recalculates the costs and withdraws a first approval, which the history keeps. */
  updateInterestLoan: async ({ id, new_rate: rate, interest_rate: seen }, context) => {
    await context.setAuditSubject('loan', id, `interest rate ${formatRate(rate)}`)
    const loan = await lockLoan(context, id, 'pending', 'in-progress')
    const { queries, actor, now } = context
    assertRateUnchanged(seen, loan)
    const before = formatRate(rateOf(loan))
    if (rate === rateOf(loan))
      reject(`The interest of ${titleOf(loan)} is ${before} already. Nothing was done.`)
    await queries.insert(loanRateChanges).values({
      loanId: id,
      adminId: actor.adminId,
      fromBasisPoints: loan.interestBasisPoints,
      toBasisPoints: rate,
      withdrawnApprovalId: loan.firstApprovalId,
      withdrawnApprovalDate: loan.firstApprovalDate,
      withdrawnApprovalComment: loan.firstApprovalComment,
      createdAt: now,
    })
    const terms = { ...termsOf(loan), rate }
    const fault = planFault(terms)
    if (fault) reject(fault)
    const cost = loanCost(terms)
    await queries
      .update(loans)
      .set({ ...cost, interestBasisPoints: rate, ...withoutFirstApproval })
      .where(eq(loans.id, id))
    const { paid } = loanOffer(terms, await feesOfLoan(queries, id))
    const withdrawn =
      loan.firstApprovalId === null ? '' : ' Its first approval is withdrawn: it needs a new one.'
    return {
      message: `${titleOf(loan)}: interest ${formatRate(rate)} instead of ${before}, ${formatNaira(paid)} to pay in all.${withdrawn}`,
    }
  },
}

const rateOf = ({ interestBasisPoints }: LoanState) => interestBasisPoints as BasisPoints

const withoutFirstApproval = {
  applicationStatus: 'pending',
  firstApprovalId: null,
  firstApprovalDate: null,
  firstApprovalComment: null,
} as const

/** Locks a loan that awaits this decision; rejects who may not make it. A rejection needs a comment (rules.md, "Loan"). */
async function lockApplication(
  { id, status, comment }: Decision,
  awaited: 'pending' | 'in-progress',
  context: Context,
) {
  await context.setAuditSubject('loan', id, status)
  const decision = { status: status === 'rejected' ? 'reject' : 'accept', comment }
  const text = commentOf(decision, 'Fill status field')
  const loan = await lockLoan(context, id, awaited)
  assertMayDecide('loans', undecidedLoan(loan), context)
  return { loan, comment: text }
}

/** Rejects if the interest was changed after the caller loaded the loan. */
function assertRateUnchanged(seen: BasisPoints | undefined, loan: LoanState) {
  const rate = rateOf(loan)
  if (seen === undefined || seen === rate) return
  reject(
    `The interest of ${titleOf(loan)} is ${formatRate(rate)} now, not ${formatRate(seen)}. Look at it again. Nothing was done.`,
  )
}

async function rejectLoan({ queries, actor, now }: Context, loan: LoanState, rejectionReason: string | null) {
  await queries
    .update(loans)
    .set({ applicationStatus: 'rejected', rejectedId: actor.adminId, rejectedDate: now, rejectionReason })
    .where(eq(loans.id, loan.id))
  return { message: `${titleOf(loan)} rejected.`, data: { reference: loan.reference } }
}
