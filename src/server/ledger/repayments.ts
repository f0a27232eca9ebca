import { asc, inArray, sql } from 'drizzle-orm'
import type { BasisPoints, Kobo } from '#contract/values'
import { dailyPenaltyOn } from '#domain/money/dailyPenalty'
import { addKobo, kobo, negateKobo, subtractKobo, sumKobo } from '#domain/money/kobo'
import { penaltyAt } from '#domain/money/penalty'
import {
  allocateRepayment,
  interestIn,
  interestOf,
  type InterestPart,
  type InterestTerms,
  type OpenInstalment,
  openAmount,
  type RepaymentPart,
} from '#domain/money/repayment'
import type { Calendar } from '#domain/time/calendar'
import { lagosDay } from '#domain/time/lagos'
import type { Queries } from '../db/database'
import { insertRows } from '../db/insertRows'
import { loanHistory, loanRepaymentSchedule, type loans } from '../db/tables/loans'
import { agentCashOf, cashAccount, lentAccount } from './accounts'
import { penaltyLine } from './chart'
import { balanceOf, type Move, type NewEntry, postAll, type Posted } from './post'
import { releaseSecurity } from './security'

export type Instalment = Pick<
  typeof loanRepaymentSchedule.$inferSelect,
  | 'id'
  | 'number'
  | 'dueDate'
  | 'amount'
  | 'interest'
  | 'penalty'
  | 'paid'
  | 'penaltyPaid'
  | 'moved'
  | 'penaltyMoved'
  | 'waived'
  | 'paidAt'
  | 'status'
>

/** A disbursed loan with what its movements depend on. */
export type OpenLoan = {
  id: number
  reference: string
  customerId: number
  interestAmount: Kobo
  interestPaid: Kobo
  interestWaived: Kobo
  totalPayable: Kobo
}

type Facts = Pick<NewEntry, 'madeAt' | 'adminId' | 'activityReference' | 'collectedOn'> & {
  /** The agent who collected a repayment; null at the counter. */
  agentId?: number | null
}

type HistoryRow = typeof loanHistory.$inferInsert
/** A row of a loan's history before its entry is posted: the balances follow from the entry's. */
type Line = Omit<HistoryRow, 'loanId' | 'reference' | 'entryId' | 'amountBefore' | 'amountAfter'> & {
  /** Of the loan's balance. */
  change: Kobo
}

/** A movement of a loan that is to be posted, and what changes with it. */
export type LoanMovement = {
  loanId: number
  /** The loan's account: its reference. */
  account: string
  entry: NewEntry
  /** The loan's balance, where the entry does not change it. */
  balance?: Kobo
  /** The instalments that change, as they are afterwards. */
  instalments: readonly Instalment[]
  /** The change of the loan's own row; undefined if it stays. */
  loan:
    | Pick<typeof loans.$inferSelect, 'interestPaid' | 'interestWaived' | 'loanStatus' | 'nextDue'>
    | undefined
  /** Rows of the history, in the order of the instalments. */
  lines: readonly Line[]
}

/** What is left to pay of an instalment and its penalty, also if it was written off. */
export const unpaidOf = ({ amount, penalty, paid, moved, waived }: Instalment): Kobo =>
  subtractKobo(addKobo(amount, penalty), sumKobo([paid, moved, waived]))

/**
 * An instalment with its penalty apart from its amount, without what was moved to later ones or waived. Nothing is owed of one
 * that was written off or reversed.
 */
export function openInstalment(one: Instalment): OpenInstalment {
  const { number, penaltyPaid, moved, penaltyMoved, status } = one
  const paid = subtractKobo(one.paid, penaltyPaid)
  if (status === 'written-off' || status === 'reversed')
    return { number, amount: paid, penalty: penaltyPaid, paid, penaltyPaid }
  const amount = subtractKobo(one.amount, addKobo(subtractKobo(moved, penaltyMoved), one.waived))
  return { number, amount, penalty: subtractKobo(one.penalty, penaltyMoved), paid, penaltyPaid }
}

/** The instalment with the status that follows from what is left to pay of it. */
export function settled(one: Instalment, madeAt: Date): Instalment {
  if (unpaidOf(one) > 0) return { ...one, status: 'pending', paidAt: null }
  if (one.moved > 0) return { ...one, status: 'rescheduled', paidAt: null }
  return { ...one, status: 'paid', paidAt: one.paidAt ?? madeAt }
}

/** What a loan costs in all, without interest that an early settlement did not ask for. */
const costOf = ({ interestAmount, interestPaid, interestWaived, totalPayable }: OpenLoan): InterestTerms => ({
  interestAmount: subtractKobo(interestAmount, interestWaived),
  interestPaid,
  totalPayable: subtractKobo(totalPayable, interestWaived),
})

const withoutPenalty = ({ paid, penaltyPaid }: Instalment) => subtractKobo(paid, penaltyPaid)

/** The interest in all that is paid of a loan's instalments. */
export const interestInAll = (loan: OpenLoan, schedule: readonly Instalment[]): Kobo =>
  interestOf(costOf(loan), schedule.map(interestPart))

/** An instalment without penalties, as its interest is counted. */
export const interestPart = (one: Instalment): InterestPart => ({
  amount: one.amount,
  moved: subtractKobo(one.moved, one.penaltyMoved),
  paid: withoutPenalty(one),
  interest: one.interest,
  waived: one.waived,
})

/** What is owed on all instalments. */
export const owedOf = (schedule: readonly Instalment[]): Kobo =>
  sumKobo(schedule.map((one) => openAmount(openInstalment(one))))

/** The loan's status and next due date that follow from its instalments. */
export function standingOf(schedule: readonly Instalment[]) {
  const pending = schedule.filter(({ status }) => status === 'pending').map(({ dueDate }) => dueDate)
  const nextDue = pending.toSorted()[0] ?? null
  return { nextDue, loanStatus: nextDue === null ? ('paid' as const) : ('active' as const) }
}

/**
 * Builds a repayment, for real loans and the demo: penalties first, the oldest instalment first. The principal goes to the
 * main business wallet, interest and penalties to the profit wallet. RangeError for more than is owed. It pays `parts`, if they are given.
 */
export function buildRepayment(
  loan: OpenLoan,
  schedule: readonly Instalment[],
  amount: Kobo,
  { agentId = null, ...facts }: Facts,
  parts: readonly RepaymentPart[] = allocateRepayment(schedule.map(openInstalment), amount),
): LoanMovement {
  const from = agentId ? agentCashOf(agentId) : cashAccount
  return buildPayment(loan, schedule, { kind: 'Loan repayment', from, amount, parts }, { ...facts, agentId })
}

/** What pays a loan, and from which account; `waived` is the interest of instalments, by number, that it need not pay. */
type Payment = {
  kind: 'Loan repayment' | 'Loan settlement' | 'Loan set-off'
  from: string
  amount: Kobo
  parts: readonly RepaymentPart[]
  waived?: ReadonlyMap<number, Kobo>
}

export function buildPayment(
  loan: OpenLoan,
  schedule: readonly Instalment[],
  { kind, from, amount, parts, waived = new Map() }: Payment,
  facts: Facts,
): LoanMovement {
  const byNumber = new Map(parts.map((part) => [part.number, part]))
  const nothing = { amount: kobo(0), penalty: kobo(0) }
  const changed = schedule.flatMap((one) => {
    const less = waived.get(one.number) ?? kobo(0)
    const part = byNumber.get(one.number) ?? nothing
    if (part === nothing && less === 0) return []
    return [{ part, less, after: paidBy({ ...one, waived: addKobo(one.waived, less) }, part, facts.madeAt) }]
  })
  const after = withChanges(
    schedule,
    changed.map((one) => one.after),
  )
  const less = sumKobo(waived.values())
  const agreed = { ...loan, interestWaived: addKobo(loan.interestWaived, less) }
  const interest = interestIn(
    costOf(agreed),
    sumKobo(schedule.map(withoutPenalty)),
    sumKobo(parts.map((part) => part.amount)),
    interestInAll(agreed, after),
  )
  const penalties = sumKobo(parts.map((part) => part.penalty))
  const owed = addKobo(amount, less)
  const { agentId = null, adminId = null, collectedOn = null, madeAt } = facts
  const day = collectedOn ?? lagosDay(madeAt)
  return {
    loanId: loan.id,
    account: loan.reference,
    entry: {
      ...facts,
      agentId,
      kind,
      customerId: loan.customerId,
      moves: [
        { account: from, amount: negateKobo(amount) },
        { account: 'MBW', amount: subtractKobo(amount, addKobo(interest, penalties)) },
        ...profitMoves(interest, penalties),
        { account: lentAccount, amount: owed },
        { account: loan.reference, amount: negateKobo(owed) },
      ].filter((move) => move.amount !== 0),
    },
    instalments: changed.map((one) => one.after),
    loan: {
      interestPaid: addKobo(loan.interestPaid, interest),
      interestWaived: agreed.interestWaived,
      ...standingOf(after),
    },
    lines: changed.map(({ part, less: left, after: one }) => {
      const repayment = addKobo(part.amount, part.penalty)
      return {
        instalmentId: one.id,
        kind: 'repayment',
        amount: one.amount,
        repayment,
        penalty: part.penalty,
        waived: left,
        change: negateKobo(addKobo(repayment, left)),
        dueDate: one.dueDate,
        status: one.status === 'pending' ? 'pending' : day <= one.dueDate ? 'paid' : 'late',
        agentId,
        adminId,
        collectedOn,
        createdAt: madeAt,
      }
    }),
  }
}

/** What the profit wallet earns on a loan: interest and penalties apart, as the books have them. */
export const profitMoves = (interest: Kobo, penalties: Kobo): Move[] => [
  { account: 'PW', amount: interest },
  { account: 'PW', amount: penalties, line: penaltyLine },
]

const paidBy = (one: Instalment, part: { amount: Kobo; penalty: Kobo }, madeAt: Date): Instalment =>
  settled(
    {
      ...one,
      paid: addKobo(one.paid, addKobo(part.amount, part.penalty)),
      penaltyPaid: addKobo(one.penaltyPaid, part.penalty),
    },
    madeAt,
  )

export const withChanges = (schedule: readonly Instalment[], changed: readonly Instalment[]) => {
  const byId = new Map(changed.map((one) => [one.id, one]))
  return schedule.map((one) => byId.get(one.id) ?? one)
}

/** What late instalments of a loan cost. */
export type PenaltyTerms = Pick<
  typeof loans.$inferSelect,
  'penaltyKind' | 'penaltyBasisPoints' | 'penaltyAmount' | 'penaltyCeiling' | 'graceDays'
>

/** A loan's penalty: its rate of what is open of the instalment's amount. Undefined if that is nothing. */
export function buildPenalty(
  loan: OpenLoan & Pick<PenaltyTerms, 'penaltyBasisPoints'>,
  instalment: Instalment,
  facts: Facts,
): LoanMovement | undefined {
  const { amount, paid } = openInstalment(instalment)
  return penaltyOf(
    loan,
    instalment,
    penaltyAt(subtractKobo(amount, paid), loan.penaltyBasisPoints as BasisPoints),
    facts,
  )
}

/** The penalty of a day late. Undefined for a day of grace, and once they have reached the ceiling. */
export function buildDailyPenalty(
  loan: OpenLoan & PenaltyTerms,
  instalment: Instalment,
  { day, calendar }: { day: string; calendar: Calendar },
  facts: Facts,
): LoanMovement | undefined {
  const { penaltyAmount: amount, penaltyCeiling, graceDays } = loan
  const terms = { amount, ceiling: penaltyCeiling as BasisPoints, graceDays }
  return penaltyOf(loan, instalment, dailyPenaltyOn(terms, instalment, day, calendar), facts, day)
}

function penaltyOf(
  loan: OpenLoan,
  instalment: Instalment,
  penalty: Kobo,
  facts: Facts,
  penaltyDay: string | null = null,
): LoanMovement | undefined {
  if (penalty === 0) return undefined
  return {
    loanId: loan.id,
    account: loan.reference,
    entry: {
      ...facts,
      kind: 'Loan penalty',
      customerId: loan.customerId,
      moves: [
        { account: lentAccount, amount: negateKobo(penalty) },
        { account: loan.reference, amount: penalty },
      ],
    },
    instalments: [{ ...instalment, penalty: addKobo(instalment.penalty, penalty) }],
    loan: undefined,
    lines: [
      {
        instalmentId: instalment.id,
        kind: 'penalty',
        amount: instalment.amount,
        repayment: kobo(0),
        penalty,
        penaltyDay,
        change: penalty,
        dueDate: instalment.dueDate,
        status: 'pending',
        agentId: facts.agentId ?? null,
        adminId: facts.adminId ?? null,
        createdAt: facts.madeAt,
      },
    ],
  }
}

type Made = { entryId: number; reference: string; before: Kobo }

/** The history's rows of a posted movement; `before` is the loan's balance before it. */
export function historyRows(
  { loanId, lines }: Pick<LoanMovement, 'loanId' | 'lines'>,
  made: Made,
): HistoryRow[] {
  const { entryId, reference } = made
  let balance = made.before
  return lines.map(({ change, ...line }) => {
    const amountBefore = balance
    balance = addKobo(balance, change)
    return { waived: kobo(0), ...line, loanId, entryId, reference, amountBefore, amountAfter: balance }
  })
}

/**
 * Posts movements of loans and records them in schedules, histories and loans. Must run in a transaction that has locked the
 * loans. Where several movements change the same instalment or the same loan's row, the last one counts.
 */
export async function postLoanMovements(tx: Queries, all: readonly LoanMovement[]): Promise<Posted[]> {
  const posted = await postAll(
    tx,
    all.map(({ entry }) => entry),
  )
  await recordLoanMovements(tx, all, posted)
  return posted
}

/** Records movements of loans, whose entries were posted, in schedules, histories and loans: one statement each. */
export async function recordLoanMovements(
  tx: Queries,
  all: readonly LoanMovement[],
  posted: readonly Posted[],
) {
  if (all.length === 0) return
  const changed = all.flatMap(({ instalments }) => instalments)
  await updateInstalments(tx, [...new Map(changed.map((one) => [one.id, one])).values()])
  await updateLoans(tx, all)
  const [paid] = all.filter(({ loan }) => loan?.loanStatus === 'paid')
  if (paid)
    await releaseSecurity(
      tx,
      all.map(({ loanId }) => loanId),
      paid.entry.madeAt,
    )
  const rows = all.flatMap((movement, at) => {
    const made = posted[at]
    if (!made) throw new Error('A movement was not posted.')
    const before = movement.balance ?? balanceOf(made, movement.account).before
    return historyRows(movement, { ...made, before })
  })
  await insertRows(tx, loanHistory, rows)
}

/** A status that stays is not set: setting it would make the database add up the loan's balance again. */
async function updateLoans(tx: Queries, all: readonly LoanMovement[]) {
  const rows = all.flatMap(({ loanId, loan }) => (loan ? [{ id: loanId, ...loan }] : []))
  const changed = [...new Map(rows.map((row) => [row.id, row])).values()]
  for (const isPaid of [false, true]) {
    const same = changed
      .filter(({ loanStatus }) => (loanStatus === 'paid') === isPaid)
      .map(({ id, interestPaid, interestWaived, nextDue }) => ({
        id,
        interest_paid: interestPaid,
        interest_waived: interestWaived,
        next_due: nextDue,
      }))
    if (same.length === 0) continue
    await tx.execute(sql`update loans l set interest_paid = c.interest_paid, interest_waived = c.interest_waived, next_due = c.next_due
      ${isPaid ? sql`, loan_status = 'paid'` : sql``}
      from json_populate_recordset(null::loans, ${JSON.stringify(same)}) c where c.id = l.id`)
  }
}

export async function updateInstalments(tx: Queries, changed: readonly Instalment[]) {
  const rows = changed.map(
    ({ id, penalty, paid, penaltyPaid, moved, penaltyMoved, waived, paidAt, status }) => ({
      id,
      penalty,
      paid,
      penalty_paid: penaltyPaid,
      moved,
      penalty_moved: penaltyMoved,
      waived,
      paid_at: paidAt,
      status,
    }),
  )
  await tx.execute(sql`update loan_repayment_schedule s
    set penalty = c.penalty, paid = c.paid, penalty_paid = c.penalty_paid, moved = c.moved,
      penalty_moved = c.penalty_moved, waived = c.waived, paid_at = c.paid_at, status = c.status
    from json_populate_recordset(null::loan_repayment_schedule, ${JSON.stringify(rows)}) c where c.id = s.id`)
}

/** The instalments of a loan, by number. */
export const scheduleOf = async (queries: Queries, loanId: number): Promise<Instalment[]> =>
  (await schedulesOf(queries, [loanId])).get(loanId) ?? []

/** The instalments of loans by loan, each by number. */
export async function schedulesOf(queries: Queries, loanIds: readonly number[]) {
  const schedules = new Map<number, Instalment[]>(loanIds.map((id) => [id, []]))
  if (loanIds.length === 0) return schedules
  const rows = await queries
    .select()
    .from(loanRepaymentSchedule)
    .where(inArray(loanRepaymentSchedule.loanId, [...loanIds]))
    .orderBy(asc(loanRepaymentSchedule.loanId), asc(loanRepaymentSchedule.number))
  for (const { loanId, ...one } of rows) schedules.get(loanId)?.push(one)
  return schedules
}
