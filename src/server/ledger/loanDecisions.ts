import { eq } from 'drizzle-orm'
import type { Kobo } from '#contract/values'
import { guarantorsFault } from '#domain/money/bounds'
import { keptBackOf } from '#domain/money/fees'
import { formatNaira } from '#domain/money/kobo'
import { guarantorBound } from '#domain/money/loanTerms'
import { showDateTime, toLagosStamp } from '#domain/time/lagos'
import type { Queries } from '../db/database'
import { guarantors, loanRepaymentSchedule, loans } from '../db/tables/loans'
import { admins, customers } from '../db/tables/schema'
import type { Context } from '../handler'
import { lockAccounts, mainWalletOf, openLoanAccount } from './accounts'
import { calendarForSchedules } from './calendar'
import { buildDisbursement } from './disbursement'
import { feeObstacle, feesOfLoan, recordFees } from './fees'
import { balanceOf, post } from './post'
import { holdSecurity, lockWallet, securityFaultOf, securityFor } from './security'
import { reject } from '../errors/refusals'

export type LoanState = typeof loans.$inferSelect

export const loanNotFound = (id: number) => `Loan with ID ${id} not found`

/** 'Loan LN-261118-000012 of ₦50,000.00'. */
export const titleOf = ({ reference, amount }: Pick<LoanState, 'reference' | 'amount'>) =>
  `Loan ${reference} of ${formatNaira(amount)}`

/**
 * Locks the loan until the transaction ends, then checks the actor's rights again, because waiting for the lock takes
 * time. Rejects a loan in any other status, with the decision that was made and by whom.
 */
export async function lockLoan(
  { queries, actorNow }: Pick<Context, 'queries'> & { actorNow: () => Promise<unknown> },
  id: number,
  ...statuses: readonly LoanState['applicationStatus'][]
): Promise<LoanState> {
  const [loan] = await queries.select().from(loans).where(eq(loans.id, id)).for('update')
  if (!loan) return reject(loanNotFound(id))
  await actorNow()
  if (!statuses.includes(loan.applicationStatus))
    reject(`${await describeStatus(queries, loan)} Nothing was done.`)
  return loan
}

/** The loan's status as a sentence. */
export async function describeStatus(queries: Queries, loan: LoanState): Promise<string> {
  const by = async (adminId: number | null, date: Date | null) => {
    const [admin] = await queries
      .select({ name: admins.name })
      .from(admins)
      .where(eq(admins.id, adminId ?? 0))
    return `by ${admin?.name} on ${showDateTime(date && toLagosStamp(date))}`
  }
  switch (loan.applicationStatus) {
    case 'pending':
      return `${titleOf(loan)} still waits for its first approval.`
    case 'in-progress':
      return `${titleOf(loan)} already has its first approval, given ${await by(loan.firstApprovalId, loan.firstApprovalDate)}.`
    case 'approved':
      return `${titleOf(loan)} was already approved and disbursed ${await by(loan.approvedBy, loan.approvedDate)}.`
    case 'rejected':
      return `${titleOf(loan)} was already rejected ${await by(loan.rejectedId, loan.rejectedDate)}.`
  }
}

/** Why a loan can't be approved: it lacks guarantors, or its wallet does not secure it; undefined if it can. */
export const approvalObstacle = async (queries: Queries, loan: LoanState): Promise<string | undefined> =>
  guarantorsFault(
    guarantorBound(loan.leastGuarantors),
    await queries.$count(guarantors, eq(guarantors.loanId, loan.id)),
  ) ?? (await securityFaultOf(queries, loan))

type Approval = {
  adminId: number
  now: Date
  activityReference: string | null
  comment: string | null
  /** Whether a refusal may show the balance of the main business wallet. */
  seesBalance: boolean
}

/**
 * Approves and disburses the loan, in the transaction that holds its lock. Returns the new balance of the main wallet, and the fees that
 * were kept back.
 */
export async function disburse(tx: Queries, loan: LoanState, approval: Approval) {
  const { adminId, now, activityReference, comment, seesBalance } = approval
  const fees = await feesOfLoan(tx, loan.id)
  const obstacle = feeObstacle(fees)
  if (obstacle) reject(`${titleOf(loan)} can't be paid out: ${obstacle} Nothing was done.`)
  const keptBack = keptBackOf(fees)
  const calendar = await calendarForSchedules(tx)
  const { entry, plan, approved } = buildDisbursement(loan, adminId, now, { calendar, keptBack })
  // Its agent and market day are kept with the open loan: they do not change before the commit.
  await tx.select({ id: customers.id }).from(customers).where(eq(customers.id, loan.customerId)).for('share')
  if (loan.securitySavingsId !== null) await lockWallet(tx, loan.securitySavingsId)
  const accountId = await openLoanAccount(tx, loan)
  // Locks the same accounts as `post` will, so that the balance checked here is the one that is posted against.
  const lockedAccounts = await lockAccounts(
    tx,
    entry.moves.map(({ account }) => account),
  )
  const available = lockedAccounts.get('MBW')?.balance ?? (0 as Kobo)
  if (available < loan.amount) {
    const has = seesBalance ? formatNaira(available) : 'not enough'
    reject(`${titleOf(loan)} can't be paid out: the main business wallet has ${has}. Nothing was done.`)
  }
  const fault = await approvalObstacle(tx, loan)
  if (fault) reject(`${titleOf(loan)} can't be paid out: ${fault} Nothing was done.`)
  const posted = await post(tx, { ...entry, activityReference, reason: comment })
  const { entryId, reference } = posted
  await recordFees(
    tx,
    fees.flatMap(({ moment, fee_id: feeId, amount }) =>
      moment === 'kept-back' ? [{ feeId, amount, customerId: loan.customerId, loanId: loan.id }] : [],
    ),
    'loan',
    posted,
    entry,
  )
  await tx
    .update(loans)
    .set({ ...approved, accountId, disbursementEntryId: entryId })
    .where(eq(loans.id, loan.id))
  await tx.insert(loanRepaymentSchedule).values(
    plan.map((instalment) => ({
      loanId: loan.id,
      ...instalment,
      // A loan with fewer kobo than instalments has empty first ones, which count as paid.
      ...(instalment.amount === 0 && { status: 'paid' as const, paidAt: now }),
    })),
  )
  await holdSecurity(tx, loan, securityFor(loan), now)
  return { entryId, reference, keptBack, balance: balanceOf(posted, mainWalletOf(loan.customerId)).after }
}
