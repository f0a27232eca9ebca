import { asc, inArray, sql } from 'drizzle-orm'
import type { BasisPoints, Kobo } from '#contract/values'
import { addKobo, formatNaira, kobo, negateKobo, subtractKobo, sumKobo } from '#domain/money/kobo'
import { penaltyLeft } from '#domain/money/penalty'
import { type Charge, type Payment, type Planned, replay } from '#domain/money/replay'
import type { OpenInstalment, RepaymentPart } from '#domain/money/repayment'
import { type Calendar, collectionDayAfter } from '#domain/time/calendar'
import { lagosDay } from '#domain/time/lagos'
import type { Queries } from '../db/database'
import { loanHistory } from '../db/tables/loans'
import { lentAccount } from './accounts'
import { calendarOf } from './calendar'
import type { Move, NewEntry } from './post'
import {
  buildRepayment,
  type Instalment,
  interestInAll,
  type LoanMovement,
  openInstalment,
  type OpenLoan,
  owedOf,
  type PenaltyTerms,
  profitMoves,
  settled,
  standingOf,
  withChanges,
} from './repayments'

/** What the history of a loan says of its penalties and of what was repaid, without what was reversed. */
type LoanRecord = {
  /** Penalties by instalment, in the order of their posting. */
  penalties: ReadonlyMap<number, readonly PostedPenalty[]>
  /** Repayments in the order of their recording. */
  payments: readonly (Payment & { entryId: number })[]
  hasCorrections: boolean
  /** By which the days of grace are counted. */
  calendar: Calendar
}

/** A penalty as posted, how much of it was taken back, and the row of the history and the day of its posting. */
type PostedPenalty = {
  rowId: number
  posted: Kobo
  back: Kobo
  on: string
  /** The day late that one of an amount a day is for. */
  penaltyDay: string | null
}

type Terms = OpenLoan & PenaltyTerms & { rescheduledDate: Date | null }

/** The records of loans that have a penalty, by loan; the others have nothing to correct. */
export async function loanRecords(
  queries: Queries,
  loanIds: readonly number[],
): Promise<Map<number, LoanRecord>> {
  if (loanIds.length === 0) return new Map()
  const rows = await queries
    .select({
      id: loanHistory.id,
      loanId: loanHistory.loanId,
      instalmentId: loanHistory.instalmentId,
      entryId: loanHistory.entryId,
      kind: loanHistory.kind,
      repayment: loanHistory.repayment,
      penalty: loanHistory.penalty,
      penaltyBack: loanHistory.penaltyBack,
      penaltyDay: loanHistory.penaltyDay,
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
    const penalties = new Map<number, PostedPenalty[]>()
    const back = new Map<number, Kobo>()
    const payments = new Map<number, Payment & { entryId: number }>()
    for (const row of own) {
      const {
        id: rowId,
        instalmentId,
        entryId,
        kind,
        repayment,
        penalty: posted,
        penaltyDay,
        createdAt,
      } = row
      if (kind === 'penalty') {
        const one = { rowId, posted, back: kobo(0), on: lagosDay(createdAt), penaltyDay }
        penalties.set(instalmentId, [...(penalties.get(instalmentId) ?? []), one])
      }
      if (kind === 'correction')
        back.set(instalmentId, addKobo(back.get(instalmentId) ?? kobo(0), row.penaltyBack ?? kobo(0)))
      if (kind !== 'repayment') continue
      const day = row.collectedOn ?? lagosDay(createdAt)
      const before = payments.get(entryId)?.amount ?? kobo(0)
      payments.set(entryId, { entryId, day, amount: addKobo(before, repayment) })
    }
    records.set(loanId, {
      penalties: new Map([...penalties].map(([id, all]) => [id, withBack(all, back.get(id) ?? kobo(0))])),
      payments: [...payments.values()],
      hasCorrections: own.some(({ kind }) => kind === 'correction'),
      calendar,
    })
  }
  return records
}

/** What was taken back of an instalment's penalties is of the last ones: from the day on which it was paid. */
function withBack(penalties: readonly PostedPenalty[], back: Kobo): PostedPenalty[] {
  let left = back
  return penalties
    .toReversed()
    .map((one) => {
      const taken = kobo(Math.min(left, one.posted))
      left = subtractKobo(left, taken)
      return { ...one, back: taken }
    })
    .toReversed()
}

/** The plan of a loan: its instalments without what a rescheduling moved, and the penalties that its days of collection decide. */
function planOf(
  schedule: readonly Instalment[],
  { penalties, calendar }: LoanRecord,
  graceDays: number,
): Planned[] {
  return schedule.map((one) => {
    const { number, amount, penalty } = openInstalment(one)
    // What was rescheduled is a part of a later instalment.
    const charges =
      one.penaltyMoved > 0 ? [] : chargesOf(one, penalties.get(one.id) ?? [], graceDays, calendar)
    return {
      number,
      amount,
      fixed: subtractKobo(penalty, sumKobo(charges.map(({ current }) => current))),
      charges,
    }
  })
}

/** The penalties of an instalment by the day at whose end they were due: its last day of grace, or the day late. */
const chargesOf = (
  { dueDate }: Pick<Instalment, 'dueDate'>,
  penalties: readonly PostedPenalty[],
  graceDays: number,
  calendar: Calendar,
): Charge[] =>
  penalties.map(({ posted, back, penaltyDay }) => ({
    day: penaltyDay ?? collectionDayAfter(calendar, dueDate, graceDays),
    posted,
    current: subtractKobo(posted, back),
  }))

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

/** What is left of a penalty when so much of its instalment was open at the end of its day. */
const rightPenalty = ({ penaltyKind, penaltyBasisPoints }: Terms, open: Kobo, { posted }: Charge): Kobo =>
  penaltyLeft(penaltyKind, penaltyBasisPoints as BasisPoints, { posted, open })

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
  const payments = late ? [...record.payments, late] : record.payments
  const right = new Map<Charge, Kobo>()
  const full = replay(planned, payments, (open, charge) => {
    const penalty = charge.day < since ? charge.current : rightPenalty(loan, open, charge)
    right.set(charge, penalty)
    return penalty
  })
  if (!full) return 'overpaid'
  const penaltyOf = new Map(full.map(({ number, penalty }) => [number, penalty]))
  const isRight = schedule.every((one) => openInstalment(one).penalty === penaltyOf.get(one.number))
  if (isRight && (late !== undefined || !record.hasCorrections)) return undefined
  // The same penalties without the late repayment, which is allocated to the difference.
  const target = late
    ? replay(planned, record.payments, (_open, charge) => right.get(charge) ?? charge.current)
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
 * A loan without penalties that are reversed, by rows of the history: as if they had never been, so that what paid them pays what
 * was open beside them. `schedule` has them; what was taken back of them before is owed again, since the reversal takes back all.
 * 'overpaid' if less is owed then than is repaid. Without a movement the reversals are all that changes.
 */
export function withoutPenalties(
  loan: Terms,
  schedule: readonly Instalment[],
  record: LoanRecord,
  rows: ReadonlySet<number>,
  facts: Facts,
): Pick<Correction, 'movement' | 'schedule' | 'interestPaid'> | 'overpaid' {
  const reversed = new Map(
    [...record.penalties].flatMap(([id, all]) => {
      const own = all.filter(({ rowId }) => rows.has(rowId))
      return own.length === 0 ? [] : [[id, own] as const]
    }),
  )
  const postedOf = (own: readonly PostedPenalty[]) => sumKobo(own.map(({ posted }) => posted))
  const backOf = (own: readonly PostedPenalty[]) => sumKobo(own.map(({ back }) => back))
  const less = (one: Instalment, amount: Kobo): Instalment => ({
    ...one,
    penalty: subtractKobo(one.penalty, amount),
  })
  const changedBy = (change: (one: Instalment, own: readonly PostedPenalty[]) => Instalment) =>
    schedule.map((one) => {
      const own = reversed.get(one.id)
      return own === undefined ? one : change(one, own)
    })
  const after = changedBy((one, own) => settled({ ...less(one, postedOf(own)), paidAt: null }, facts.madeAt))
  const isUnpaid = after.every(
    (one) =>
      backOf(reversed.get(one.id) ?? []) === 0 && (!reversed.has(one.id) || one.penaltyPaid <= one.penalty),
  )
  if (isUnpaid) return { movement: undefined, schedule: after, interestPaid: loan.interestPaid }
  const plain = changedBy((one, own) => less(one, subtractKobo(postedOf(own), backOf(own))))
  const penalties = new Map(
    [...record.penalties].map(([id, all]) => [id, all.filter(({ rowId }) => !rows.has(rowId))]),
  )
  const planned = planOf(plain, { ...record, penalties }, loan.graceDays)
  const target = replay(planned, record.payments, (_open, { current }) => current)
  return target ? toTarget(loan, after, target, facts, undefined) : 'overpaid'
}

/** The day on which the last of the penalties was posted: before it there is nothing to take back. */
const latestOf = ({ penalties }: LoanRecord) =>
  [...penalties.values()]
    .flat()
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
  const back = sumKobo(changed.map((one) => one.back))
  const after = withChanges(
    schedule,
    changed.map((one) => one.after),
  )
  const penaltyPaid = sumKobo(
    changed.map((one) => subtractKobo(one.after.penaltyPaid, one.before.penaltyPaid)),
  )
  const interest = interestInAll(loan, after)
  const interestGained = subtractKobo(interest, loan.interestPaid)
  const moves: Move[] = [
    { account: 'MBW', amount: negateKobo(addKobo(interestGained, penaltyPaid)) },
    ...profitMoves(interestGained, penaltyPaid),
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
    loan: { interestPaid: interest, interestWaived: loan.interestWaived, ...standingOf(after) },
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
  schedule.some((one) =>
    chargesOf(one, penalties.get(one.id) ?? [], graceDays, calendar).some((charge) => charge.day >= day),
  )

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
