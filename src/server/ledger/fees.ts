import { and, asc, eq, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { LoanFee } from '#contract/calls/feeRows'
import type { BasisPoints, Kobo } from '#contract/values'
import { loanFeesOf } from '#domain/money/fees'
import { formatNaira, negateKobo, sumKobo } from '#domain/money/kobo'
import type { Queries } from '../db/database'
import { feePayments, fees, loanFees } from '../db/tables/fees'
import { cashAccount, mainWalletOf } from './accounts'
import { type NewEntry, post, type Posted } from './post'
import { transferEntry } from './transfer'

type Facts = Pick<NewEntry, 'madeAt' | 'adminId' | 'activityReference'>
type PaidFrom = (typeof feePayments.$inferSelect)['paidFrom']

/** The wallet that fees go to. */
export const feeWallet = 'TW'

const basisPoints = sql<BasisPoints>`${fees.basisPoints}`
/** What a fee costs, as replies have it. */
export const feePriceColumns = { kind: fees.kind, amount: fees.amount, rate: basisPoints }

/** The payments that count: neither reversed nor a reversal. */
export const isStandingPayment = (payment: SQL) =>
  sql`${payment}.reverses_id is null and not exists (select from fee_payments r where r.reverses_id = ${payment}.id)`

/** What an application for a loan of a type fixes. Keeps the fees from being switched off until the commit. */
export async function newLoanFees(tx: Queries, loan: { typeId: number; amount: Kobo }) {
  const offered = await tx
    .select({
      id: fees.id,
      kind: fees.kind,
      amount: fees.amount,
      basisPoints,
      moment: sql<LoanFee['moment']>`${fees.moment}`,
    })
    .from(fees)
    .where(
      and(
        eq(fees.appliesTo, 'loan'),
        eq(fees.status, 'active'),
        or(isNull(fees.loanTypeId), eq(fees.loanTypeId, loan.typeId)),
      ),
    )
    .orderBy(asc(fees.id))
    .for('share')
  return loanFeesOf(offered, loan.amount)
}

/** Fixes the fees of a loan that was applied for. */
export async function fixLoanFees(
  tx: Queries,
  loan: { id: number; createdAt: Date },
  charged: Awaited<ReturnType<typeof newLoanFees>>,
) {
  if (charged.length === 0) return
  const rowOf = ({ id: feeId, amount, moment }: (typeof charged)[number]) => ({
    loanId: loan.id,
    feeId,
    amount,
    moment,
    createdAt: loan.createdAt,
  })
  await tx.insert(loanFees).values(charged.map(rowOf))
}

/** A loan's fees, with the payment of each that stands. */
export const feesOfLoan = (queries: Pick<Queries, 'select'>, loanId: number): Promise<LoanFee[]> =>
  queries
    .select({
      fee_id: loanFees.feeId,
      name: fees.name,
      amount: loanFees.amount,
      moment: loanFees.moment,
      paid_by: sql<string | null>`(select p.reference from fee_payments p where p.loan_id = ${loanFees.loanId}
        and p.fee_id = ${loanFees.feeId} and ${isStandingPayment(sql`p`)})`,
    })
    .from(loanFees)
    .innerJoin(fees, eq(fees.id, loanFees.feeId))
    .where(eq(loanFees.loanId, loanId))
    .orderBy(asc(loanFees.id))

/** Why the second approval has to wait; null if no fee is open that is paid before it (rules.md, "Fee"). */
export function feeObstacle(all: readonly LoanFee[]): string | null {
  const open = all.filter(({ moment, paid_by }) => moment === 'before-approval' && paid_by === null)
  if (open.length === 0) return null
  const names = open.map(({ name, amount }) => `${name} ${formatNaira(amount)}`).join(', ')
  return `fees of ${formatNaira(sumKobo(open.map(({ amount }) => amount)))} must be paid before (${names}).`
}

/** What a fee is paid for: a customer, one of the customer's loans, or one of their savings wallets. */
export type FeeSubject = {
  feeId: number
  customerId: number
  loanId?: number | null | undefined
  savingsId?: number | null | undefined
}
type PaidFee = FeeSubject & { amount: Kobo }

/** Posts a fee, in cash or from the main wallet. Must run in a transaction that has locked what it is paid for. */
export async function postFee(tx: Queries, fee: PaidFee, from: 'cash' | 'wallet', facts: Facts) {
  const posted = await post(
    tx,
    transferEntry({
      ...facts,
      kind: 'Fee',
      amount: fee.amount,
      from: from === 'cash' ? cashAccount : mainWalletOf(fee.customerId),
      to: feeWallet,
      customerId: fee.customerId,
    }),
  )
  await recordFees(tx, [fee], from, posted, facts)
  return posted
}

/** Records fees that an entry paid. */
export async function recordFees(
  tx: Queries,
  all: readonly PaidFee[],
  paidFrom: PaidFrom,
  { entryId, reference }: Posted,
  { madeAt: createdAt, adminId = null }: Facts,
) {
  for (const { loanId = null, savingsId = null, ...fee } of all)
    await tx.insert(feePayments).values({
      ...fee,
      loanId,
      savingsId,
      paidFrom,
      reference,
      adminId,
      entryId,
      round: await paidBefore(tx, { ...fee, loanId, savingsId }),
      createdAt,
    })
}

/** How often a fee was paid; all of these payments are reversed where it is paid again. */
const paidBefore = (tx: Queries, { feeId, customerId, loanId, savingsId }: FeeSubject) =>
  tx.$count(
    feePayments,
    and(
      eq(feePayments.feeId, feeId),
      eq(feePayments.customerId, customerId),
      sql`${feePayments.loanId} is not distinct from ${loanId ?? null}`,
      sql`${feePayments.savingsId} is not distinct from ${savingsId ?? null}`,
      isNull(feePayments.reversesId),
    ),
  )

/** Takes back the fees that an entry paid, if it paid any, after its reversal was posted. */
export async function reverseFees(tx: Queries, entryId: number, posted: Posted, facts: Facts) {
  const paid = await tx
    .select()
    .from(feePayments)
    .where(eq(feePayments.entryId, entryId))
    .orderBy(asc(feePayments.id))
  if (paid.length === 0) return
  await tx.insert(feePayments).values(
    paid.map(({ id: reversesId, amount, createdAt: _then, ...row }) => ({
      ...row,
      amount: negateKobo(amount),
      reference: posted.reference,
      entryId: posted.entryId,
      adminId: facts.adminId ?? null,
      reversesId,
      createdAt: facts.madeAt,
    })),
  )
}

/** What an entry paid fees for: the loan, if it was one, and where from; undefined for another entry. */
export async function feePaidBy(queries: Queries, entryId: number) {
  const [paid] = await queries
    .select({ loanId: feePayments.loanId, paidFrom: feePayments.paidFrom })
    .from(feePayments)
    .where(eq(feePayments.entryId, entryId))
  return paid
}
