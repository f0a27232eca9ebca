import { asc, inArray, sql } from 'drizzle-orm'
import type { BasisPoints, Kobo } from '#contract/values'
import { addKobo, formatNaira, kobo, negateKobo, percentOf, subtractKobo, sumKobo } from '#domain/money/kobo'
import { type Payment, type Planned, replay } from '#domain/money/replay'
import type { OpenInstalment, RepaymentPart } from '#domain/money/repayment'
import { type Calendar, collectionDayAfter } from '#domain/time/calendar'
import { lagosDay } from '#domain/time/lagos'
import type { Queries } from '../db/database'
import { loanHistory } from '../db/tables/loans'
import { lentAccount } from './accounts'
import { calendarOf } from './calendar'
import type { NewEntry } from './post'
import {
  buildRepayment,
  type Instalment,
  type LoanMovement,
  openInstalment,
  type OpenLoan,
  owedOf,
  settled,
  standingOf,
  withChanges,
} from './repayments'

/** What the history of a loan says of its penalties and of what was repaid, without what was reversed. */
type LoanRecord = {
  /** Penalties by instalment: as posted, and how much of them was taken back. */
  penalties: ReadonlyMap<number, { posted: Kobo; back: Kobo; on: string }>
  /** Repayments in the order of their recording. */
  payments: readonly (Payment & { entryId: number })[]
  hasCorrections: boolean
  /** By which the days of grace are counted. */
  calendar: Calendar
}

type Terms = OpenLoan & { penaltyBasisPoints: number; graceDays: number; rescheduledDate: Date | null }

/** The records of loans that have a penalty, by loan; the others have nothing to correct. */
export async function loanRecords(
  queries: Queries,
  loanIds: readonly number[],
): Promise<Map<number, LoanRecord>> {
  if (loanIds.length === 0) return new Map()
  const rows = await queries
    .select({
      loanId: loanHistory.loanId,
      instalmentId: loanHistory.instalmentId,
      entryId: loanHistory.entryId,
      kind: loanHistory.kind,
      repayment: loanHistory.repayment,
      penalty: loanHistory.penalty,
      penaltyBack: loanHistory.penaltyBack,
      collectedOn: loanHistory.collectedOn,
      createdAt: loanHistory.createdAt,
    })
    .from(loanHistory)
    .where(
      sql`${inArray(loanHistory.loanId, [...loanIds])} and ${loanHistory.reversesId} is null and not exists (
        select from loan_history r where r.reverses_id = ${loanHistory.id}) and exists (
        select from loan_history p where p.loan_id = ${loanHistory.loanId} and p.kind = 'penalty' and p.reverses_id is null)`,
    )
    .orderBy(asc(loanHistory.loanId), asc(loanHistory.id))
  const calendar = await calendarOf(queries)
  const records = new Map<number, LoanRecord>()
  for (const loanId of new Set(rows.map((row) => row.loanId))) {
    const own = rows.filter((row) => row.loanId === loanId)
    const penalties = new Map<number, { posted: Kobo; back: Kobo; on: string }>()
    const payments = new Map<number, Payment & { entryId: number }>()
    for (const row of own) {
      const { instalmentId, entryId, kind, repayment, penalty, createdAt } = row
      if (kind === 'penalty')
        penalties.set(instalmentId, { posted: penalty, back: kobo(0), on: lagosDay(createdAt) })
      const posted = penalties.get(instalmentId)
      if (kind === 'correction' && posted)
        penalties.set(instalmentId, { ...posted, back: addKobo(posted.back, row.penaltyBack ?? kobo(0)) })
      if (kind !== 'repayment') continue
      const day = row.collectedOn ?? lagosDay(createdAt)
      const before = payments.get(entryId)?.amount ?? kobo(0)
      payments.set(entryId, { entryId, day, amount: addKobo(before, repayment) })
    }
    records.set(loanId, {
      penalties,
      payments: [...payments.values()],
      hasCorrections: own.some(({ kind }) => kind === 'correction'),
      calendar,
    })
  }
  return records
}

/** The plan of a loan: its instalments without what a rescheduling moved, and the penalties that its days of collection decide. */
function planOf(
  schedule: readonly Instalment[],
  { penalties, calendar }: LoanRecord,
  graceDays: number,
): Planned[] {
  return schedule.map((one) => {
    const { number, amount, penalty } = openInstalment(one)
    const posted = penalties.get(one.id)
    // What was rescheduled is a part of a later instalment.
    if (!posted || one.penaltyMoved > 0) return { number, amount, fixed: penalty }
    const own = subtractKobo(posted.posted, posted.back)
    return {
      number,
      amount,
      fixed: subtractKobo(penalty, own),
      charge: {
        day: collectionDayAfter(calendar, one.dueDate, graceDays),
        posted: posted.posted,
        current: own,
      },
    }
  })
}

export type Correction = {
  /** Undefined if no money moves: the schedule is right as it is. */
  movement: LoanMovement | undefined
  /** What is taken back of penalties, in all; below zero where they are owed again. */
  back: Kobo
  /** The schedule after it. */
  schedule: readonly Instalment[]
  interestPaid: Kobo
  /** How a repayment that is recorded late is allocated after it. */
  parts: readonly RepaymentPart[]
}

type Facts = Pick<NewEntry, 'madeAt' | 'adminId'>

/**
 * Makes a loan's penalties what its days of collection make them (rules.md, "Day of collection"): takes back what a penalty is too
 * much, and reallocates what was repaid. Penalties of days before `since` stay. `late` is a repayment that is recorded now for an
 * earlier day. Undefined if all is right, and 'overpaid' if less is owed then than is repaid.
 */
export function buildCorrection(
  loan: Terms,
  schedule: readonly Instalment[],
  record: LoanRecord,
  facts: Facts,
  { since, late }: { since: string; late?: Payment },
): Correction | undefined | 'overpaid' {
  const planned = planOf(schedule, record, loan.graceDays)
  const rate = loan.penaltyBasisPoints as BasisPoints
  const payments = late ? [...record.payments, late] : record.payments
  const full = replay(planned, payments, (open, { charge }) => {
    if (!charge) return kobo(0)
    return charge.day < since ? charge.current : kobo(Math.min(charge.posted, percentOf(open, rate)))
  })
  if (!full) return 'overpaid'
  const penaltyOf = new Map(full.map(({ number, penalty }) => [number, penalty]))
  const isRight = schedule.every((one) => openInstalment(one).penalty === penaltyOf.get(one.number))
  if (isRight && (late !== undefined || !record.hasCorrections)) return undefined
  // The same penalties without the late repayment, which is allocated to the difference.
  const target = late
    ? replay(planned, record.payments, (_open, { number, fixed }) =>
        subtractKobo(penaltyOf.get(number) ?? fixed, fixed),
      )
    : full
  if (!target) return 'overpaid'
  const made = toTarget(loan, schedule, target, facts, latestOf(record))
  const before = new Map(target.map((one) => [one.number, one]))
  const parts = full.flatMap((one) => {
    const was = before.get(one.number)
    const amount = subtractKobo(one.paid, was?.paid ?? kobo(0))
    const penalty = subtractKobo(one.penaltyPaid, was?.penaltyPaid ?? kobo(0))
    return amount === 0 && penalty === 0 ? [] : [{ number: one.number, amount, penalty }]
  })
  return { ...made, parts: late ? parts : [] }
}

/**
 * A loan without penalties that are reversed, by instalment and as posted: as if they had never been, so that what paid them pays what
 * was open beside them. `schedule` has them; what was taken back of them before is owed again, since the reversal takes back all.
 * 'overpaid' if less is owed then than is repaid. Without a movement the reversals are all that changes.
 */
export function withoutPenalties(
  loan: Terms,
  schedule: readonly Instalment[],
  record: LoanRecord,
  reversed: ReadonlyMap<number, Kobo>,
  facts: Facts,
): Pick<Correction, 'movement' | 'schedule' | 'interestPaid'> | 'overpaid' {
  const less = (one: Instalment, amount: Kobo): Instalment => ({
    ...one,
    penalty: subtractKobo(one.penalty, amount),
  })
  const changedBy = (change: (one: Instalment, posted: Kobo) => Instalment) =>
    schedule.map((one) => {
      const posted = reversed.get(one.id)
      return posted === undefined ? one : change(one, posted)
    })
  const backOf = ({ id }: Instalment) => record.penalties.get(id)?.back ?? kobo(0)
  const after = changedBy((one, posted) => settled({ ...less(one, posted), paidAt: null }, facts.madeAt))
  const isUnpaid = after.every(
    (one) => !reversed.has(one.id) || (backOf(one) === 0 && one.penaltyPaid <= one.penalty),
  )
  if (isUnpaid) return { movement: undefined, schedule: after, interestPaid: loan.interestPaid }
  const plain = changedBy((one, posted) => less(one, subtractKobo(posted, backOf(one))))
  const penalties = new Map([...record.penalties].filter(([id]) => !reversed.has(id)))
  const planned = planOf(plain, { ...record, penalties }, loan.graceDays)
  const target = replay(planned, record.payments, (_open, { charge }) => charge?.current ?? kobo(0))
  return target ? toTarget(loan, after, target, facts, undefined) : 'overpaid'
}

/** The day on which the last of the penalties was posted: before it there is nothing to take back. */
const latestOf = ({ penalties }: LoanRecord) =>
  [...penalties.values()]
    .map(({ on }) => on)
    .toSorted()
    .at(-1)

function toTarget(
  loan: Terms,
  schedule: readonly Instalment[],
  target: readonly OpenInstalment[],
  { madeAt, adminId = null }: Facts,
  postedOn: string | undefined,
): Omit<Correction, 'parts'> {
  const byNumber = new Map(target.map((one) => [one.number, one]))
  const changed = schedule.flatMap((one) => {
    const cell = byNumber.get(one.number)
    if (!cell) return []
    const back = subtractKobo(openInstalment(one).penalty, cell.penalty)
    const paid = addKobo(cell.paid, cell.penaltyPaid)
    if (back === 0 && paid === one.paid && cell.penaltyPaid === one.penaltyPaid) return []
    const penalty = subtractKobo(one.penalty, back)
    const after = settled({ ...one, penalty, paid, penaltyPaid: cell.penaltyPaid, paidAt: null }, madeAt)
    return [{ before: one, after, back }]
  })
  const repaidOf = (all: readonly Instalment[]) =>
    sumKobo(all.map((one) => subtractKobo(one.paid, one.penaltyPaid)))
  const back = sumKobo(changed.map((one) => one.back))
  const after = withChanges(
    schedule,
    changed.map((one) => one.after),
  )
  const penaltyPaid = sumKobo(
    changed.map((one) => subtractKobo(one.after.penaltyPaid, one.before.penaltyPaid)),
  )
  const interest = kobo(
    Number((BigInt(loan.interestAmount) * BigInt(repaidOf(after))) / BigInt(loan.totalPayable)),
  )
  const gained = addKobo(subtractKobo(interest, loan.interestPaid), penaltyPaid)
  const moves = [
    { account: 'MBW', amount: negateKobo(gained) },
    { account: 'PW', amount: gained },
    { account: lentAccount, amount: back },
    { account: loan.reference, amount: negateKobo(back) },
  ].filter(({ amount }) => amount !== 0)
  if (changed.length === 0) return { movement: undefined, back, schedule, interestPaid: loan.interestPaid }
  // Where no money moves, what is reallocated goes out of what is lent and back, so that an entry says so.
  const moved = sumKobo(changed.map((one) => kobo(Math.abs(one.after.paid - one.before.paid))))
  if (moves.length === 0)
    moves.push({ account: lentAccount, amount: moved }, { account: lentAccount, amount: negateKobo(moved) })
  const collectedOn = postedOn !== undefined && postedOn < lagosDay(madeAt) ? postedOn : null
  const movement: LoanMovement = {
    loanId: loan.id,
    account: loan.reference,
    entry: { madeAt, adminId, collectedOn, kind: 'Loan correction', customerId: loan.customerId, moves },
    ...(back === 0 && { balance: owedOf(schedule) }),
    instalments: changed.map((one) => one.after),
    loan: { interestPaid: interest, ...standingOf(after) },
    lines: changed.map((one) => ({
      instalmentId: one.after.id,
      kind: 'correction',
      amount: one.after.amount,
      repayment: subtractKobo(one.after.paid, one.before.paid),
      penalty: subtractKobo(one.after.penaltyPaid, one.before.penaltyPaid),
      penaltyBack: one.back,
      change: negateKobo(addKobo(subtractKobo(one.after.paid, one.before.paid), one.back)),
      dueDate: one.after.dueDate,
      status: 'pending',
      agentId: null,
      adminId,
      collectedOn,
      createdAt: madeAt,
    })),
  }
  return { movement, back, schedule: after, interestPaid: interest }
}

/** Whether a repayment that is recorded now for an earlier day can make a penalty wrong: one was posted for that day or a later one. */
const mayCorrect = (
  { graceDays, rescheduledDate }: Pick<Terms, 'graceDays' | 'rescheduledDate'>,
  schedule: readonly Instalment[],
  { penalties, calendar }: LoanRecord,
  day: string,
): boolean =>
  // A rescheduling agreed on what was owed then, with its penalties.
  (rescheduledDate === null || lagosDay(rescheduledDate) < day) &&
  schedule.some((one) => penalties.has(one.id) && collectionDayAfter(calendar, one.dueDate, graceDays) >= day)

type Borrowed = {
  loan: Terms
  schedule: readonly Instalment[]
  record: LoanRecord | undefined
}

/** What a repayment that is recorded now for an earlier day makes of penalties; undefined if it changes none. */
export const correctionOf = ({ loan, schedule, record }: Borrowed, facts: Facts, late: Payment) =>
  record && mayCorrect(loan, schedule, record, late.day)
    ? buildCorrection(loan, schedule, record, facts, { since: late.day, late })
    : undefined

/** Builds a repayment after the correction that its day of collection asks for. */
export const repaymentAfter = (
  correction: Correction | undefined,
  ...[loan, schedule, amount, facts]: Parameters<typeof buildRepayment>
): LoanMovement =>
  correction
    ? buildRepayment(
        { ...loan, interestPaid: correction.interestPaid },
        correction.schedule,
        amount,
        facts,
        correction.parts,
      )
    : buildRepayment(loan, schedule, amount, facts)

/** The sentence of a reply about penalties that a repayment takes back; empty without any. */
export const takenBackText = (back: Kobo) =>
  back === 0
    ? ''
    : ` ${formatNaira(back)} of penalties was taken back: the day of collection is before they were due.`

export const overpaidFault = 'less is owed once the penalties are taken back that this repayment makes wrong'
