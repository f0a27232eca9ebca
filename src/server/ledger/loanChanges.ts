import type { Kobo } from '#contract/values'
import { type NewTerms, reschedule } from '#domain/money/reschedule'
import { addKobo, kobo, negateKobo, subtractKobo, sumKobo } from '#domain/money/kobo'
import { keptInterest, shareOut } from '#domain/money/repayment'
import type { Calendar } from '#domain/time/calendar'
import { daysFrom, lagosDay } from '#domain/time/lagos'
import { eq } from 'drizzle-orm'
import type { Queries } from '../db/database'
import { loanRepaymentSchedule, loans } from '../db/tables/loans'
import { lentAccount } from './accounts'
import type { NewEntry, Posted } from './post'
import {
  type Instalment,
  interestPart,
  type LoanMovement,
  openInstalment,
  type OpenLoan,
  owedOf,
  postLoanMovements,
  settled,
  standingOf,
  unpaidOf,
  updateInstalments,
  withChanges,
} from './repayments'

/** A write-off: its movement, and the loan's row afterwards. */
export type WriteOff = {
  movement: LoanMovement
  loan: Pick<typeof loans.$inferSelect, 'loanStatus' | 'nextDue' | 'writtenOff'>
}

/** Builds a write-off: all that is owed leaves the loan, and its open instalments are written off (rules.md, "Write-off"). */
export function buildWriteOff(
  loan: OpenLoan,
  schedule: readonly Instalment[],
  facts: Pick<NewEntry, 'madeAt' | 'adminId' | 'activityReference' | 'reason'>,
): WriteOff {
  const owed = owedOf(schedule)
  const open = schedule.filter(({ status }) => status === 'pending')
  const movement: LoanMovement = {
    loanId: loan.id,
    account: loan.reference,
    entry: {
      ...facts,
      kind: 'Loan write-off',
      customerId: loan.customerId,
      moves: [
        { account: lentAccount, amount: owed },
        { account: loan.reference, amount: negateKobo(owed) },
      ],
    },
    instalments: open.map((one) => ({ ...one, status: 'written-off' })),
    loan: undefined,
    lines: open.map((one) => ({
      instalmentId: one.id,
      kind: 'write-off',
      amount: one.amount,
      repayment: kobo(0),
      penalty: kobo(0),
      change: negateKobo(unpaidOf(one)),
      dueDate: one.dueDate,
      status: 'written-off',
      agentId: null,
      adminId: facts.adminId ?? null,
      createdAt: facts.madeAt,
    })),
  }
  return { movement, loan: { loanStatus: 'written-off', nextDue: null, writtenOff: owed } }
}

/** Posts a write-off. Must run in a transaction that has locked the loan. */
export async function postWriteOff(tx: Queries, { movement, loan }: WriteOff): Promise<Posted> {
  const [posted] = await postLoanMovements(tx, [movement])
  if (!posted) throw new Error('The write-off was not posted.')
  await tx.update(loans).set(loan).where(eq(loans.id, movement.loanId))
  return posted
}

/** What a rescheduling changes; nothing is posted, because what is owed stays. */
export type Rescheduling = {
  /** The instalments that change, as they are afterwards. */
  moved: Instalment[]
  /** Without ids. */
  added: Instalment[]
  loan: Pick<typeof loans.$inferSelect, 'nextDue' | 'maturityPeriod'> & {
    loanStatus: 'active' | 'paid'
    maturityDate: string
    rescheduledDate: Date
  }
}

/** Builds a rescheduling of a loan that was disbursed on a day (rules.md, "Rescheduling"). */
export function buildRescheduling(
  schedule: readonly Instalment[],
  terms: NewTerms,
  { madeAt, disbursedDate, calendar }: { madeAt: Date; disbursedDate: Date; calendar?: Calendar },
): Rescheduling {
  const plan = reschedule(schedule.map(openInstalment), terms, calendar)
  const parts = new Map(plan.moved.map((part) => [part.number, part]))
  const moved = schedule.flatMap((one) => {
    const part = parts.get(one.number)
    if (!part) return []
    const after = {
      ...one,
      moved: addKobo(one.moved, addKobo(part.amount, part.penalty)),
      penaltyMoved: addKobo(one.penaltyMoved, part.penalty),
    }
    return [settled(after, madeAt)]
  })
  const hasInterest = schedule.some(({ interest }) => interest !== null)
  const interests = shareOut(
    interestMoved(schedule, moved),
    plan.added.map(({ amount }) => amount),
  )
  const nothing = {
    paid: kobo(0),
    penaltyPaid: kobo(0),
    moved: kobo(0),
    penaltyMoved: kobo(0),
    waived: kobo(0),
  }
  const added = plan.added.map((one, at) => {
    const interest = hasInterest ? (interests[at] ?? kobo(0)) : null
    return settled({ ...one, ...nothing, interest, id: 0, paidAt: null, status: 'pending' }, madeAt)
  })
  const maturityDate = added.at(-1)?.dueDate ?? terms.firstDue
  return {
    moved,
    added,
    loan: {
      ...standingOf([...withChanges(schedule, moved), ...added]),
      rescheduledDate: madeAt,
      maturityDate,
      maturityPeriod: daysFrom(lagosDay(disbursedDate), maturityDate) - 1,
    },
  }
}

/** The interest that goes with what is open to later instalments. */
function interestMoved(schedule: readonly Instalment[], moved: readonly Instalment[]): Kobo {
  const kept = (all: readonly Instalment[]) => sumKobo(all.map((one) => keptInterest(interestPart(one))))
  return subtractKobo(kept(schedule), kept(withChanges(schedule, moved)))
}

/** Records a rescheduling. Must run in a transaction that has locked the loan. */
export async function recordRescheduling(tx: Queries, loanId: number, { moved, added, loan }: Rescheduling) {
  await updateInstalments(tx, moved)
  await tx.insert(loanRepaymentSchedule).values(added.map(({ id: _id, ...one }) => ({ ...one, loanId })))
  await tx.update(loans).set(loan).where(eq(loans.id, loanId))
}
