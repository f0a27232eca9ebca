import fc from 'fast-check'
import { calls } from '#contract/index'
import { type Act, oneOf, peopleOf, type Send, which, yes } from './acts'
import type { loanActs } from './loanActs'
import type { loanChangeActs } from './loanChangeActs'
import type { Admin, ModelMovement, MoneyModel } from './moneyModel'

type LoanSteps = Pick<ReturnType<typeof loanActs>, 'lend' | 'repay'> &
  Pick<ReturnType<typeof loanChangeActs>, 'writeOff'>

/** Requests to reverse movements, old and new, and decisions on them. */
export function reversingActs(model: MoneyModel, { lend, repay, writeOff }: LoanSteps) {
  const { admins, movements, balance, spendable, besideOf, reverse, collect, lastId } = model
  const { actor, saver } = peopleOf(model)
  const { reversals } = model.documents

  /** Interest of which a part was taken back gives that back first; one that was added to takes all. */
  function isReversible(movement: ModelMovement) {
    const { gains, lent, month } = movement
    const { account, total } = month === undefined ? { account: '', total: 0 } : besideOf(movement)
    return (
      (lent?.isReversible() ?? true) &&
      total <= balance('SW') &&
      Object.entries(gains).every(
        ([name, amount]) => amount <= 0 || spendable(name) + (name === account ? total : 0) >= amount,
      )
    )
  }
  /** At the decision, the wallet of a deposit covers the interest that the deposit earned as well. */
  function isCovered(movement: ModelMovement) {
    if (!isReversible(movement)) return false
    if (!movement.deposit) return true
    const { account, total } = besideOf(movement)
    return spendable(account) - (movement.gains[account] ?? 0) + total >= 0
  }

  async function ask(send: Send, movement: ModelMovement, actor: Admin) {
    const { reference, isReversed } = movement
    const open = reversals.some((one) => one.movement === reference && one.state === 'pending')
    const good = !isReversed && !open && isReversible(movement)
    await send(calls.reversals.requestReversal, { reference, reason: 'x' }, actor, good)
    if (!good) return undefined
    const made = { id: await lastId('reversals'), movement: reference, by: actor.id, state: 'pending' }
    reversals.push(made)
    return made
  }

  async function decide(
    send: Send,
    one: (typeof reversals)[number] | undefined,
    actor: Admin,
    accept: boolean,
  ) {
    const movement = movements.find(({ reference }) => reference === one?.movement)
    if (!one || !movement) return
    const { gains, by, agent, purse, lent } = movement
    const good =
      one.state === 'pending' && one.by !== actor.id && by !== actor.id && (!accept || isCovered(movement))
    const status = accept ? 'accept' : 'reject'
    await send(calls.reversals.reversalDecision, { id: one.id, status, comment: 'no' }, actor, good)
    if (!good) return
    one.state = accept ? 'approved' : 'rejected'
    if (!accept) return
    reverse(movement)
    const gained = purse ?? Object.values(gains).reduce((sum, amount) => sum + amount, 0)
    if (agent !== undefined) collect(agent, 0 - gained)
    if (!lent) return
    lent.reverse()
    await model.expectLoans([lent.loan])
  }

  /** Both steps: the request of an admin, and the approval of one who did neither the movement nor the request. */
  async function reverseWith(send: Send, movement: ModelMovement, actor: Admin) {
    const made = await ask(send, movement, actor)
    const decider = admins.find(({ id }) => id !== actor.id && id !== movement.by)
    if (decider) await decide(send, made, decider, true)
  }

  const request = fc.record({ actor, which }).map(
    ({ actor, which }): Act =>
      async (send) => {
        const one = oneOf(movements, ({ isReversed }) => !isReversed, which)
        if (one) await ask(send, one, actor)
      },
  )
  const decision = fc.record({ actor, which, accept: yes }).map(
    ({ actor, which, accept }): Act =>
      async (send) => {
        await decide(
          send,
          oneOf(reversals, ({ state }) => state === 'pending', which),
          actor,
          accept,
        )
      },
  )
  /** A movement of a loan with both steps: by chance few would be reversed, or refused for what came after them. */
  const ofLoan = fc.record({ actor, which }).map(
    ({ actor, which }): Act =>
      async (send) => {
        const lent = movements.filter((one) => one.lent)
        // One in three is refused, unless all can be reversed.
        const isWanted = (one: ModelMovement) => isReversible(one) === which % 3 > 0
        const one =
          oneOf(lent, (one) => !one.isReversed && isWanted(one), which) ??
          oneOf(lent, (one) => !one.isReversed, which)
        if (one) await reverseWith(send, one, actor)
      },
  )
  /**
   * A loan of which a kobo was repaid, that was then written off, or owes a penalty that is more than the repayment: by chance few
   * come there with wallets that cover a reversal. It must be refused for the loan's sake.
   */
  const late = fc.record({ actor, saver, isWrittenOff: fc.boolean() }).map(
    ({ actor, saver, isWrittenOff }): Act =>
      async (send) => {
        const loan = await lend(send, saver, { type: 0, amount: 1000, times: 2, period: 'daily' })
        if (loan?.state !== 'active') return
        const paidOut = movements.at(-1)
        await repay(send, loan, 1, actor)
        const repaid = movements.at(-1)
        if (isWrittenOff) await writeOff(send, loan)
        else await model.endDays(2, 1)
        const movement = isWrittenOff ? repaid : paidOut
        if (movement) await ask(send, movement, actor)
      },
  )
  /** A movement of the business, of an agent's cash or of a run, with both steps: it is reversed, or refused for what a wallet lacks. */
  const ofBusiness = fc.record({ actor, which }).map(
    ({ actor, which }): Act =>
      async (send) => {
        const kinds = ['FR', 'WD', 'RM', 'CD', 'SI', 'SC']
        const kind = kinds[which % kinds.length] ?? ''
        const one = oneOf(
          movements,
          ({ reference, isReversed }) => !isReversed && reference.startsWith(kind),
          which,
        )
        if (one) await reverseWith(send, one, actor)
      },
  )
  /** One of the oldest deposits, with both steps: it may have earned interest in months that ended. */
  const ofDeposit = fc.record({ actor, which }).map(
    ({ actor, which }): Act =>
      async (send) => {
        const deposits = movements.filter(({ deposit, isReversed }) => deposit && !isReversed)
        const one = deposits[which % 4]
        if (one) await reverseWith(send, one, actor)
      },
  )
  return fc.oneof(
    { weight: 4, arbitrary: request },
    { weight: 6, arbitrary: ofBusiness },
    { weight: 3, arbitrary: ofDeposit },
    { weight: 8, arbitrary: decision },
    { weight: 8, arbitrary: ofLoan },
    { weight: 3, arbitrary: late },
  )
}
