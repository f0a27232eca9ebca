import type { BasisPoints, Kobo } from '#contract/values'
import type { Instalment as PlannedInstalment } from '#domain/money/instalments'
import { addKobo, kobo, negateKobo, percentOf } from '#domain/money/kobo'
import { allocateRepayment, interestIn, openAmount } from '#domain/money/repayment'
import { lagosDay } from '#domain/time/lagos'
import { cashAccount, lentAccount } from '../ledger/accounts'
import type { DemoBusiness } from './business'
import { workingDay } from './people'
import type { loanHistory, loanRepaymentSchedule, loans } from '../db/loanTables'

/** Good payers pay on time, late ones some days later, bad ones stop. */
export type Payer = 'good' | 'late' | 'bad'
export type DemoLoan = typeof loans.$inferInsert & { id: number; reference: string }
export type Instalment = typeof loanRepaymentSchedule.$inferInsert & { id: number; penalty: Kobo; paid: Kobo }

/** Generates repayments, and penalties for late ones. */
export function inventRepayments(business: DemoBusiness, schedule: Instalment[]) {
  const { at, books, ageOf, dice } = business
  const history: (typeof loanHistory.$inferInsert)[] = []
  /** Repaid amounts by loan, without penalties. */
  const repaid = new Map<number, Kobo>()
  /** Paid penalties by instalment. */
  const penaltiesPaid = new Map<number, Kobo>()

  function expect(loan: DemoLoan, plan: readonly PlannedInstalment[], payer: Payer) {
    const stopsAt = payer === 'bad' ? dice.between(0, Math.min(1, plan.length - 1)) : plan.length
    for (const { number, dueDate, amount } of plan) {
      const instalment: Instalment = {
        id: schedule.length + 1,
        loanId: loan.id,
        number,
        dueDate,
        amount,
        penalty: kobo(0),
        paid: kobo(0),
        paidAt: null,
        status: 'pending',
      }
      schedule.push(instalment)
      const due = ageOf(dueDate, dice.between(10, 580))
      at(due - ((loan.graceDays ?? 0) + 1) * workingDay, (when) => punish(loan, instalment, when))
      if (number <= stopsAt) {
        const days = payer === 'late' ? dice.between(2, 12) : 0
        at(due - days * workingDay, (when) => collect(loan, instalment, 1, when))
      } else if (number === stopsAt + 1 && dice.chance(0.4))
        at(due - 3 * workingDay, (when) => collect(loan, instalment, 0.4, when))
    }
  }

  function punish(loan: DemoLoan, instalment: Instalment, madeAt: Date) {
    if (instalment.status === 'paid') return
    const penalty = percentOf(
      kobo(instalment.amount - instalment.paid),
      loan.penaltyBasisPoints as BasisPoints,
    )
    if (penalty === 0) return
    const moves = [
      { account: lentAccount, amount: negateKobo(penalty) },
      { account: loan.reference, amount: penalty },
    ]
    const entry = books.enter({ kind: 'Loan penalty', madeAt, ...personsOf(loan), moves })
    instalment.penalty = penalty
    if (entry) note(loan, instalment, { kind: 'penalty', repayment: kobo(0), penalty }, entry, madeAt)
  }

  /** Principal goes back to the main wallet, interest and penalty to the profit wallet. */
  function collect(loan: DemoLoan, instalment: Instalment, part: number, madeAt: Date) {
    const { number, amount, penalty: due } = instalment
    const penaltyPaid = penaltiesPaid.get(instalment.id) ?? kobo(0)
    const owed = { number, amount, penalty: due, paid: kobo(instalment.paid - penaltyPaid), penaltyPaid }
    const open = openAmount(owed)
    const repayment = part === 1 ? open : kobo(Math.floor((open * part) / 5000) * 5000)
    if (repayment === 0) return
    const [paid = { amount: kobo(0), penalty: kobo(0) }] = allocateRepayment([owed], repayment)
    const { penalty } = paid
    const paidBefore = repaid.get(loan.id) ?? kobo(0)
    const profit = addKobo(interestIn(loan, paidBefore, paid.amount), penalty)
    const moves = [
      { account: cashAccount, amount: negateKobo(repayment) },
      { account: 'MBW', amount: kobo(repayment - profit) },
      { account: 'PW', amount: profit },
      { account: lentAccount, amount: repayment },
      { account: loan.reference, amount: negateKobo(repayment) },
    ].filter(({ amount }) => amount !== 0)
    const entry = books.enter({ kind: 'Loan repayment', madeAt, ...personsOf(loan), moves })
    if (!entry) return
    repaid.set(loan.id, addKobo(paidBefore, paid.amount))
    penaltiesPaid.set(instalment.id, addKobo(penaltyPaid, penalty))
    instalment.paid = kobo(instalment.paid + repayment)
    if (repayment === open) Object.assign(instalment, { status: 'paid', paidAt: madeAt })
    note(loan, instalment, { kind: 'repayment', repayment, penalty }, entry, madeAt)
    if (books.balanceOf(loan.reference) === 0) loan.loanStatus = 'paid'
  }

  type Note = { kind: 'repayment' | 'penalty'; repayment: Kobo; penalty: Kobo }
  function note(
    loan: DemoLoan,
    instalment: Instalment,
    facts: Note,
    entry: NonNullable<ReturnType<typeof books.enter>>,
    createdAt: Date,
  ) {
    const after = books.balanceOf(loan.reference)
    const change = facts.kind === 'repayment' ? negateKobo(facts.repayment) : facts.penalty
    const inTime = lagosDay(createdAt) <= instalment.dueDate
    history.push({
      id: history.length + 1,
      loanId: loan.id,
      instalmentId: instalment.id,
      reference: entry.reference,
      ...facts,
      amount: instalment.amount,
      amountBefore: kobo(after - change),
      amountAfter: kobo(after),
      dueDate: instalment.dueDate,
      status: instalment.status === 'pending' ? 'pending' : inTime ? 'paid' : 'late',
      agentId: loan.agentId,
      adminId: null,
      entryId: entry.entryId,
      createdAt,
    })
  }

  return { history, expect }
}

const personsOf = ({ agentId, customerId }: DemoLoan) => ({ agentId, customerId })
