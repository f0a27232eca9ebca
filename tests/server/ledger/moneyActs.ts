import fc from 'fast-check'
import { expect } from 'vitest'
import { type NotCollectedReason, notCollectedReasons } from '#contract/calls/collections'
import { calls } from '#contract/index'
import type { Kobo } from '#contract/values'
import { kobo } from '#domain/money/kobo'
import { transferFault } from '#domain/money/transferSteps'
import { lagosDay } from '#domain/time/lagos'
import { naira } from '../support/people'
import { type Act, deciderOf, oneOf, peopleOf, rarely, which, yes } from './acts'
import { loanActs, runActs } from './loanActs'
import { loanChangeActs } from './loanChangeActs'
import { owedOn } from './loanModel'
import { flags, type MoneyModel } from './moneyModel'
import { reversingActs } from './reversingActs'

const amount = fc.integer({ min: 1, max: 400 }).map((n) => naira(n))
/** Mostly covered by what an agent holds. */
const little = fc.integer({ min: 1, max: 80 }).map((n) => naira(n))
const steps = fc.oneof(fc.constantFrom(naira(100), naira(200), naira(50)), amount)

/** Every call that moves money, on the people of a model. */
export function actsOf(model: MoneyModel): fc.Arbitrary<Act> {
  const loan = loanActs(model)
  const loanChange = loanChangeActs(model)
  return fc.oneof(
    { weight: 5, arbitrary: mainWalletActs(model) },
    { weight: 5, arbitrary: businessActs(model) },
    { weight: 4, arbitrary: collectingActs(model) },
    { weight: 7, arbitrary: cashActs(model) },
    { weight: 5, arbitrary: reversingActs(model, { ...loan, ...loanChange }) },
    { weight: 10, arbitrary: loan.acts },
    { weight: 4, arbitrary: loanChange.acts },
    { weight: 2, arbitrary: runActs(model) },
  )
}

/** Credits, transfers from savings, withdrawals and their decisions. */
function mainWalletActs(model: MoneyModel) {
  const { actor, saver } = peopleOf(model)
  const { balance, spendable, hold, move, lastId, lastReference } = model
  const { withdrawals } = model.documents
  const decision = fc.record({ actor, which, approve: yes }).map(
    ({ actor, which, approve }): Act =>
      async (send) => {
        const one = oneOf(withdrawals, ({ state }) => state === 'pending', which)
        if (!one) return
        const good = one.state === 'pending' && one.by !== actor.id
        const body = { id: one.id, status: approve ? 'approve' : 'rejected', comment: 'no' } as const
        await send(calls.withdrawals.WithDrawalRequestApproval, body, actor, good)
        if (!good) return
        one.state = approve ? 'approved' : 'rejected'
        hold(one.wallet, -one.amount)
        if (approve) move(await lastReference(), { [one.wallet]: -one.amount }, actor.id)
      },
  )
  return fc.oneof(
    fc.record({ actor, saver, amount }).map(
      ({ actor, saver, amount }): Act =>
        async (send) => {
          await send(calls.customers.creditUser, { amount, customer_id: saver.id }, actor, true)
          move(await lastReference(), { [saver.wallet]: amount }, actor.id)
        },
    ),
    fc.record({ actor, saver, which, amount: steps }).map(
      ({ actor, saver, which, amount }): Act =>
        async (send) => {
          const { reference } = savingOf(saver, which)
          const purse = { balance: kobo(balance(reference)), fixedAmount: naira(100) }
          const good = transferFault(amount, purse) === undefined
          const body = { amount, customer_id: saver.id, savings_ref: reference }
          await send(calls.customers.savingWalletToMainWallets, body, actor, good)
          if (good) move(await lastReference(), { [reference]: 0 - amount, [saver.wallet]: amount }, actor.id)
        },
    ),
    fc.record({ actor, saver, amount }).map(
      ({ actor, saver, amount }): Act =>
        async (send) => {
          const good = spendable(saver.wallet) >= amount
          const body = { amount, description: 'x', customer_id: saver.id }
          await send(calls.withdrawals.createWithDrawalRequest, body, actor, good)
          if (!good) return
          hold(saver.wallet, amount)
          const made = { wallet: saver.wallet, amount, by: actor.id, state: 'pending' }
          withdrawals.push({ id: await lastId('withdrawals'), ...made })
        },
    ),
    { weight: 2, arbitrary: decision },
  )
}

type Saver = MoneyModel['savers'][number]
const savingOf = ({ savings }: Saver, n: number) => savings[n % savings.length] ?? savings[0]

/** Requests to credit or debit the wallets of the business, and decisions on them. */
function businessActs(model: MoneyModel) {
  const { actor } = peopleOf(model)
  const { balance, move, lastId, lastReference } = model
  const { requests } = model.documents
  const { createRequest, firstApprovalOrDisapproval, secondApprovalOrDisapproval } = calls.requests
  const request = fc
    .record({ actor, amount, flag: fc.constantFrom(...flags), type: fc.constantFrom('credit', 'debit') })
    .map(
      ({ actor, ...wish }): Act =>
        async (send) => {
          await send(createRequest, { ...wish, description: 'x' }, actor, true)
          const signed = wish.type === 'credit' ? wish.amount : 0 - wish.amount
          const made = { flag: wish.flag, gain: signed, by: actor.id, first: 0, state: 0 }
          requests.push({ id: await lastId('requests'), ...made })
        },
    )
  const decision = fc
    .record({ anyone: actor, fair: yes, which, outOfOrder: rarely, accept: yes, otherWallet: rarely })
    .map(
      ({ anyone, fair, which, outOfOrder, accept, otherWallet }): Act =>
        async (send) => {
          const one = oneOf(requests, ({ state }) => state < 2, which)
          if (!one) return
          const actor = deciderOf(model, one, anyone, fair)
          const step = (one.state === 1) === outOfOrder ? 0 : 1
          const flag = otherWallet ? (flags.find((name) => name !== one.flag) ?? one.flag) : one.flag
          const pays = step === 1 && accept
          const good =
            one.state === step &&
            flag === one.flag &&
            one.by !== actor.id &&
            one.first !== actor.id &&
            !(pays && balance(one.flag) + one.gain < 0)
          const call = step === 0 ? firstApprovalOrDisapproval : secondApprovalOrDisapproval
          await send(call, { id: one.id, status: accept ? 'accept' : 'reject', flag }, actor, good)
          if (!good) return
          if (step === 0) one.first = actor.id
          one.state = accept ? step + 1 : 3
          if (pays) move(await lastReference(), { [one.flag]: one.gain }, actor.id)
        },
    )
  return fc.oneof(request, { weight: 3, arbitrary: decision })
}

const zero = kobo(0)
const reasons = Object.keys(notCollectedReasons) as NotCollectedReason[]
const line = fc.record({
  at: fc.nat({ max: 2 }),
  amount: fc.oneof({ weight: 3, arbitrary: amount }, fc.constant(zero)),
  reason: fc.constantFrom(undefined, ...reasons),
})
const lines = fc.oneof(
  { weight: 7, arbitrary: fc.uniqueArray(line, { minLength: 1, maxLength: 3, selector: ({ at }) => at }) },
  fc.array(line, { minLength: 1, maxLength: 3 }),
)

/** Sheets of an agent, and deposits at the counter. */
function collectingActs(model: MoneyModel) {
  const { actor, saver } = peopleOf(model)
  const { savers, sheets, receiptsOf, held, collect, move, handIn, now, lending } = model
  const { loans } = model.documents

  /** A sheet of one agent, also for a loan, seldom with a wallet twice or with wallets from which another agent collects. */
  const sheet = fc
    .record({
      actor,
      saver,
      lines,
      count: fc.constantFrom('none', 'all', 'some'),
      some: amount,
      strange: rarely,
      unseen: rarely,
      loan: fc.option(fc.record({ which, share: fc.double({ min: 0, max: 1.1, noNaN: true }) })),
    })
    .map(
      ({ actor, saver, lines: typed, count, some, strange, unseen, loan }): Act =>
        async (send) => {
          const agent = strange ? (savers.find((one) => one !== saver) ?? saver).agent : saver.agent
          const rows = typed.map(({ at, amount, reason }) => ({
            saving: savingOf(saver, at),
            amount,
            reason,
          }))
          const own = loans.filter(({ wallet }) => wallet === saver.wallet)
          const lent = loan ? oneOf(own, ({ state }) => state === 'active', loan.which) : undefined
          const repaid = kobo(lent ? Math.floor(owedOn(lent) * (loan?.share ?? 0)) : 0)
          const day = lagosDay(now())
          const seen = receiptsOf(agent, day)
          const good =
            !strange &&
            !(unseen && seen.length > 0) &&
            new Set(rows.map(({ saving }) => saving)).size === rows.length &&
            !(lent && repaid > 0 && (lent.state !== 'active' || repaid > owedOn(lent)))
          const total = repaid + rows.reduce((sum, { amount }) => sum + amount, 0)
          const counted = countOf(count, held(agent) + total, some)
          const body = {
            agent_id: agent,
            day,
            lines: [
              ...(lent ? [{ loan_id: lent.id, amount: repaid, twice: true }] : []),
              ...rows.map(({ saving, amount, reason }) => ({
                savings_id: saving.id,
                amount,
                twice: true,
                ...(reason && { reason }),
              })),
            ],
            seen: unseen ? [] : [...seen],
            ...(counted !== null && { counted }),
          }
          const reply = await send(calls.collections.recordSheet, body, actor, good)
          if (!good) return
          seen.push(reply.output().data.reference)
          const all = reply.output().data.rows
          const recorded = lent ? all.slice(1) : all
          const receipt = lent ? all[0]?.reference : null
          if (lent && receipt) lending.repay(lent, repaid, { reference: receipt, by: actor.id, agent })
          expect(typeof receipt).toBe(repaid > 0 ? 'string' : 'object')
          for (const [at, { saving, amount, reason }] of rows.entries()) {
            const kept = { amount, reason: amount > 0 ? null : (reason ?? 'not seen') }
            expect(recorded[at]).toMatchObject({ savings_id: saving.id, ...kept })
            const reference = recorded[at]?.reference
            expect(typeof reference).toBe(amount > 0 ? 'string' : 'object')
            if (reference) move(reference, { [saving.reference]: amount }, actor.id, { agent })
          }
          collect(agent, total)
          if (counted !== null) await handIn(agent, counted, actor.id)
          const amounts = [...(lent ? [repaid] : []), ...rows.map(({ amount }) => amount)]
          const collected = amounts.filter((amount) => amount > 0).length
          sheets.push({ agent, lines: amounts.length, collected, total, counted })
          if (lent) await model.expectLoans([lent])
        },
    )

  const deposit = fc.record({ actor, saver, which, amount }).map(
    ({ actor, saver, which, amount }): Act =>
      async (send) => {
        const { id, reference } = savingOf(saver, which)
        const reply = await send(calls.savings.depositSaving, { savings_id: id, amount }, actor, true)
        const { data } = reply.output()
        move(data.reference, { [reference]: amount }, actor.id)
        expect(data.balance).toBe(model.balance(reference))
      },
  )
  return fc.oneof({ weight: 2, arbitrary: sheet }, deposit)
}

/** The cash counted with a sheet; null if none is. */
function countOf(count: string, expected: number, some: Kobo): Kobo | null {
  if (count === 'none' || (count === 'all' && expected <= 0)) return null
  return count === 'all' ? kobo(expected) : some
}

/** Remittances and differences of an agent, and decisions on differences. */
function cashActs(model: MoneyModel) {
  const { actor, saver } = peopleOf(model)
  const { held, collect, move, handIn, lastId, lastReference } = model
  const { differences } = model.documents
  const { recordRemittance, requestCashDifference } = calls.cash
  const { firstCashDifferenceDecision, secondCashDifferenceDecision } = calls.cash
  const remittance = fc.record({ actor, saver, amount }).map(
    ({ actor, saver: { agent }, amount }): Act =>
      async (send) => {
        await send(recordRemittance, { agent_id: agent, counted: amount }, actor, true)
        await handIn(agent, amount, actor.id)
      },
  )
  const difference = fc
    .record({ actor, saver, amount: fc.oneof({ weight: 3, arbitrary: little }, amount), matching: yes })
    .map(
      ({ actor, saver: { agent }, amount, matching }): Act =>
        async (send) => {
          const now = held(agent)
          const type = now > 0 === matching ? 'missing' : 'surplus'
          const open = differences.some((one) => one.agent === agent && one.state < 2)
          const good = !open && amount <= (type === 'missing' ? now : -now)
          await send(requestCashDifference, { agent_id: agent, type, amount, reason: 'x' }, actor, good)
          if (!good) return
          const signed = type === 'missing' ? amount : 0 - amount
          const made = { agent, amount: signed, by: actor.id, first: 0, state: 0 }
          differences.push({ id: await lastId('differences'), ...made })
        },
    )
  const decision = fc
    .record({ anyone: actor, fair: yes, which, outOfOrder: rarely, accept: fc.boolean() })
    .map(
      ({ anyone, fair, which, outOfOrder, accept }): Act =>
        async (send) => {
          const one = oneOf(differences, ({ state }) => state < 2, which)
          if (!one) return
          const actor = deciderOf(model, one, anyone, fair)
          const step = (one.state === 1) === outOfOrder ? 0 : 1
          const settles = step === 1 && accept
          const shown = one.amount > 0 ? held(one.agent) : -held(one.agent)
          const good =
            one.state === step &&
            one.by !== actor.id &&
            one.first !== actor.id &&
            !(settles && shown < Math.abs(one.amount))
          const call = step === 0 ? firstCashDifferenceDecision : secondCashDifferenceDecision
          const status = accept ? 'accept' : 'reject'
          await send(call, { id: one.id, status, comment: 'no' }, actor, good)
          if (!good) return
          if (step === 0) one.first = actor.id
          one.state = accept ? step + 1 : 3
          if (!settles) return
          collect(one.agent, -one.amount)
          move(await lastReference(), {}, actor.id, { agent: one.agent, purse: -one.amount })
        },
    )
  return fc.oneof(remittance, { weight: 2, arbitrary: difference }, { weight: 4, arbitrary: decision })
}
