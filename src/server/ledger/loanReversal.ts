import { and, desc, eq } from 'drizzle-orm'
import type { Kobo } from '#contract/values'
import { kobo, negateKobo, subtractKobo, sumKobo } from '#domain/money/kobo'
import { lagosDay } from '#domain/time/lagos'
import type { Queries } from '../db/database'
import { loanHistory, loanRepaymentSchedule, loans } from '../db/tables/loans'
import { buildCorrection, type Correction, loanRecords } from './corrections'
import { balanceOf, type Move, type NewEntry, type Posted } from './post'
import {
  historyRows,
  type Instalment,
  postLoanMovements,
  scheduleOf,
  settled,
  standingOf,
  updateInstalments,
  withChanges,
} from './repayments'
import { holdAgain, releaseSecurity } from './security'

type HistoryRow = typeof loanHistory.$inferSelect
type ReversedMovement = { entryId: number; moves: readonly Move[]; account: string }
type Made = Pick<NewEntry, 'madeAt' | 'adminId'>

/**
 * Lets a loan follow the reversal of one of its movements after that was posted. Must run in a transaction that has locked the
 * loan and checked that the movement can be reversed (modules/reversals/loanObstacles.ts).
 */
export async function reverseLoanMovement(
  tx: Queries,
  { entryId, moves, account }: ReversedMovement,
  posted: Posted,
  { madeAt, adminId = null }: Made,
) {
  const [loan] = await tx.select().from(loans).where(eq(loans.reference, account)).for('no key update')
  if (!loan) throw new Error(`There is no loan ${account}.`)
  if (loan.disbursementEntryId === entryId) return reverseDisbursement(tx, loan.id, madeAt)
  const rows = await tx
    .select()
    .from(loanHistory)
    .where(eq(loanHistory.entryId, entryId))
    .orderBy(desc(loanHistory.id))
  if (rows.length === 0) throw new Error('The movement is in no history.')
  const byInstalment = new Map(rows.map((row) => [row.instalmentId, row]))
  const schedule = await scheduleOf(tx, loan.id)
  const without = withChanges(
    schedule,
    schedule.flatMap((one) => {
      const row = byInstalment.get(one.id)
      return row ? [settled(takeOff(one, row), madeAt)] : []
    }),
  )
  const interestPaid = subtractKobo(loan.interestPaid, interestOf(rows, moves))
  const interestWaived = subtractKobo(loan.interestWaived, sumKobo(rows.map(({ waived }) => waived)))
  const correction = await correctionOf(tx, { ...loan, interestPaid, interestWaived }, without, rows, {
    madeAt,
    adminId,
  })
  const final = correction?.schedule ?? without
  const reopened = final.flatMap((one, at) => (one === schedule[at] ? [] : [settled(one, madeAt)]))
  await updateInstalments(tx, reopened)
  await tx
    .update(loans)
    .set({
      ...standingOf(withChanges(schedule, reopened)),
      interestPaid: correction?.interestPaid ?? interestPaid,
      interestWaived,
      writtenOff: kobo(0),
    })
    .where(eq(loans.id, loan.id))
  const lines = rows.map(
    ({
      id,
      instalmentId,
      kind,
      amount,
      repayment,
      penalty,
      penaltyDay,
      waived,
      amountBefore,
      amountAfter,
      dueDate,
      agentId,
    }) => ({
      instalmentId,
      kind,
      amount,
      repayment: negateKobo(repayment),
      penalty: negateKobo(penalty),
      penaltyDay,
      waived: negateKobo(waived),
      change: subtractKobo(amountBefore, amountAfter),
      dueDate,
      status: 'pending' as const,
      agentId,
      adminId,
      reversesId: id,
      createdAt: madeAt,
    }),
  )
  const { before } = balanceOf(posted, account)
  await tx.insert(loanHistory).values(historyRows({ loanId: loan.id, lines }, { ...posted, before }))
  if (correction?.movement) await postLoanMovements(tx, [correction.movement])
  await holdAgain(tx, loan, madeAt)
}

/** What the reversal of a repayment changes of penalties that were taken back, and of what was reallocated then. */
async function correctionOf(
  tx: Queries,
  loan: typeof loans.$inferSelect,
  schedule: readonly Instalment[],
  rows: readonly HistoryRow[],
  facts: Made,
): Promise<Correction | undefined> {
  const [repayment] = rows
  const record = (await loanRecords(tx, [loan.id])).get(loan.id)
  if (repayment?.kind !== 'repayment' || !record?.hasCorrections) return undefined
  const payments = record.payments.filter(({ entryId }) => entryId !== repayment.entryId)
  const since = repayment.collectedOn ?? lagosDay(repayment.createdAt)
  const correction = buildCorrection(loan, schedule, { ...record, payments }, facts, { since })
  return correction === 'overpaid' ? undefined : correction
}

/** The instalment without what a row of the history did to it. */
function takeOff(one: Instalment, { kind, repayment, penalty, waived }: HistoryRow): Instalment {
  if (kind === 'repayment')
    return {
      ...one,
      paid: subtractKobo(one.paid, repayment),
      penaltyPaid: subtractKobo(one.penaltyPaid, penalty),
      waived: subtractKobo(one.waived, waived),
    }
  return kind === 'penalty' ? { ...one, penalty: subtractKobo(one.penalty, penalty) } : one
}

/** The interest in a repayment: what its profit has besides penalties. */
function interestOf(rows: readonly HistoryRow[], moves: readonly Move[]): Kobo {
  const profit = sumKobo(moves.flatMap(({ account, amount }) => (account === 'PW' ? [amount] : [])))
  const penalties = rows.flatMap(({ kind, penalty }) => (kind === 'repayment' ? [penalty] : []))
  return rows.some(({ kind }) => kind === 'repayment') ? subtractKobo(profit, sumKobo(penalties)) : kobo(0)
}

/** The loan is as if it had not been disbursed, but keeps its schedule. */
async function reverseDisbursement(tx: Queries, loanId: number, reversedDate: Date) {
  await tx
    .update(loanRepaymentSchedule)
    .set({ status: 'reversed' })
    .where(and(eq(loanRepaymentSchedule.loanId, loanId), eq(loanRepaymentSchedule.status, 'pending')))
  await tx
    .update(loans)
    .set({ loanStatus: 'reversed', nextDue: null, reversedDate })
    .where(eq(loans.id, loanId))
  await releaseSecurity(tx, [loanId], reversedDate)
}
