import * as v from 'valibot'
import { columnsOf, group, read, write } from '../call'
import { anyOf } from '../permissions'
import { Day, Id, paged, requiredText, snakePageInput, Stamp, Text } from '../values'

export const MarketStatus = v.picklist(['active', 'inactive'], 'Status must be active or inactive.')

/** The least and the most days from one market to the next. */
export const marketIntervals = { least: 2, most: 31 } as const

/** The day of the week, 1 for Monday to 7 for Sunday. */
const Period = v.message(
  v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(7), v.metadata({ wire: 'id' })),
  'Market Day Period must be one of 1 to 7.',
)

export const Market = v.object({
  id: Id,
  name: Text,
  period: Period,
  /** Held every so many days from its first day on, which is of that weekday; null for one of a weekday. */
  every_days: v.nullable(v.number()),
  from_day: v.nullable(Day),
  state: Text,
  lga: Text,
  /** Shown as Unknown if it is not a `MarketStatus`. */
  status: Text,
  created_at: Stamp,
})
export type Market = v.InferOutput<typeof Market>
/** With how many savings wallets keep it from being deleted. */
const OneMarket = v.object({ ...Market.entries, savings: v.optional(v.number()) })
export type OneMarket = v.InferOutput<typeof OneMarket>

export const marketColumns = columnsOf(Market, [
  { field: 'created_at', header: 'Created', kind: 'datetime' },
  { field: 'name', header: 'Name', kind: 'text' },
  { field: 'period', header: 'Period', kind: 'number' },
  { field: 'state', header: 'State', kind: 'text' },
  { field: 'lga', header: 'lga', kind: 'text' },
  { field: 'status', header: 'Status', kind: 'status' },
])

const marketFields = {
  name: v.pipe(
    Text,
    v.check((name) => name.trim() !== '', 'Market Name is required.'),
    v.maxLength(120, 'Market Name may have at most 120 characters.'),
  ),
  period: Period,
  state: requiredText('Please select a state.'),
  lga: requiredText('Please select an LGA.'),
  status: MarketStatus,
}
/** Of a market that is held every few days. Every 7 days is a weekday. */
const byDays = {
  every_days: v.message(
    v.pipe(
      v.number(),
      v.integer(),
      v.minValue(marketIntervals.least),
      v.maxValue(marketIntervals.most),
      v.metadata({ wire: 'id' }),
    ),
    `A market is held every ${marketIntervals.least} to ${marketIntervals.most} days.`,
  ),
  from_day: Day,
}
const { period: _period, ...placeFields } = marketFields
const viewers = anyOf('can-view-market-day', 'can-view-market-list')

export const marketCalls = group('markets', {
  getMarkets: read({
    reads: ['markets'],
    path: 'getmarket',
    access: viewers,
    input: v.object({ page: snakePageInput.page, per_page: snakePageInput.per_page }),
    output: v.object({ data: paged(Market) }),
    sortable: ['created_at', 'name', 'period', 'state', 'lga', 'status'],
  }),
  getMarket: read({
    reads: ['markets', 'savings'],
    path: 'getmarket',
    access: viewers,
    input: v.object({ id: Id }),
    output: v.object({ data: v.object({ data: v.array(OneMarket) }) }),
  }),
  createMarket: write({
    path: 'createmarket',
    access: anyOf('can-create-market-day'),
    input: v.object(marketFields),
    subject: ['name'],
    writes: ['markets'],
  }),
  /**
   * Name, state and lga are read-only; the status changes only with its own permission (rules.md, "Read-only
   * fields").
   */
  updateMarket: write({
    path: 'updatemarket',
    access: anyOf('can-edit-market-day'),
    input: v.object({ ...marketFields, marketId: Id }),
    subject: ['marketId'],
    writes: ['markets'],
  }),
  /** A market that is held every few days from a day on. */
  createMarketByDays: write({
    path: 'createmarket',
    access: anyOf('can-create-market-day'),
    input: v.object({ ...placeFields, ...byDays }),
    subject: ['name'],
    writes: ['markets'],
  }),
  /** The same of one that is there, which may have had a weekday. */
  updateMarketByDays: write({
    path: 'updatemarket',
    access: anyOf('can-edit-market-day'),
    input: v.object({ marketId: Id, status: MarketStatus, ...byDays }),
    subject: ['marketId'],
    writes: ['markets'],
  }),
  deleteMarket: write({
    path: 'deletemarket',
    access: anyOf('can-delete-market-day'),
    input: v.object({ marketId: Id }),
    subject: ['marketId'],
    writes: ['markets'],
    keepsSession: true,
  }),
})
