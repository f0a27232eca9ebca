import { kobo, negateKobo } from '#domain/money/kobo'
import { lagosDay } from '#domain/time/lagos'
import type { Transaction } from '../../db/database'
import { agentPayouts } from '../../db/tables/payouts'
import { mainWalletOf } from '../../ledger/accounts'
import { type Payable, payoutCancellation, payoutEntry, withdrawalEntry } from '../../ledger/payouts'
import { insertAll } from '../books'
import type { DemoBusiness } from '../business'
import { dice, workingDay } from '../demoPeople'
import type { inventWallets } from './wallets'

type Payout = typeof agentPayouts.$inferInsert & {
  payable: Payable
  agentIdNow: number
}
type Parts = { wallets: Pick<ReturnType<typeof inventWallets>, 'credit' | 'ask'> }

/** Generates withdrawals that agents pay: with their sheets, at the counter later, today, or not yet. */
export function inventPayouts({ at, books, clock, customers, now, staff }: DemoBusiness, { wallets }: Parts) {
  // Its own dice, so that the rest of the demo does not depend on it.
  const { between, pick } = dice(4048)
  const payouts: Payout[] = []
  const taken = new Set<number>()

  /** A withdrawal of a customer of this agent, who pays it with the sheet of that age; `later` settles one that was not paid. */
  function letPay(agentId: number | undefined, age: number, payOn: string, later?: 'paid' | 'cancelled') {
    const able = customers.filter(
      (one) =>
        one.isActive &&
        !taken.has(one.id) &&
        one.age > age + 6 * workingDay &&
        (agentId === undefined || one.assignedAgentId === agentId),
    )
    if (able.length === 0) return
    const { id: customerId, assignedAgentId } = pick(able)
    taken.add(customerId)
    const amount = kobo(between(4, 30) * 50_000)
    const wallet = mainWalletOf(customerId)
    const approval = age + workingDay / 2
    wallets.credit(customerId, approval + 300, amount)
    at(approval + 200, (createdAt) => {
      if (books.balanceOf(wallet) < amount) return
      books.hold(wallet, amount)
      const wish = { customerId, amount, description: pick(wishes), requestedBy: staff.admin, createdAt }
      const request = wallets.ask(wish)
      at(approval, (madeAt) => {
        books.hold(wallet, negateKobo(amount))
        const facts = { madeAt, adminId: staff.superadmin }
        const made = books.enter(withdrawalEntry(request, 'agent', facts))
        const decision = { decidedBy: staff.superadmin, decidedAt: madeAt }
        Object.assign(request, decision, { status: 'approved', entryId: made?.entryId })
        const payout = toPay(request, payOn, assignedAgentId, madeAt)
        if (later) at(age - 1.5 * workingDay, (when) => settle(payout, later, when))
      })
    })
  }

  /** An approved withdrawal that this agent is to pay. */
  function toPay(
    request: Omit<Payable, 'withdrawalId'> & { id: number },
    payOn: string,
    agentIdNow: number,
    createdAt: Date,
  ) {
    const payout: Payout = {
      id: payouts.length + 1,
      withdrawalId: request.id,
      payOn,
      state: 'to pay',
      createdAt,
      payable: { ...request, withdrawalId: request.id },
      agentIdNow,
    }
    payouts.push(payout)
    return payout
  }

  /** At the counter, or back into the main wallet. */
  function settle(payout: Payout, state: 'paid' | 'cancelled', madeAt: Date) {
    const build = state === 'paid' ? payoutEntry : payoutCancellation
    const made = books.enter(build(payout.payable, { madeAt, adminId: staff.main }))
    Object.assign(payout, {
      state,
      entryId: made?.entryId,
      settledBy: staff.main,
      settledAt: madeAt,
      reason: state === 'cancelled' ? 'The customer saves on' : null,
    })
  }

  /** Pays what an agent is to pay on a day, with the sheet of that day. */
  function payWith(
    agentId: number,
    day: string,
    sheet: { collectionId: number; madeAt: Date; adminId: number },
  ) {
    const { collectionId, madeAt, adminId } = sheet
    for (const payout of payouts) {
      if (payout.agentIdNow !== agentId || payout.payOn !== day || payout.state !== 'to pay') continue
      const made = books.enter(payoutEntry(payout.payable, { madeAt, adminId, agentId }))
      const facts = { entryId: made?.entryId, settledBy: adminId, settledAt: madeAt }
      Object.assign(payout, { state: 'paid', agentId, collectionId, ...facts })
    }
  }

  const dayAt = (age: number) => lagosDay(clock(age))
  for (const later of ['paid', 'cancelled'] as const)
    letPay(undefined, 6 * workingDay, dayAt(6 * workingDay), later)
  letPay(undefined, 2 * workingDay, dayAt(2 * workingDay))
  letPay(undefined, workingDay / 2, lagosDay(now))

  const write = (tx: Transaction) =>
    insertAll(
      tx,
      agentPayouts,
      payouts.map(({ payable: _payable, agentIdNow: _agent, ...row }) => row),
    )
  return { write, letPay, payWith, toPay }
}

const wishes = ['School fees', 'New stock', 'Rent', 'Naming ceremony']
