import { eq } from 'drizzle-orm'
import { negateKobo } from '#domain/money/kobo'
import type { Queries } from '../db/database'
import { savingsHistory } from '../db/tables/money'
import { reverseLoanMovement } from './loanReversal'
import { reverseFees } from './fees'
import { reverseRecovery } from './recoveries'
import { balanceOf, type Move, type NewEntry, post } from './post'

type ReversedEntry = {
  id: number
  customerId: number | null
  agentId: number | null
  moves: readonly Move[]
}
/** An entry with its moves, and the savings wallet or the loan that it changed. */
export type Reversed = ReversedEntry & {
  /** The wallet's account. */
  savingsWallet: string | undefined
  /** The loan's account. */
  loanAccount: string | undefined
}

type Facts = Pick<NewEntry, 'madeAt' | 'adminId' | 'reason' | 'activityReference'>

/** Builds the mirror of an entry, its moves with the other sign, for reversals and the demo. */
export const reversalEntry = ({ id, customerId, agentId, moves }: ReversedEntry, facts: Facts): NewEntry => ({
  ...facts,
  kind: 'Reversal',
  reversesId: id,
  customerId,
  agentId,
  moves: moves.map(({ account, amount, line }) => ({
    account,
    amount: negateKobo(amount),
    ...(line && { line }),
  })),
})

/**
 * Posts the mirror of an entry, now. The history of the savings wallet or the loan
 * gets rows that mirror the original's. Must run in a transaction that has locked it.
 */
export async function postReversal(tx: Queries, reversed: Reversed, facts: Facts) {
  const { id, moves, savingsWallet, loanAccount } = reversed
  const posted = await post(tx, reversalEntry(reversed, facts))
  if (loanAccount) await reverseLoanMovement(tx, { entryId: id, moves, account: loanAccount }, posted, facts)
  else if (!savingsWallet) await reverseRecovery(tx, id, posted, facts)
  await reverseFees(tx, id, posted, facts)
  const [row] = await tx.select().from(savingsHistory).where(eq(savingsHistory.entryId, id))
  if (row && savingsWallet) {
    const { before, after } = balanceOf(posted, savingsWallet)
    await tx.insert(savingsHistory).values({
      savingsId: row.savingsId,
      kind: row.kind,
      amount: negateKobo(row.amount),
      agentId: row.agentId,
      adminId: facts.adminId ?? null,
      entryId: posted.entryId,
      reference: posted.reference,
      amountBefore: before,
      amountAfter: after,
      status: 'approved',
      reversesId: row.id,
      cycleId: row.cycleId,
      createdAt: facts.madeAt,
    })
  }
  return posted
}
