import fc from 'fast-check'
import { expect } from 'vitest'
import { calls } from '#contract/index'
import { kobo } from '#domain/money/kobo'
import { type Act, deciderOf, oneOf, peopleOf, rarely, type Send, which, yes } from './acts'
import { type ModelLoan, openOf, owedOn } from './loanModel'
import type { Admin, MoneyModel } from './moneyModel'

const { createLoan, firstLoanApproval, recordRepayment, secondLoanApproval } = calls.loans

/** Uneven amounts, and some of fewer kobo than instalments. */
const lent = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: 500, max: 20_000 }) },
  fc.integer({ min: 1, max: 9 }),
)
/** No instalment is below one naira. */
const application = fc
  .record({
    type: fc.nat({ max: 2 }),
    amount: lent,
    times: fc.integer({ min: 1, max: 6 }),
    period: fc.constantFrom('daily' as const, 'daily' as const, 'weekly' as const, 'monthly' as const),
  })
  .map((wish) => ({ ...wish, amount: Math.max(wish.amount, wish.times * 100) as typeof wish.amount }))
type Wish = { type: number; amount: number; times: number; period: ModelLoan['period'] }
const repaid = fc.record({
  how: fc.constantFrom('instalment', 'instalment', 'part', 'part', 'several', 'all', 'all', 'too much'),
  part: fc.double({ min: 0, max: 1, noNaN: true }),
})

/** Applications for loans, decisions on them, and repayments. */
export function loanActs(model: MoneyModel) {
  const { admins, spendable, lending } = model
  const { actor, saver } = peopleOf(model)
  const { loans } = model.documents

  async function apply(
    send: Send,
    by: Admin,
    owner: MoneyModel['savers'][number],
    wish: Wish,
  ): Promise<ModelLoan | undefined> {
    const type = lending.types[wish.type] ?? lending.types[0]
    const good = type.periods.includes(wish.period)
    const body = {
      customer_id: owner.id,
      loan_type_id: type.id,
      amount: kobo(wish.amount),
      instalment_period: wish.period,
      instalment_times: wish.times,
      description: 'Stock',
      guarantors: [],
    }
    const reply = await send(createLoan, body, by, good)
    if (!good) return undefined
    const { id, reference } = reply.output().data
    return lending.add({ ...wish, id, reference, type, wallet: owner.wallet, by: by.id })
  }

  async function decide(send: Send, loan: ModelLoan, by: Admin, step: 'first' | 'second', accept: boolean) {
    const pays = step === 'second' && accept
    const good =
      loan.state === (step === 'first' ? 'pending' : 'in-progress') &&
      loan.by !== by.id &&
      (step === 'first' || loan.first !== by.id) &&
      !(pays && spendable('MBW') < loan.amount)
    const body = accept
      ? { id: loan.id, status: 'accepted' as const }
      : { id: loan.id, status: 'rejected' as const, comment: 'No guarantor' }
    await send(step === 'first' ? firstLoanApproval : secondLoanApproval, body, by, good)
    if (!good) return
    if (!accept) loan.state = 'rejected'
    else if (step === 'first') Object.assign(loan, { state: 'in-progress', first: by.id })
    else lending.payOut(loan, { reference: await model.lastReference(), by: by.id })
    await model.expectLoans([loan])
  }

  const request = fc.record({ actor, saver, wish: application }).map(
    ({ actor, saver, wish }): Act =>
      async (send) => {
        await apply(send, actor, saver, wish)
      },
  )
  /** An application with both approvals: by chance few loans would be paid out. */
  async function lend(send: Send, saver: MoneyModel['savers'][number], wish: Wish) {
    const made = await apply(send, admins[0], saver, wish)
    if (!made) return undefined
    await decide(send, made, admins[1], 'first', true)
    await decide(send, made, admins[2], 'second', true)
    return made
  }
  const loan = fc.record({ saver, wish: application }).map(
    ({ saver, wish }): Act =>
      async (send) => {
        await lend(send, saver, wish)
      },
  )
  const decision = fc.record({ anyone: actor, fair: yes, which, outOfOrder: rarely, accept: yes }).map(
    ({ anyone, fair, which, outOfOrder, accept }): Act =>
      async (send) => {
        const one = oneOf(loans, ({ state }) => state === 'pending' || state === 'in-progress', which)
        if (!one) return
        const by = deciderOf(model, one, anyone, fair)
        await decide(send, one, by, (one.state === 'in-progress') === outOfOrder ? 'first' : 'second', accept)
      },
  )
  const repayment = fc.record({ actor, which, repaid }).map(
    ({ actor, which, repaid: { how, part } }): Act =>
      async (send) => {
        const one = oneOf(loans, ({ state }) => state === 'active', which)
        if (!one) return
        const owed = owedOn(one)
        const first = one.instalments.find((instalment) => openOf(instalment) > 0)
        const next = first ? openOf(first) : 0
        const wished = {
          instalment: next,
          part: Math.ceil(next * part),
          several: next + Math.ceil((owed - next) * part),
          all: owed,
          'too much': owed + 1 + Math.ceil(owed * part),
        }[how]
        await repay(send, one, Math.max(1, wished ?? 0), actor)
      },
  )
  async function repay(send: Send, one: ModelLoan, repaidAmount: number, actor: Admin) {
    const amount = kobo(repaidAmount)
    const good = one.state === 'active' && amount <= owedOn(one)
    const reply = await send(recordRepayment, { loan_id: one.id, amount }, actor, good)
    if (!good) return
    const { reference, balance } = reply.output().data
    lending.repay(one, amount, { reference, by: actor.id })
    expect(balance).toBe(owedOn(one))
    await model.expectLoans([one])
  }
  const acts = fc.oneof(
    request,
    { weight: 3, arbitrary: loan },
    { weight: 2, arbitrary: decision },
    { weight: 6, arbitrary: repayment },
  )
  return { acts, lend, repay }
}

/** Days that pass, and their runs: by one server, or by two at once. */
export function runActs(model: MoneyModel): fc.Arbitrary<Act> {
  const days = fc.oneof(
    { weight: 9, arbitrary: fc.integer({ min: 0, max: 7 }) },
    fc.integer({ min: 8, max: 35 }),
  )
  return fc.record({ days, servers: fc.constantFrom(1, 1, 2) }).map(
    ({ days, servers }) =>
      () =>
        model.endDays(days, servers),
  )
}
