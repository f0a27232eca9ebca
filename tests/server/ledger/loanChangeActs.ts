import fc from 'fast-check'
import { calls } from '#contract/index'
import { kobo } from '#domain/money/kobo'
import { type Act, deciderOf, oneOf, peopleOf, rarely, type Send, which, yes } from './acts'
import { daysAfter, type ModelLoan, openAmountsOf, owedOn, reschedule } from './loanModel'
import type { Admin, LoanChange, MoneyModel } from './moneyModel'
import { dayOf } from './runModel'

const { requestWriteOff, requestRescheduling, firstLoanChangeDecision, secondLoanChangeDecision } =
  calls.loanChanges

const wish = fc.record({
  which,
  kind: fc.constantFrom('write-off', 'reschedule', 'reschedule'),
  /** Not what is owed. */
  isStale: rarely,
  times: fc.integer({ min: 1, max: 6 }),
  period: fc.constantFrom('daily' as const, 'daily' as const, 'weekly' as const, 'monthly' as const),
  /** Seldom today or too far ahead. */
  days: fc.oneof({ weight: 9, arbitrary: fc.integer({ min: 1, max: 30 }) }, fc.constantFrom(0, 366, 367)),
})
type Wish = typeof wish extends fc.Arbitrary<infer T> ? T : never

/** Write-offs and reschedulings, and decisions on them. */
export function loanChangeActs(model: MoneyModel) {
  const { admins, lending, lastId, lastReference, now } = model
  const { actor } = peopleOf(model)
  const { changes, loans } = model.documents

  /** Whether a change fits its loan as it is now. */
  function fits({ loan, owed, terms }: Pick<LoanChange, 'loan' | 'owed' | 'terms'>) {
    if (loan.state !== 'active' || owed !== owedOn(loan)) return false
    if (!terms) return true
    const today = dayOf(now())
    return (
      terms.firstDue > today &&
      terms.firstDue <= daysAfter(today, 366) &&
      (terms.times === 1 || terms.times * 100 <= openAmountsOf(loan))
    )
  }

  async function ask(
    send: Send,
    loan: ModelLoan,
    by: Admin,
    { kind, isStale, times, period, days }: Omit<Wish, 'which'>,
  ) {
    // Every other loan's stale amount is too low.
    const off = loan.id % 2 === 0 && owedOn(loan) > 1 ? -1 : 1
    const owed = owedOn(loan) + (isStale || owedOn(loan) === 0 ? off : 0)
    const terms =
      kind === 'reschedule' ? { times, period, firstDue: daysAfter(dayOf(now()), days) } : undefined
    const good = !changes.some((one) => one.loan === loan && one.state < 2) && fits({ loan, owed, terms })
    const body = { loan_id: loan.id, amount: kobo(owed), reason: 'x' }
    if (terms) {
      const fields = { instalment_times: times, instalment_period: period, first_due: terms.firstDue }
      await send(requestRescheduling, { ...body, ...fields }, by, good)
    } else await send(requestWriteOff, body, by, good)
    if (!good) return undefined
    const made = { id: await lastId('changes'), loan, owed, terms, by: by.id, first: 0, state: 0 }
    changes.push(made)
    return made
  }

  async function decide(send: Send, one: LoanChange | undefined, step: 0 | 1, by: Admin, accept: boolean) {
    if (!one) return
    const good =
      one.state === step && one.by !== by.id && !(step === 1 && one.first === by.id) && (!accept || fits(one))
    const call = step === 0 ? firstLoanChangeDecision : secondLoanChangeDecision
    await send(call, { id: one.id, status: accept ? 'accept' : 'reject', comment: 'no' }, by, good)
    if (!good) return
    if (step === 0) one.first = by.id
    one.state = accept ? step + 1 : 3
    if (!accept || step === 0) return
    if (one.terms) reschedule(one.loan, one.terms)
    else lending.writeOff(one.loan, { reference: await lastReference(), by: by.id })
    await model.expectLoans([one.loan])
  }

  const loanOf = (which: number) => oneOf(loans, ({ state }) => state === 'active', which)
  const request = fc.record({ actor, wish }).map(
    ({ actor, wish }): Act =>
      async (send) => {
        const loan = loanOf(wish.which)
        if (loan) await ask(send, loan, actor, wish)
      },
  )
  const decision = fc.record({ anyone: actor, fair: yes, which, outOfOrder: rarely, accept: yes }).map(
    ({ anyone, fair, which, outOfOrder, accept }): Act =>
      async (send) => {
        const one = oneOf(changes, ({ state }) => state < 2, which)
        if (!one) return
        const step = (one.state === 1) === outOfOrder ? 0 : 1
        await decide(send, one, step, deciderOf(model, one, anyone, fair), accept)
      },
  )
  /** A change with both approvals: by chance few would be carried out. */
  async function carryOut(send: Send, loan: ModelLoan, wish: Omit<Wish, 'which'>) {
    const made = await ask(send, loan, admins[0], wish)
    await decide(send, made, 0, admins[1], true)
    await decide(send, made, 1, admins[2], true)
  }
  const change = wish.map(
    (wish): Act =>
      async (send) => {
        const loan = loanOf(wish.which)
        if (loan) await carryOut(send, loan, wish)
      },
  )
  const writeOff = (send: Send, loan: ModelLoan) =>
    carryOut(send, loan, { kind: 'write-off', isStale: false, times: 1, period: 'daily', days: 1 })
  const acts = fc.oneof(
    { weight: 2, arbitrary: request },
    { weight: 3, arbitrary: decision },
    { weight: 2, arbitrary: change },
  )
  return { acts, writeOff }
}
