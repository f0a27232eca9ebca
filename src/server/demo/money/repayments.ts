import type { Instalment as PlannedInstalment } from '#domain/money/instalments'
import { kobo } from '#domain/money/kobo'
import { openAmount } from '#domain/money/repayment'
import {
  buildPenalty,
  buildRepayment,
  historyRows,
  type Instalment,
  type LoanMovement,
  openInstalment,
  type OpenLoan,
} from '../../ledger/repayments'
import type { Rescheduling, WriteOff } from '../../ledger/loanChanges'
import type { DemoBusiness } from '../business'
import { workingDay } from '../demoPeople'
import type { loanHistory, loanRepaymentSchedule, loans } from '../../db/tables/loans'

/** Good payers pay on time, late ones some days later, bad ones stop. */
export type Payer = 'good' | 'late' | 'bad'
export type DemoLoan = typeof loans.$inferInsert & OpenLoan & { penaltyBasisPoints: number }

/** Generates repayments, which agents collect, and penalties for late ones. */
export function inventRepayments(business: DemoBusiness) {
  const { at, books, ageOf, dice } = business
  const schedule: (typeof loanRepaymentSchedule.$inferInsert & { id: number })[] = []
  const history: (typeof loanHistory.$inferInsert)[] = []
  const instalmentsOf = new Map<number, Instalment[]>()

  function expect(
    loan: DemoLoan,
    plan: readonly (PlannedInstalment & Pick<Instalment, 'interest'>)[],
    payer: Payer,
  ) {
    const stopsAt = payer === 'bad' ? dice.between(0, Math.min(1, plan.length - 1)) : plan.length
    const instalments = plan.map((planned, n): Instalment => {
      const nothing = {
        penalty: kobo(0),
        paid: kobo(0),
        penaltyPaid: kobo(0),
        moved: kobo(0),
        penaltyMoved: kobo(0),
        waived: kobo(0),
      }
      return { ...planned, ...nothing, paidAt: null, id: schedule.length + 1 + n, status: 'pending' }
    })
    instalmentsOf.set(loan.id, instalments)
    schedule.push(...instalments.map((one) => ({ ...one, loanId: loan.id })))
    for (const { number, dueDate } of instalments) {
      const due = ageOf(dueDate, dice.between(10, 580))
      at(due - ((loan.graceDays ?? 0) + 1) * workingDay, (when) => punish(loan, instalments, number, when))
      if (number <= stopsAt) {
        const days = payer === 'late' ? dice.between(2, 12) : 0
        at(due - days * workingDay, (when) => collect(loan, instalments, number, 1, when))
      } else if (number === stopsAt + 1 && dice.chance(0.4))
        at(due - 3 * workingDay, (when) => collect(loan, instalments, number, 0.4, when))
    }
  }

  const numbered = (instalments: readonly Instalment[], number: number) =>
    instalments.find((one) => one.number === number) as Instalment

  function punish(loan: DemoLoan, instalments: Instalment[], number: number, madeAt: Date) {
    const instalment = numbered(instalments, number)
    if (instalment.status !== 'pending') return
    const movement = buildPenalty(loan, instalment, { madeAt, agentId: loan.agentId })
    if (movement) make(loan, instalments, movement)
  }

  function collect(loan: DemoLoan, instalments: Instalment[], number: number, part: number, madeAt: Date) {
    const open = openAmount(openInstalment(numbered(instalments, number)))
    const amount = part === 1 ? open : kobo(Math.floor((open * part) / 5000) * 5000)
    if (amount === 0) return
    make(loan, instalments, buildRepayment(loan, instalments, amount, { madeAt, agentId: loan.agentId }))
  }

  function make(loan: DemoLoan, instalments: Instalment[], movement: LoanMovement) {
    const before = kobo(books.balanceOf(loan.reference))
    const made = books.enter(movement.entry)
    if (!made) return undefined
    change(instalments, movement.instalments)
    Object.assign(loan, movement.loan)
    for (const row of historyRows(movement, { ...made, before }))
      history.push({ ...row, id: history.length + 1 })
    return made
  }

  function change(instalments: readonly Instalment[], changed: readonly Instalment[]) {
    for (const one of changed) {
      Object.assign(numbered(instalments, one.number), one)
      Object.assign(schedule[one.id - 1] ?? {}, one)
    }
  }

  const scheduleOf = (loan: DemoLoan) => instalmentsOf.get(loan.id) ?? []

  /** Gives a loan its new instalments, which the customer pays on time. */
  function reschedule(loan: DemoLoan, { moved, added, loan: changed }: Rescheduling) {
    const instalments = scheduleOf(loan)
    change(instalments, moved)
    Object.assign(loan, changed)
    for (const planned of added) {
      const one = { ...planned, id: schedule.length + 1 }
      instalments.push(one)
      schedule.push({ ...one, loanId: loan.id })
      at(ageOf(one.dueDate, 300), (when) => collect(loan, instalments, one.number, 1, when))
    }
  }

  function writeOff(loan: DemoLoan, { movement, loan: changed }: WriteOff) {
    const made = make(loan, [...scheduleOf(loan)], movement)
    if (made) Object.assign(loan, changed)
    return made
  }

  return { schedule, history, expect, scheduleOf, reschedule, writeOff }
}
