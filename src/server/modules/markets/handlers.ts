import { eq } from 'drizzle-orm'
import { type Calls, calls } from '#contract/index'
import type { Queries } from '../../db/database'
import { marketDays, savings } from '../../db/tables/money'
import type { HandlersFor } from '../../handler'
import { lagosStamp } from '../../lists/conditions'
import { defineList, sortedText } from '../../lists/listRows'
import { pageOf } from '../../lists/lists'
import { pluralize } from '#domain/money/figures'
import { reject } from '../../errors/refusals'
import { checkPlace } from '../../people/place'

const marketRow = {
  id: marketDays.id,
  name: marketDays.name,
  period: marketDays.period,
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
    const rows = await queries.select(marketRow).from(marketDays).where(eq(marketDays.id, id))
    return rows.length > 0 ? { data: { data: rows } } : reject(notFound(id))
  },

  createMarket: async ({ name, period, state, lga, status }, { queries, setAuditSubject, now }) => {
    checkPlace({ state, lga })
    const [market] = await queries
      .insert(marketDays)
      .values({ name: name.trim(), period, state, lga, status, createdAt: now })
      .returning({ id: marketDays.id })
    await setAuditSubject('market day', market?.id ?? 0)
    return { message: 'Market day created successfully.' }
  },

  /** Name, state and lga are read-only and ignored (rules.md, "Read-only fields"). */
  updateMarket: async ({ marketId, period, status }, { queries, setAuditSubject, actorNow }) => {
    await setAuditSubject('market day', marketId)
    const market = await lockMarket(queries, marketId)
    const { permissions } = await actorNow()
    if (status !== market.status && !permissions.has('can-set-market-day-active/inactive'))
      reject('You do not have permission to set a market day active or inactive. Nothing was changed.')
    await queries.update(marketDays).set({ period, status }).where(eq(marketDays.id, marketId))
    return { message: 'Market day updated successfully.' }
  },

  deleteMarket: async ({ marketId }, { queries, setAuditSubject }) => {
    await setAuditSubject('market day', marketId)
    await lockMarket(queries, marketId)
    const savingsCount = await queries.$count(savings, eq(savings.marketId, marketId))
    if (savingsCount > 0)
      reject(`This market day still has ${pluralize(savingsCount, 'saving')}. It can't be deleted.`)
    await queries.delete(marketDays).where(eq(marketDays.id, marketId))
    return { message: 'Market day deleted successfully.' }
  },
}

const notFound = (id: number) => `Market day with ID ${id} not found`

async function lockMarket(queries: Queries, id: number) {
  const [market] = await queries
    .select({ status: marketDays.status })
    .from(marketDays)
    .where(eq(marketDays.id, id))
    .for('update')
  return market ?? reject(notFound(id))
}
