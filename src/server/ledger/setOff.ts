import { eq } from 'drizzle-orm'
import type { Kobo } from '#contract/values'
import { allocateRepayment } from '#domain/money/repayment'
import { setOff } from '#domain/money/security'
import type { Queries } from '../db/database'
import { savings, savingsHistory } from '../db/tables/money'
import type { loans } from '../db/tables/loans'
import { lockAccounts } from './accounts'
import { balanceOf, type NewEntry, type Posted } from './post'
import { buildPayment, type Instalment, openInstalment, owedOf, postLoanMovements } from './repayments'
import { savingsHistoryRow } from './savings'
import { releaseHold } from './security'

type Facts = Pick<NewEntry, 'madeAt' | 'adminId' | 'activityReference' | 'reason'>

/**
 * Pays what is owed on a loan from the savings that secure it, in one entry, and holds nothing of them any longer (rules.md,
 * "Security"). Must run in a transaction that has locked the wallet and the loan.
 */
export async function postSetOff(
  tx: Queries,
  loan: typeof loans.$inferSelect,
  schedule: readonly Instalment[],
  held: Kobo,
  facts: Facts,
): Promise<{ posted: Posted; paid: Kobo; owed: Kobo; wallet: string }> {
  const [saving] = await tx
    .select()
    .from(savings)
    .where(eq(savings.id, loan.securitySavingsId ?? 0))
  if (!saving) throw new Error(`Loan ${loan.reference} has no wallet that secures it.`)
  const wallet = saving.reference
  await lockAccounts(tx, [loan.reference, wallet])
  await releaseHold(tx, loan.id, facts.madeAt)
  const { paid, owed } = setOff(held, owedOf(schedule))
  const parts = allocateRepayment(schedule.map(openInstalment), paid)
  const payment = { kind: 'Loan set-off', from: wallet, amount: paid, parts } as const
  const [posted] = await postLoanMovements(tx, [buildPayment(loan, schedule, payment, facts)])
  if (!posted) throw new Error('The set-off was not posted.')
  const movement = {
    kind: 'withdrawal',
    amount: paid,
    customerId: loan.customerId,
    wallet,
    ...facts,
  } as const
  await tx
    .insert(savingsHistory)
    .values(savingsHistoryRow(saving.id, movement, { ...posted, ...balanceOf(posted, wallet) }))
  return { posted, paid, owed, wallet }
}
