import { type SQL, sql } from 'drizzle-orm'
import type { Kobo } from '#contract/values'
import { type CardSpan, spanOf } from '#domain/savings/card'
import type { Cycle } from '#domain/savings/cycles'
import type { DepositPlan } from '#domain/savings/due'
import { kobo } from '#domain/money/kobo'
import type { Calendar } from '#domain/time/calendar'
import { startOfLagosDay } from '#domain/time/lagos'
import { everyDaysOf } from '#domain/time/markets'
import type { Queries } from '../db/database'
import type { CycleWallet } from './cycles'
import { planOn } from './planChanges'

/** The day on which a row `h` of a wallet's history counts. */
export const countedDay = sql`coalesce(h.collected_on, timezone('Africa/Lagos', h.created_at)::date)`

/** Whether a row `h` of a wallet's history is a deposit that stands. */
export const isStandingDeposit = sql`(h.kind = 'deposit' and h.status = 'approved' and h.reverses_id is null
  and not exists (select from savings_history r where r.reverses_id = h.id))`

/** A wallet with a cycle of it, as of a day. */
export type AskedCycle = { wallet: Pick<CycleWallet, 'id' | 'openedOn'>; cycle: Cycle; day: string }
export type CardCycle = {
  /** The plan that holds in the cycle. */
  plan: DepositPlan
  market: string | null
  /** The boxes of the cycle, due until the day. */
  span: CardSpan
  /** What was paid in it on days before the day, and in all. */
  paidBefore: Kobo
  paid: Kobo
  /** The part of it that was taken over from the old books. */
  takenOver: Kobo
  /** The commission that was taken of it. */
  taken: Kobo
  /** What a reversal gave back of it for good. */
  waived: Kobo
}

const asked = (cycles: readonly AskedCycle[]) =>
  sql`json_to_recordset(${JSON.stringify(
    cycles.map(({ wallet, cycle, day }) => ({
      id: wallet.id,
      number: cycle.number,
      first: cycle.from,
      last: cycle.through,
      since: startOfLagosDay(cycle.from).toISOString(),
      day,
    })),
  )}::json) as w (id bigint, number int, first date, last date, since timestamptz, day date)`

/** The deposits that stand and count in the cycle of `w`. What counts on a day was recorded on it or later. */
const deposits = sql`from savings_history h where h.savings_id = w.id and h.created_at >= w.since
  and ${isStandingDeposit} and ${countedDay} between w.first and w.last`

/** Cycles of wallets, one of each, as their cards have them; one statement. */
export async function cardCycles(
  queries: Queries,
  cycles: readonly AskedCycle[],
  calendar: Calendar,
): Promise<ReadonlyMap<number, CardCycle>> {
  if (cycles.length === 0) return new Map()
  const { join, of } = planOn('s', sql`w.first`)
  const { rows } = await queries.execute<{
    id: string
    deposit_type: DepositPlan['depositType']
    market: string | null
    period: number | null
    every_days: number | null
    first_day: string | null
    fixed_amount: string
    taken_over: string
    taken: string
    waived: string
    before: string
    paid: string
  }>(sql`select w.id, ${of('deposit_type')} as deposit_type, m.name as market, m.period, m.every_days, m.first_day::text,
      coalesce(c.fixed_amount, ${of('fixed_amount')}) as fixed_amount, coalesce(c.paid_before, 0) as taken_over,
      coalesce(c.taken, 0) as taken, coalesce(c.waived, 0) as waived, p.before, p.paid
    from ${asked(cycles)} join savings s on s.id = w.id left join ${join} on true
    left join market_days m on m.id = ${of('market_id')}
    left join savings_cycles c on c.savings_id = w.id and c.number = w.number
    cross join lateral (select coalesce(sum(h.amount) filter (where ${countedDay} < w.day), 0) as before,
      coalesce(sum(h.amount), 0) as paid ${deposits}) p`)
  const byId = new Map(cycles.map((one) => [one.wallet.id, one]))
  return new Map(
    rows.flatMap((row): [number, CardCycle][] => {
      const id = Number(row.id)
      const one = byId.get(id)
      if (!one) return []
      const plan: DepositPlan = {
        depositType: row.deposit_type,
        marketPeriod: row.period,
        marketEvery: everyDaysOf(row.every_days, row.first_day),
        openedOn: one.wallet.openedOn,
      }
      const over = Number(row.taken_over)
      const card = {
        plan,
        market: row.market,
        span: spanOf(plan, one.cycle, kobo(Number(row.fixed_amount)), one.day, calendar),
        paidBefore: kobo(Number(row.before) + over),
        paid: kobo(Number(row.paid) + over),
        takenOver: kobo(over),
        taken: kobo(Number(row.taken)),
        waived: kobo(Number(row.waived)),
      }
      return [[id, card]]
    }),
  )
}

/** The deposits of cycles, in the order of their days. `fields` are columns of the history's row `h`. */
export const depositsOf = <Row extends Record<string, unknown>>(
  queries: Queries,
  cycles: readonly AskedCycle[],
  fields: SQL,
) =>
  queries.execute<Row>(sql`select w.id as savings_id, d.* from ${asked(cycles)}
    cross join lateral (select h.id, ${countedDay} as day, ${fields} ${deposits}) d order by d.day, d.id`)
