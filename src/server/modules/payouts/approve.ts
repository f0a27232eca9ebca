import { asc, eq, inArray, sql } from 'drizzle-orm'
import type { PayoutWay } from '#contract/calls/payouts'
import { lagosDay } from '#domain/time/lagos'
import { paidAboveLimit } from '../../approvals/dayLimits'
import type { Queries } from '../../db/database'
import { insertRows } from '../../db/insertRows'
import { documentPrefixes } from '../../db/tables/ledgerKinds'
import { savings, withdrawals } from '../../db/tables/money'
import { type payoutBatches, payoutItems } from '../../db/tables/payoutBatches'
import { agentPayouts } from '../../db/tables/payouts'
import { agents, customers } from '../../db/tables/schema'
import { reject } from '../../errors/refusals'
import type { Context } from '../../handler'
import { lockAccounts, mainWalletOf } from '../../ledger/accounts'
import { commissionMovements, keptInAll, takeOwed } from '../../ledger/cycles'
import { keepPaidOut, withdrawalEntry } from '../../ledger/payouts'
import { balanceOf, postAround, type Posted } from '../../ledger/post'
import { newNumbers, referenceOf } from '../../ledger/references'
import { recordSavingsMovements, savingsEntry, type WalletMovement } from '../../ledger/savings'
import { writeMessages } from '../../messages/outbox'
import { messageTexts } from '../../messages/texts'
import { faultsText, payoutFault, payoutWallets } from './wallets'

export type Batch = typeof payoutBatches.$inferSelect
export type Item = typeof payoutItems.$inferSelect

/** The items of a batch, by wallet. */
export const itemsOf = (queries: Queries, batchId: number): Promise<Item[]> =>
  queries
    .select()
    .from(payoutItems)
    .where(eq(payoutItems.batchId, batchId))
    .orderBy(asc(payoutItems.savingsId))

/** Why a batch can't be paid out now; undefined if it can. */
export async function obstacleOf(queries: Queries, batch: Batch, items: readonly Item[], now: Date) {
  const { paid, payOn, reference } = batch
  const day = lagosDay(now)
  const amounts = new Map(items.map(({ savingsId, amount }) => [savingsId, amount]))
  const wallets = await payoutWallets(
    queries,
    items.map(({ savingsId }) => savingsId),
    day,
  )
  const isOver = payOn !== null && payOn < day
  const above = await aboveLimit(queries, paid, items, now)
  const faults = faultsText(wallets, (wallet) => {
    const amount = amounts.get(wallet.id)
    return payoutFault(wallet, { paid, batch: reference, ...(amount && { amount }), above })
  })
  return { wallets, text: isOver ? 'The day on which the agents pay is over' : faults }
}

/** Whom a payout would pay more cash than one approval may. */
export const aboveLimit = async (
  queries: Queries,
  paid: PayoutWay,
  payouts: Parameters<typeof paidAboveLimit>[1],
  now: Date,
) => (paid === 'main wallet' ? undefined : paidAboveLimit(queries, payouts, now))

/**
 * Pays out a batch, whole or not at all, by a number of statements that does not depend on its wallets: what begun cycles owe is
 * taken, the amount moves to the main wallet, and from there, if that was requested, it is paid in cash.
 */
export async function payBatch(batch: Batch, context: Context) {
  const { queries, actor, now, services } = context
  const { paid, payOn } = batch
  const items = await itemsOf(queries, batch.id)
  await lockPeople(queries, items, paid === 'agent')
  const locked = await lockWallets(
    queries,
    items.map(({ savingsId }) => savingsId),
  )
  await lockAccounts(queries, [
    ...locked.map((wallet) => wallet.reference),
    ...items.map(({ customerId }) => mainWalletOf(customerId)),
  ])
  const { wallets, text } = await obstacleOf(queries, batch, items, now)
  if (text) reject(`Nothing was paid out. ${text}.`)
  const byId = new Map(wallets.map((wallet) => [wallet.id, wallet]))
  const kept = await takeOwed(queries, wallets, now)
  const numbers = paid === 'main wallet' ? [] : await newNumbers(queries, items.length)
  const facts = { madeAt: now, adminId: actor.adminId }
  const made = items.map((item, at) => {
    const wallet = existing(byId.get(item.savingsId))
    const { customerId, amount } = item
    const withdrawal = referenceOf(documentPrefixes.withdrawal, now, numbers[at] ?? 0)
    const transfer: WalletMovement = {
      savingsId: wallet.id,
      movement: {
        ...facts,
        kind: 'withdrawal',
        amount,
        customerId,
        wallet: wallet.reference,
        reason: batch.reference,
      },
    }
    return { item, wallet, withdrawal, transfer, kept: kept.get(wallet.id) ?? [] }
  })
  const commissions = made.flatMap((one) => commissionMovements(one.wallet, one.kept, facts))
  const movements = [...commissions, ...made.map(({ transfer }) => transfer)]
  const cash = paid === 'main wallet' ? [] : made
  const entries = [
    ...movements.map(({ movement }) => savingsEntry(movement)),
    ...cash.map(({ item, withdrawal: reference }) =>
      withdrawalEntry({ ...item, reference }, paid === 'agent' ? 'agent' : 'counter', {
        ...facts,
        activityReference: null,
      }),
    ),
  ]
  await postAround(queries, entries, async (posted) => {
    await recordSavingsMovements(queries, movements, posted.slice(0, movements.length))
    const transferOf = (at: number) => existing(posted[commissions.length + at])
    const paidOf = (at: number) => existing(posted[movements.length + at])
    const rows = cash.map(({ item, withdrawal: reference }, at) => ({
      reference,
      customerId: item.customerId,
      amount: item.amount,
      description: `Payout ${batch.reference}`,
      status: 'approved' as const,
      requestedBy: batch.requestedBy,
      decidedBy: actor.adminId,
      decidedAt: now,
      entryId: paidOf(at).entryId,
      createdAt: now,
    }))
    const written = await insertRows(queries, withdrawals, rows, sql`returning id, reference`)
    const ids = new Map(written.map(({ id, reference }) => [reference, Number(id)]))
    if (payOn)
      await insertRows(
        queries,
        agentPayouts,
        [...ids.values()].map((withdrawalId) => ({ withdrawalId, payOn, createdAt: now })),
      )
    await writeMessages(
      { queries, now, services },
      made.map((one, at) => messageOf(one, transferOf(at), cash.length > 0 ? paidOf(at) : undefined, payOn)),
    )
    await decideItems(
      queries,
      made.map(({ item, withdrawal, kept: taken }, at) => ({
        id: item.id,
        entry_id: transferOf(at).entryId,
        withdrawal_id: ids.get(withdrawal) ?? null,
        commission: keptInAll(taken),
      })),
    )
    await keepPaidOut(
      queries,
      made.map(({ item }) => item.savingsId),
    )
  })
}

type Made = {
  item: Item
  wallet: { reference: string; agent: string }
  kept: Parameters<typeof keptInAll>[0]
}

/** One message a wallet: of the cash if it is paid, else of the movement into the main wallet. */
function messageOf(
  { item, wallet, kept }: Made,
  transfer: Posted,
  cash: Posted | undefined,
  payOn: string | null,
) {
  const { amount, customerId } = item
  const facts = {
    amount,
    savings: balanceOf(transfer, wallet.reference).after,
    commission: keptInAll(kept),
  }
  const { entryId, reference } = cash ?? transfer
  const text = cash
    ? messageTexts.payout({ ...facts, reference, ...(payOn && { agent: wallet.agent, day: payOn }) })
    : messageTexts.transfer({
        ...facts,
        reference,
        balance: balanceOf(transfer, mainWalletOf(customerId)).after,
      })
  return { customerId, entryId, text }
}

/** Sets what became of items, by one statement. */
const decideItems = (
  queries: Queries,
  items: readonly { id: number; entry_id: number; withdrawal_id: number | null; commission: number }[],
) =>
  queries.execute(sql`update payout_items i set is_undecided = false, entry_id = m.entry_id, withdrawal_id = m.withdrawal_id,
      commission = m.commission
    from json_to_recordset(${JSON.stringify(items)}) as m (id bigint, entry_id bigint, withdrawal_id bigint, commission bigint)
    where i.id = m.id`)

/** Locks customers, and with `withAgents` their agents, against changes until the commit, each in the order of their ids. */
async function lockPeople(queries: Queries, items: readonly Item[], withAgents: boolean) {
  const owners = await queries
    .select({ agentId: customers.assignedAgentId })
    .from(customers)
    .where(
      inArray(
        customers.id,
        items.map(({ customerId }) => customerId),
      ),
    )
    .orderBy(asc(customers.id))
    .for('share')
  if (!withAgents) return
  await queries
    .select({ id: agents.id })
    .from(agents)
    .where(inArray(agents.id, [...new Set(owners.map(({ agentId }) => agentId))]))
    .orderBy(asc(agents.id))
    .for('share')
}

/** Locks savings wallets, in the order of their ids. */
export const lockWallets = (queries: Queries, ids: readonly number[]) =>
  queries
    .select({ id: savings.id, reference: savings.reference })
    .from(savings)
    .where(inArray(savings.id, [...ids]))
    .orderBy(asc(savings.id))
    .for('no key update')

function existing<T>(one: T | undefined): T {
  if (one === undefined) throw new Error('A wallet of the payout is gone.')
  return one
}
