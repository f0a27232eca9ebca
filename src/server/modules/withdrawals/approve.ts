import { eq } from 'drizzle-orm'
import type { Kobo } from '#contract/values'
import { formatNaira } from '#domain/money/kobo'
import { isFirstOfTwo } from '../../approvals/dayLimits'
import { countedAmount } from '../../approvals/decisions'
import { withdrawals } from '../../db/tables/money'
import type { Context } from '../../handler'
import { mainWalletOf } from '../../ledger/accounts'
import { withdrawalEntry } from '../../ledger/payouts'
import { balanceOf, post } from '../../ledger/post'
import { madeBy } from '../../ledger/transfer'
import { writeMessages } from '../../messages/outbox'
import { lockPaidCustomer } from '../../people/lockCustomer'

export type WithdrawalRequest = typeof withdrawals.$inferSelect

/**
 * Approves a withdrawal, which debits the main wallet, and tells the customer. Returns the wallet's balance. In the order that the
 * ledger requires: release the hold, post, set the entry.
 */
export async function approve(
  { id, reference, amount, customerId }: WithdrawalRequest,
  by: 'counter' | 'agent',
  context: Context,
  textOf: (made: { amount: Kobo; balance: Kobo; reference: string }) => string,
): Promise<Kobo> {
  await decide(id, 'approved', context)
  const entry = withdrawalEntry({ reference, amount, customerId }, by, madeBy(context))
  const posted = await post(context.queries, entry)
  const { entryId } = posted
  await context.queries.update(withdrawals).set({ entryId }).where(eq(withdrawals.id, id))
  const { after: balance } = balanceOf(posted, mainWalletOf(customerId))
  const text = textOf({ amount, balance, reference: posted.reference })
  await writeMessages(context, [{ customerId, entryId, text }])
  return balance
}

/**
 * Above the business's limit, the first of two approvals: it is recorded, and the withdrawal stays pending. Returns what was done;
 * undefined if this approval pays.
 */
export async function approveFirst(
  request: WithdrawalRequest,
  context: Context,
): Promise<string | undefined> {
  const { queries, actor, now } = context
  const { id, reference, amount, customerId } = request
  await lockPaidCustomer(queries, customerId)
  const { amount: together = amount } = await countedAmount('withdrawals', id, context)
  if (!(await isFirstOfTwo(queries, { ...request, together }))) return undefined
  await queries
    .update(withdrawals)
    .set({ firstApprovedBy: actor.adminId, firstApprovedAt: now })
    .where(eq(withdrawals.id, id))
  const counted = together > amount ? `, ${formatNaira(together)} with the customer’s others of today` : ''
  return `Withdrawal ${reference} of ${formatNaira(amount)}${counted}, has its first approval. Another admin must approve it before it is paid.`
}

export const decide = (
  id: number,
  status: 'approved' | 'rejected',
  { queries, actor, now }: Context,
  rejectionReason: string | null = null,
) =>
  queries
    .update(withdrawals)
    .set({ status, decidedBy: actor.adminId, decidedAt: now, rejectionReason })
    .where(eq(withdrawals.id, id))
