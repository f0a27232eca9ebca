import { type SQL, sql } from 'drizzle-orm'
import type { LimitKind } from '#contract/calls/limits'
import type { Kobo } from '#contract/values'
import { formatNaira, kobo } from '#domain/money/kobo'
import { lagosDay, startOfLagosDay } from '#domain/time/lagos'
import type { Queries } from '../db/database'
import { withdrawals } from '../db/tables/money'
import type { Context } from '../handler'
import { settingOf } from '../settings/businessSettings'

const since = (now: Date) => sql`${startOfLagosDay(lagosDay(now)).toISOString()}::timestamptz`

/**
 * What the withdrawals of a row's customer come to that were requested or approved today, or are pending: a large one that is
 * split counts as a whole (rules.md, "Limits of the business").
 */
export const withdrawnTogether = (now: Date): SQL =>
  sql`(${withdrawnBy(sql`${withdrawals}.customer_id`, now)})`

const withdrawnBy = (customerId: SQL, now: Date): SQL => sql`select sum(o.amount) from withdrawals o
  where o.customer_id = ${customerId} and (o.status = 'pending'
    or o.status = 'approved' and (o.created_at >= ${since(now)} or o.decided_at >= ${since(now)})
      and not exists (select from agent_payouts a where a.withdrawal_id = o.id and a.state = 'cancelled'))`

/** Whether an approval of a withdrawal is the first of two: above the business's limit, and without a first one. */
export async function isFirstOfTwo(
  queries: Queries,
  { firstApprovedBy, together }: { firstApprovedBy: number | null; together: Kobo },
): Promise<boolean> {
  if (firstApprovedBy !== null) return false
  const limit = await settingOf(queries, 'withdrawal-limit')
  return limit !== null && together > limit
}

/**
 * The customers whom a payout in cash would pay more on this day than one approval may, with what they got already. It has one
 * approval, so it is no way around the two of a withdrawal.
 */
export async function paidAboveLimit(
  queries: Queries,
  payouts: readonly { customerId: number; amount: Kobo }[],
  now: Date,
): Promise<{ limit: Kobo; customerIds: ReadonlySet<number> } | undefined> {
  const limit = await settingOf(queries, 'withdrawal-limit')
  if (limit === null) return undefined
  const { rows } = await queries.execute<{ customer_id: string }>(sql`
    select p.customer_id from json_to_recordset(${JSON.stringify(
      payouts.map(({ customerId, amount }) => ({ customer_id: customerId, amount })),
    )}) as p (customer_id bigint, amount bigint)
    group by p.customer_id having sum(p.amount) + coalesce((${withdrawnBy(sql`p.customer_id`, now)}), 0) > ${limit}`)
  return { limit, customerIds: new Set(rows.map(({ customer_id }) => Number(customer_id))) }
}

type CreditKind = Extract<LimitKind, 'customer credit' | 'main wallet credit'>
const settingKeys = { 'customer credit': 'credit-limit', 'main wallet credit': 'main-wallet-limit' } as const

/** Up to which sum of a day one admin credits alone: the lower limit of the business and of the actor's role; null without one. */
export async function creditLimitOf({ queries, actor }: Context, kind: CreditKind) {
  const business = await settingOf(queries, settingKeys[kind])
  const role = actor.limits.find((one) => one.kind === kind && one.step === 1)?.amount ?? null
  if (business === null && role === null) return null
  const isOfRole = business === null || (role !== null && role < business)
  return { amount: kobo(Math.min(business ?? Infinity, role ?? Infinity)), isOfRole }
}

/**
 * Why a credit must be requested; null if one admin may make it. What was credited alone today counts with it. The caller holds a
 * lock that lets one credit of the wallet be made at a time.
 */
export async function creditFault(
  context: Context,
  limit: Awaited<ReturnType<typeof creditLimitOf>>,
  { customerId, amount }: { customerId: number | null; amount: Kobo },
): Promise<string | null> {
  if (!limit) return null
  const kind: CreditKind = customerId === null ? 'main wallet credit' : 'customer credit'
  const { queries, now, actor } = context
  const { rows } = await queries.execute<{ sum: string | null }>(sql`
    select sum(p.amount) from ledger_entries e join ledger_postings p on p.entry_id = e.id and p.amount > 0
    where e.kind = ${kind === 'customer credit' ? 'Customer credit' : 'Main wallet credit'}
      and e.made_at >= ${since(now)} ${customerId === null ? sql`` : sql`and e.customer_id = ${customerId}`}
      and not exists (select from ledger_entries r where r.reverses_id = e.id)
      and not exists (select from credit_requests q where q.entry_id = e.id)`)
  const before = kobo(Number(rows[0]?.sum ?? 0))
  if (before + amount <= limit.amount) return null
  const who = limit.isOfRole ? `The role ${actor.role} credits` : 'One admin credits'
  const what = kind === 'customer credit' ? 'a customer with' : 'the main wallet with'
  const already = before > 0 ? ` ${formatNaira(before)} were credited today already.` : ''
  return `${who} ${what} up to ${formatNaira(limit.amount)} a day.${already} Request this credit with a reason, so that another admin approves it.`
}
