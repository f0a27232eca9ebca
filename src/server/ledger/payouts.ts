import { eq, sql } from 'drizzle-orm'
import type { Kobo } from '#contract/values'
import type { Queries } from '../db/database'
import { agentPayouts } from '../db/tables/payouts'
import { agentCashOf, cashAccount, mainWalletOf, toPayAccount } from './accounts'
import { lastOfCycle, numberOfCycle } from './cycles'
import type { NewEntry } from './post'
import { transferEntry } from './transfer'

/** An approved withdrawal whose amount is on TO-PAY. */
export type Payable = { withdrawalId: number; reference: string; amount: Kobo; customerId: number }

type Facts = Pick<NewEntry, 'madeAt' | 'adminId' | 'activityReference'>

/** Builds the entry of an approved withdrawal: paid at the counter, or put on TO-PAY for the agent. */
export const withdrawalEntry = (
  { reference, amount, customerId }: Omit<Payable, 'withdrawalId'>,
  by: 'counter' | 'agent',
  facts: Facts,
): NewEntry =>
  transferEntry({
    kind: 'Withdrawal',
    amount,
    from: mainWalletOf(customerId),
    to: by === 'agent' ? toPayAccount : cashAccount,
    customerId,
    reason: reference,
    ...facts,
  })

/** Builds the entry that pays it: from the cash of an agent, which goes down, or at the counter. */
export const payoutEntry = (
  { reference, amount, customerId }: Payable,
  { agentId, collectedOn = null, ...facts }: Facts & { agentId?: number; collectedOn?: string | null },
): NewEntry => ({
  ...transferEntry({
    kind: 'Withdrawal payment',
    amount,
    from: toPayAccount,
    to: agentId === undefined ? cashAccount : agentCashOf(agentId),
    customerId,
    ...(agentId !== undefined && { agentId }),
    reason: reference,
    ...facts,
  }),
  collectedOn,
})

/** Builds the entry that gives it back to the main wallet. */
export const payoutCancellation = ({ reference, amount, customerId }: Payable, facts: Facts): NewEntry =>
  transferEntry({
    kind: 'Withdrawal cancellation',
    amount,
    from: toPayAccount,
    to: mainWalletOf(customerId),
    customerId,
    reason: reference,
    ...facts,
  })

type Settlement = Pick<
  typeof agentPayouts.$inferInsert,
  'state' | 'agentId' | 'collectionId' | 'deviceId' | 'reason'
> & {
  /** Null where the agent says on a device that it is paid. */
  settledBy: number | null
  settledAt: Date
}

/** The last day of the cycle in which the wallet `s` was paid out last, where that was not reversed. */
export const paidOutThrough = sql`(select max(${lastOfCycle(numberOfCycle(sql`timezone('Africa/Lagos', e.made_at)::date`))})
  from payout_items i join ledger_entries e on e.id = i.entry_id
  where i.savings_id = s.id and not exists (select from ledger_entries r where r.reverses_id = e.id))`

/** Keeps it with wallets that were paid out, or whose payout was reversed. The caller has locked them. */
export const keepPaidOut = (tx: Queries, savingsIds: readonly number[]) =>
  tx.execute(sql`update savings s set paid_out_through = ${paidOutThrough}
    where s.id = any(${sql.param(savingsIds)}::bigint[])`)

/** Makes a withdrawal payable again, whose payment or cancellation was reversed: on its day, so that it is not paid. */
export const reopenPayout = (tx: Queries, entryId: number) =>
  tx
    .update(agentPayouts)
    .set({
      state: 'to pay',
      agentId: null,
      collectionId: null,
      deviceId: null,
      entryId: null,
      settledBy: null,
      settledAt: null,
      reason: null,
    })
    .where(eq(agentPayouts.entryId, entryId))

/** Settles withdrawals that agents were to pay, each by its entry. The caller has locked them. */
export async function settlePayouts(
  tx: Queries,
  settled: readonly { withdrawalId: number; entryId: number }[],
  {
    state,
    agentId = null,
    collectionId = null,
    deviceId = null,
    reason = null,
    settledBy,
    settledAt,
  }: Settlement,
) {
  if (settled.length === 0) return
  const ids = settled.map(({ withdrawalId }) => withdrawalId)
  const entryIds = settled.map(({ entryId }) => entryId)
  await tx.execute(sql`update ${agentPayouts} set state = ${state}, agent_id = ${agentId}::bigint,
      collection_id = ${collectionId}::bigint, device_id = ${deviceId}::bigint, reason = ${reason}, settled_by = ${settledBy}::bigint,
      settled_at = ${settledAt.toISOString()}::timestamptz, entry_id = s.entry_id
    from unnest(${sql.param(ids)}::bigint[], ${sql.param(entryIds)}::bigint[]) as s (withdrawal_id, entry_id)
    where ${agentPayouts}.withdrawal_id = s.withdrawal_id`)
}
