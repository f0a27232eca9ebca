import { type SQL, sql } from 'drizzle-orm'
import type { Kobo } from '#contract/values'
import { groupedBy } from '#domain/lists/groupedBy'
import { kobo } from '#domain/money/kobo'
import type { DepositPlan } from '#domain/savings/due'
import type { Contribution } from '#domain/savings/planChange'
import { everyDaysOf } from '#domain/time/markets'
import type { Queries } from '../db/database'

/**
 * The plan of a wallet on a day by its changes, one row or none of `fixed_amount`, `deposit_type`, `market_id` and `market_day`: what holds
 * from that day or an earlier one, else what held before the first later one. Without changes it is the wallet's.
 */
const planByChanges = (savingsId: SQL, day: SQL) => {
  const column = (name: string) =>
    sql.raw(`case when begun.is_so then change.${name} else change.was_${name} end as ${name}`)
  return sql`(select ${column('fixed_amount')}, ${column('deposit_type')}, ${column('market_id')}, ${column('market_day')}
    from plan_changes change cross join lateral (select change.from_day <= ${day} as is_so) begun
    where change.savings_id = ${savingsId}
    order by begun.is_so desc, abs(change.from_day - ${day}), change.id desc limit 1)`
}

/** Joins `plan`, the plan of wallets on a day, which is empty where it never changed; `of` has it or what the wallet has. */
export function planOn(savingsTable: string, day: SQL) {
  const table = sql.raw(savingsTable)
  return {
    join: sql`lateral ${planByChanges(sql`${table}.id`, day)} plan`,
    of: (column: 'fixed_amount' | 'deposit_type' | 'market_id' | 'market_day') =>
      sql`case when plan.fixed_amount is null then ${table}.${sql.raw(column)} else plan.${sql.raw(column)} end`,
  }
}

export type PlanOnDay = Contribution & { marketDay: string | null }

/** The plan of a wallet on a day; undefined if there is no such wallet. */
export async function planOf(queries: Queries, savingsId: number, day: string) {
  const { join, of } = planOn('s', sql`${day}::date`)
  const { rows } = await queries.execute<{
    fixed_amount: string
    deposit_type: Contribution['depositType']
    market_id: string | null
    market_day: string | null
  }>(sql`select ${of('fixed_amount')} as fixed_amount, ${of('deposit_type')} as deposit_type, ${of('market_id')} as market_id,
    (${of('market_day')})::text as market_day from savings s left join ${join} on true where s.id = ${savingsId}`)
  return rows.map(
    (row): PlanOnDay => ({
      fixedAmount: kobo(Number(row.fixed_amount)),
      depositType: row.deposit_type,
      marketId: row.market_id === null ? null : Number(row.market_id),
      marketDay: row.market_day,
    }),
  )[0]
}

/** A plan that held from a day on, null for the opening. */
export type PlanSince = Pick<DepositPlan, 'depositType' | 'marketPeriod' | 'marketEvery'> & {
  from: string | null
  fixedAmount: Kobo
}

/** The plans of wallets that changed, or will, each in the order of its days. */
export async function plansSince(
  queries: Queries,
  ids: readonly number[],
): Promise<ReadonlyMap<number, PlanSince[]>> {
  const ofThese = sql`from plan_changes where savings_id = any(${sql.param(ids)}::bigint[])`
  const { rows } = await queries.execute<{
    savings_id: string
    from_day: string | null
    fixed_amount: string
    deposit_type: DepositPlan['depositType']
    period: number | null
    every_days: number | null
    first_day: string | null
  }>(sql`select c.savings_id, c.from_day::text, c.fixed_amount, c.deposit_type, m.period, m.every_days, m.first_day::text
    from (select * from (select distinct on (savings_id) savings_id, null::date as from_day, was_fixed_amount as fixed_amount,
          was_deposit_type as deposit_type, was_market_id as market_id ${ofThese} order by savings_id, from_day, id) first
      union all select * from (select distinct on (savings_id, from_day) savings_id, from_day, fixed_amount, deposit_type, market_id
          ${ofThese} order by savings_id, from_day, id desc) later) c
    left join market_days m on m.id = c.market_id order by c.savings_id, c.from_day nulls first`)
  const plans = rows.map((row) => ({
    id: Number(row.savings_id),
    from: row.from_day,
    fixedAmount: kobo(Number(row.fixed_amount)),
    depositType: row.deposit_type,
    marketPeriod: row.period,
    marketEvery: everyDaysOf(row.every_days, row.first_day),
  }))
  return groupedBy(plans, ({ id }) => id)
}

/** Wallets with a change from a day on. */
export const changingOn = (day: string) =>
  sql`select savings_id from plan_changes where from_day = ${day}::date`

/** Wallets with a change after a day. */
export const changedAfter = (day: string) =>
  sql`select savings_id from plan_changes where from_day > ${day}::date`

/** Gives active wallets the plan of a day. Their customers are locked, as a market day of theirs may change. */
export async function setPlans(tx: Queries, wallets: SQL, day: string) {
  const { join, of } = planOn('w', sql`${day}::date`)
  const columns = sql.raw('(s.fixed_amount, s.deposit_type, s.market_id, s.market_day)')
  await tx.execute(sql`update savings s set fixed_amount = n.fixed_amount, deposit_type = n.deposit_type, market_id = n.market_id,
      market_day = n.market_day
    from (select w.id, ${of('fixed_amount')} as fixed_amount, ${of('deposit_type')} as deposit_type, ${of('market_id')} as market_id,
      ${of('market_day')} as market_day from savings w join ${join} on true where w.id in (${wallets}) and w.status = 'active') n
    where n.id = s.id and ${columns} is distinct from (n.fixed_amount, n.deposit_type, n.market_id, n.market_day)`)
}
