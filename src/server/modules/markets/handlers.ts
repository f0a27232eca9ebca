import { eq, sql } from 'drizzle-orm'
import { type Calls, calls } from '#contract/index'
import type { Queries } from '../../db/database'
import { marketDays, savings } from '../../db/tables/money'
import type { Context, HandlersFor } from '../../handler'
import { lagosStamp } from '../../lists/conditions'
import { defineList, sortedText } from '../../lists/listRows'
import { pageOf } from '../../lists/lists'
import { marketIsUsed } from '#domain/time/markets'
import { addDays, lagosDay } from '#domain/time/lagos'
import { weekdayOf } from '#domain/time/weekdays'
import { invalid, reject } from '../../errors/refusals'
import { checkPlace } from '../../people/place'

const marketRow = {
  id: marketDays.id,
  name: marketDays.name,
  period: marketDays.period,
  every_days: marketDays.everyDays,
  from_day: marketDays.firstDay,
  state: marketDays.state,
  lga: marketDays.lga,
  status: marketDays.status,
  created_at: lagosStamp(marketDays.createdAt),
}

const marketList = defineList({
  call: calls.markets.getMarkets,
  table: marketDays,
  sorted: {
    created_at: marketDays.createdAt,
    name: sortedText(marketDays.name),
    period: marketDays.period,
    state: sortedText(marketDays.state),
    lga: sortedText(marketDays.lga),
    status: marketDays.status,
  },
  row: marketRow,
  rows: (queries, row) => queries.select(row).from(marketDays).$dynamic(),
})

export const marketHandlers: HandlersFor<Calls['markets']> = {
  getMarkets: (input, context) => pageOf(context, input, marketList, {}),

  getMarket: async ({ id }, { queries }) => {
    const [market] = await queries.select(marketRow).from(marketDays).where(eq(marketDays.id, id))
    if (!market) return reject(notFound(id))
    return { data: { data: [{ ...market, savings: await countSavings(queries, id) }] } }
  },

  createMarket: ({ period, ...market }, context) => create(context, { ...market, ...weekly(period) }),

  createMarketByDays: ({ every_days, from_day, ...market }, context) =>
    create(context, { ...market, ...byDays(every_days, from_day, context) }),

  /** Name, state and lga are read-only and ignored (rules.md, "Read-only fields"). */
  updateMarket: ({ marketId, period, status }, context) =>
    // A portal of the last release, which changes the status alone, sends the weekday of the first day.
    update(context, marketId, status, (market) => (market.period === period ? {} : weekly(period))),

  updateMarketByDays: ({ marketId, status, every_days, from_day }, context) =>
    update(context, marketId, status, () => byDays(every_days, from_day, context)),

  deleteMarket: async ({ marketId }, { queries, setAuditSubject }) => {
    await setAuditSubject('market day', marketId)
    await lockMarket(queries, marketId)
    const used = await countSavings(queries, marketId)
    if (used > 0) reject(marketIsUsed(used))
    await queries.delete(marketDays).where(eq(marketDays.id, marketId))
    return { message: 'Market day deleted successfully.' }
  },
}

/** Wallets that are or were of the market day, or will be. */
const countSavings = (queries: Queries, marketId: number) =>
  queries.$count(
    savings,
    sql`${savings.marketId} = ${marketId} or ${savings.id} in (select savings_id from plan_changes
      where market_id = ${marketId} or was_market_id = ${marketId})`,
  )

type Rhythm = Pick<typeof marketDays.$inferSelect, 'period' | 'everyDays' | 'firstDay'>

const weekly = (period: number): Rhythm => ({ period, everyDays: null, firstDay: null })

function byDays(everyDays: number, firstDay: string, { now }: Context): Rhythm {
  if (firstDay > addDays(lagosDay(now), 366)) invalid('The first day must be within a year from today.')
  const period = weekdayOf(firstDay)
  return everyDays === 7 ? weekly(period) : { period, everyDays, firstDay }
}

type NewMarket = Rhythm & Pick<typeof marketDays.$inferSelect, 'name' | 'state' | 'lga' | 'status'>

async function create({ queries, setAuditSubject, now }: Context, market: NewMarket) {
  checkPlace(market)
  const [made] = await queries
    .insert(marketDays)
    .values({ ...market, name: market.name.trim(), createdAt: now })
    .returning({ id: marketDays.id })
  await setAuditSubject('market day', made?.id ?? 0)
  return { message: 'Market day created successfully.' }
}

async function update(
  { queries, setAuditSubject, actorNow }: Context,
  id: number,
  status: NewMarket['status'],
  rhythmFor: (market: { period: number }) => Partial<Rhythm>,
) {
  await setAuditSubject('market day', id)
  const market = await lockMarket(queries, id)
  const { permissions } = await actorNow()
  if (status !== market.status && !permissions.has('can-set-market-day-active/inactive'))
    reject('You do not have permission to set a market day active or inactive. Nothing was changed.')
  await queries
    .update(marketDays)
    .set({ status, ...rhythmFor(market) })
    .where(eq(marketDays.id, id))
  return { message: 'Market day updated successfully.' }
}

const notFound = (id: number) => `Market day with ID ${id} not found`

async function lockMarket(queries: Queries, id: number) {
  const [market] = await queries
    .select({ status: marketDays.status, period: marketDays.period })
    .from(marketDays)
    .where(eq(marketDays.id, id))
    .for('update')
  return market ?? reject(notFound(id))
}
