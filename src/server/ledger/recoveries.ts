import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Kobo } from '#contract/values'
import { addKobo, formatNaira, negateKobo, subtractKobo } from '#domain/money/kobo'
import type { Queries } from '../db/database'
import { entries } from '../db/tables/ledger'
import { loans } from '../db/tables/loans'
import { loanRecoveries } from '../db/tables/recoveries'
import { cashAccount } from './accounts'
import { type NewEntry, post, type Posted } from './post'

type Loan = typeof loans.$inferSelect
type Facts = Pick<NewEntry, 'madeAt' | 'adminId' | 'activityReference'>

/** What of a write-off has not come in. */
export const leftToRecover = ({ writtenOff, recovered }: Pick<Loan, 'writtenOff' | 'recovered'>): Kobo =>
  subtractKobo(writtenOff, recovered)

/** Why an amount can't be recovered on a loan, which is locked; null if it can (rules.md, "Recovery"). */
export function recoveryObstacle(loan: Loan, amount: Kobo): string | null {
  if (loan.loanStatus !== 'written-off')
    return `Loan ${loan.reference} is not written off. Nothing can be recovered on it.`
  const left = leftToRecover(loan)
  if (amount <= left) return null
  return left === 0
    ? `All that was written off of loan ${loan.reference} was recovered.`
    : `Only ${formatNaira(left)} is left to recover on loan ${loan.reference}.`
}

/**
 * Posts what came in, in cash, on a loan that is written off: income of the profit wallet, because the write-off was the loss.
 * Must run in a transaction that has locked the loan. Returns the entry, and what is left to recover.
 */
export async function postRecovery(tx: Queries, loan: Loan, amount: Kobo, facts: Facts) {
  const posted = await post(tx, {
    ...facts,
    kind: 'Loan recovery',
    customerId: loan.customerId,
    moves: [
      { account: cashAccount, amount: negateKobo(amount) },
      { account: 'PW', amount },
    ],
  })
  return { posted, left: await record(tx, loan.id, amount, posted, facts) }
}

/** Lets the loan follow the reversal of a recovery, if the entry was one. Must run in a transaction that has locked the loan. */
export async function reverseRecovery(tx: Queries, entryId: number, posted: Posted, facts: Facts) {
  const [row] = await tx.select().from(loanRecoveries).where(eq(loanRecoveries.entryId, entryId))
  if (row) await record(tx, row.loanId, negateKobo(row.amount), posted, facts)
}

async function record(tx: Queries, loanId: number, amount: Kobo, made: Posted, facts: Facts): Promise<Kobo> {
  const { entryId, reference } = made
  const { adminId = null, madeAt: createdAt } = facts
  await tx.insert(loanRecoveries).values({ loanId, reference, amount, adminId, entryId, createdAt })
  const [loan] = await tx.select().from(loans).where(eq(loans.id, loanId))
  if (!loan) throw new Error(`There is no loan ${loanId}.`)
  const recovered = addKobo(loan.recovered, amount)
  await tx.update(loans).set({ recovered }).where(eq(loans.id, loanId))
  return leftToRecover({ ...loan, recovered })
}

/** The loan on which an entry recovered something, or reversed a recovery. */
export async function loanRecoveredBy(queries: Queries, entryId: number) {
  const [loan] = await queries
    .select({ id: loans.id, reference: loans.reference })
    .from(loanRecoveries)
    .innerJoin(loans, eq(loans.id, loanRecoveries.loanId))
    .where(eq(loanRecoveries.entryId, entryId))
  return loan
}

/** The references of a loan's recoveries that were not reversed, the oldest first. */
export async function standingRecoveries(queries: Queries, loanId: number): Promise<string[]> {
  const reversing = alias(entries, 'reversing')
  const rows = await queries
    .select({ reference: loanRecoveries.reference })
    .from(loanRecoveries)
    .leftJoin(reversing, eq(reversing.reversesId, loanRecoveries.entryId))
    .where(and(eq(loanRecoveries.loanId, loanId), gt(loanRecoveries.amount, sql`0`), isNull(reversing.id)))
    .orderBy(loanRecoveries.id)
  return rows.map(({ reference }) => reference)
}
