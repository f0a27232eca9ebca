import { and, desc, eq, gt, isNull } from 'drizzle-orm'
import type { Kobo } from '#contract/values'
import { formatNaira, kobo, subtractKobo } from '#domain/money/kobo'
import type { Queries } from '../../db/database'
import type { EntryKind } from '../../db/tables/ledgerKinds'
import { loanHistory, loanRepaymentSchedule, loans } from '../../db/tables/loans'
import { standingRecoveries } from '../../ledger/recoveries'
import { openInstalment, scheduleOf } from '../../ledger/repayments'
import { isStandingMovement } from '../../ledger/reversalColumns'

/** Why a loan does not let one of its movements be reversed now; null if it does (rules.md, "Reversal of a loan's movement"). */
export async function loanObstacleOf(
  queries: Queries,
  loanId: number,
  { id, kind }: { id: number; kind: EntryKind },
): Promise<string | null> {
  const [loan] = await queries.select().from(loans).where(eq(loans.id, loanId))
  if (!loan) throw new Error(`There is no loan ${loanId}.`)
  const { reference, loanStatus } = loan
  if (kind === 'Loan recovery' || kind === 'Fee') return null
  if (kind === 'Loan write-off') return writeOffObstacle(queries, loan)
  if (loanStatus === 'written-off')
    return `Loan ${reference} is written off. Its write-off must be reversed first.`
  const settledBy =
    loan.interestWaived > 0 && kind !== 'Loan settlement' && (await settlementOf(queries, loanId))
  if (settledBy)
    return `Loan ${reference} was settled early by ${settledBy}. That must be reversed first: it waived interest.`
  if (kind === 'Loan disbursement') return disbursementObstacle(queries, loan)
  return kind === 'Loan penalty' ? penaltyObstacle(queries, loan, id) : null
}

/** The reference of the settlement that stands. */
async function settlementOf(queries: Queries, loanId: number): Promise<string | undefined> {
  const [row] = await queries
    .select({ reference: loanHistory.reference })
    .from(loanHistory)
    .where(and(eq(loanHistory.loanId, loanId), gt(loanHistory.waived, kobo(0)), isStandingMovement))
    .limit(1)
  return row?.reference
}

type Loan = Pick<typeof loans.$inferSelect, 'id' | 'reference'>

/** A disbursement is reversed only while no repayment and no penalty of the loan stands. */
async function disbursementObstacle(queries: Queries, loan: Loan) {
  const [last] = await queries
    .select({ reference: loanHistory.reference })
    .from(loanHistory)
    .where(and(eq(loanHistory.loanId, loan.id), isStandingMovement))
    .orderBy(desc(loanHistory.id))
    .limit(1)
  return last
    ? `Loan ${loan.reference} has ${last.reference}. A disbursement can only be reversed before the first repayment or penalty, or after all of them were reversed.`
    : null
}

/** A write-off is reversed only while no recovery of the loan stands. */
async function writeOffObstacle(queries: Queries, { id, reference, recovered }: Loan & { recovered: Kobo }) {
  if (recovered === 0) return null
  const all = await standingRecoveries(queries, id)
  return `${formatNaira(recovered)} was recovered on loan ${reference} (${all.join(', ')}). That must be reversed first.`
}

/** A penalty is reversed only while all of it is open. */
async function penaltyObstacle(queries: Queries, loan: Loan, entryId: number) {
  const [row] = await queries
    .select({ penalty: loanHistory.penalty, number: loanRepaymentSchedule.number })
    .from(loanHistory)
    .innerJoin(loanRepaymentSchedule, eq(loanRepaymentSchedule.id, loanHistory.instalmentId))
    .where(and(eq(loanHistory.entryId, entryId), isNull(loanHistory.reversesId)))
  if (!row) return null
  const one = (await scheduleOf(queries, loan.id)).find(({ number }) => number === row.number)
  if (!one) throw new Error(`Loan ${loan.reference} has no installment ${row.number}.`)
  const { penalty, penaltyPaid } = openInstalment(one)
  const open = subtractKobo(penalty, penaltyPaid)
  if (open >= row.penalty) return null
  return one.penaltyMoved > 0
    ? `The penalty of installment ${row.number} was rescheduled: it is part of a later installment.`
    : `Only ${formatNaira(open)} of the penalty of installment ${row.number} is open. The repayment that paid it must be reversed first.`
}
