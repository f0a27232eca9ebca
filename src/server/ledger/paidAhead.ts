import { type SQL, sql } from 'drizzle-orm'
import type { Kobo } from '#contract/values'
import { mostCycleDays } from '#contract/calls/savingTypes'
import { kobo } from '#domain/money/kobo'
import { type Calendar, isCollectionDay } from '#domain/time/calendar'
import { addDays, startOfLagosDay } from '#domain/time/lagos'
import type { Queries } from '../db/database'
import { countedDay, isStandingDeposit } from './cardCycles'

/** Whether a plan asks for a deposit on a day with collection, as `isDue` has it: of a wallet `s` with its market `m`. */
export const asksOn = (day: SQL, opened: SQL, s: SQL = sql`s`) => sql`case
  when m.every_days is not null then ${day} >= m.first_day and (${day} - m.first_day) % m.every_days = 0
  when m.period is not null then m.period = extract(isodow from ${day})
  when ${s}.deposit_type = 'daily' then true
  when ${s}.deposit_type = 'weekly' then extract(isodow from ${opened}) = extract(isodow from ${day})
  else extract(day from ${opened}) = extract(day from ${day})
    or (extract(day from ${day} + 1) = 1 and extract(day from ${opened}) > extract(day from ${day})) end`

/** The days with collection until a day, as far back as a cycle goes. */
const collectionDays = (calendar: Calendar, day: string) =>
  Array.from({ length: mostCycleDays }, (_, at) => addDays(day, -at)).filter((one) =>
    isCollectionDay(calendar, one),
  )

/**
 * The wallets that have paid for a day, on which they are due, before it, as `expectedOn` has it (a test compares them): in their cycle of
 * the day, on earlier days, they filled all boxes until it. Wallets of one rhythm whose cycles began on one day have the same boxes.
 */
export const paidAhead = (calendar: Calendar, day: string) => sql`(
  with ahead as (
    select s.id, s.deposit_type, s.market_id, c.from_day, c.fixed_amount, c.paid - coalesce(l.amount, 0) as paid,
      case when s.market_id is null and s.deposit_type <> 'daily' then timezone('Africa/Lagos', s.created_at)::date end as opened
    from savings_cycles c join savings s on s.id = c.savings_id
    left join (select h.cycle_id, sum(h.amount) as amount from savings_history h
      where h.created_at >= ${startOfLagosDay(day).toISOString()} and h.cycle_id is not null and ${isStandingDeposit}
        and ${countedDay} >= ${day}::date group by 1) l on l.cycle_id = c.id
    where c.through_day >= ${day}::date and c.from_day <= ${day}::date and c.paid >= c.fixed_amount and s.status = 'active')
  select a.id from ahead a join (
    select k.*, (select count(*) from unnest(${sql.param(collectionDays(calendar, day))}::date[]) o (day)
      where o.day >= k.from_day and ${asksOn(sql`o.day`, sql`k.opened`, sql`k`)}) as boxes
    from (select distinct deposit_type, market_id, from_day, opened from ahead) k
    left join market_days m on m.id = k.market_id) k
  on k.deposit_type = a.deposit_type and k.market_id is not distinct from a.market_id and k.from_day = a.from_day
    and k.opened is not distinct from a.opened
  where a.paid / a.fixed_amount >= k.boxes)`

/** The fixed amounts of active customers' wallets that are due on a day and have paid for it before. */
export async function paidAheadOf(queries: Queries, calendar: Calendar, day: string): Promise<Kobo> {
  if (!isCollectionDay(calendar, day)) return kobo(0)
  const { rows } = await queries.execute<{ amount: string }>(sql`
    select coalesce(sum(s.fixed_amount), 0) as amount from ${paidAhead(calendar, day)} p join savings s on s.id = p.id
    join customers c on c.id = s.customer_id left join market_days m on m.id = s.market_id
    where c.is_active and not c.is_deleted and ${asksOn(sql`${day}::date`, sql`timezone('Africa/Lagos', s.created_at)::date`)}`)
  return kobo(Number(rows[0]?.amount ?? 0))
}
