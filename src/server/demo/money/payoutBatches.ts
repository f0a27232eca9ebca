import { sumKobo } from '#domain/money/kobo'
import { lagosDay } from '#domain/time/lagos'
import type { Transaction } from '../../db/database'
import { documentPrefixes } from '../../db/tables/ledgerKinds'
import { payoutBatches, payoutItems } from '../../db/tables/payoutBatches'
import { keepPaidOut, withdrawalEntry } from '../../ledger/payouts'
import { insertAll } from '../books'
import type { DemoBusiness } from '../business'
import { workingDay } from '../demoPeople'
import type { inventPayouts } from './payouts'
import type { inventSavings } from './savings'
import type { inventWallets } from './wallets'

type Batch = typeof payoutBatches.$inferInsert & { id: number }
type Item = typeof payoutItems.$inferInsert
type Parts = {
  savings: Pick<ReturnType<typeof inventSavings>, 'endedCards' | 'payOut'>
  wallets: Pick<ReturnType<typeof inventWallets>, 'ask'>
  payouts: Pick<ReturnType<typeof inventPayouts>, 'toPay'>
}

/** Generates payouts of thrift cards whose cycle has ended: at the counter, for the agents to pay today, and one to decide on. */
export function inventPayoutBatches(
  { at, books, now, staff }: DemoBusiness,
  { savings, wallets, payouts }: Parts,
) {
  const batches: Batch[] = []
  const items: Item[] = []
  const taken = new Set<number>()

  function request(age: number, paid: 'counter' | 'agent', count: number, isDecided: boolean) {
    at(age, (createdAt) => {
      const found = savings
        .endedCards(lagosDay(createdAt))
        .filter(({ wallet }) => !taken.has(wallet.plan.id))
        .slice(0, count)
      if (found.length === 0) return
      const batch: Batch = {
        id: batches.length + 1,
        reference: books.newReference(documentPrefixes.payout, createdAt),
        paid,
        payOn: paid === 'agent' ? lagosDay(now) : null,
        wallets: found.length,
        total: sumKobo(found.map(({ balance }) => balance)),
        status: 'pending',
        requestedBy: staff.admin,
        decidedBy: null,
        decidedAt: null,
        comment: null,
        createdAt,
      }
      batches.push(batch)
      const own = found.map(({ wallet, cycle, balance }) => {
        taken.add(wallet.plan.id)
        const item: Item = {
          id: items.length + 1,
          batchId: batch.id,
          savingsId: wallet.plan.id,
          customerId: wallet.customer.id,
          fromDay: cycle.fromDay,
          throughDay: cycle.throughDay,
          saved: cycle.paid,
          commission: 0 as typeof balance,
          amount: balance,
          isUndecided: true,
          entryId: null,
          withdrawalId: null,
        }
        items.push(item)
        return { wallet, item, balance }
      })
      if (isDecided) at(age - 120, (madeAt) => approve(batch, own, madeAt))
    })
  }

  type Own = {
    wallet: ReturnType<Parts['savings']['endedCards']>[number]['wallet']
    item: Item
    balance: Item['amount']
  }
  function approve(batch: Batch, own: readonly Own[], madeAt: Date) {
    const adminId = staff.superadmin
    Object.assign(batch, { status: 'approved', decidedBy: adminId, decidedAt: madeAt })
    for (const { wallet, item, balance } of own) {
      const { id: customerId, assignedAgentId } = wallet.customer
      const moved = savings.payOut(wallet, balance, madeAt, adminId)
      const wish = { customerId, amount: balance, description: `Payout ${batch.reference}` }
      const request = wallets.ask({ ...wish, requestedBy: batch.requestedBy, createdAt: madeAt })
      const made = books.enter(
        withdrawalEntry(request, batch.paid === 'agent' ? 'agent' : 'counter', { madeAt, adminId }),
      )
      const decision = { decidedBy: adminId, decidedAt: madeAt, entryId: made?.entryId }
      Object.assign(request, { status: 'approved', ...decision })
      if (batch.payOn) payouts.toPay(request, batch.payOn, assignedAgentId, madeAt)
      Object.assign(item, { isUndecided: false, entryId: moved?.entryId, withdrawalId: request.id })
    }
  }

  request(5 * workingDay, 'counter', 4, true)
  request(1.5 * workingDay, 'agent', 2, true)
  request(0.5 * workingDay, 'counter', 3, false)

  const write = async (tx: Transaction) => {
    await insertAll(tx, payoutBatches, batches)
    await insertAll(tx, payoutItems, items)
    await keepPaidOut(
      tx,
      items.map(({ savingsId }) => savingsId),
    )
  }
  return { write }
}
