import * as v from 'valibot'
import { columnsOf, group, read, write } from '../call'
import { anyOf } from '../permissions'
import { Id, paged, requiredText, snakePageInput, Stamp, Text } from '../values'

export const MarketStatus = v.picklist(['active', 'inactive'], 'Status must be active or inactive.')

/** The day of the week, 1 for Monday to 7 for Sunday. */
const Period = v.message(
  v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(7), v.metadata({ wire: 'id' })),
  'Market Day Period must be one of 1 to 7.',
)

export const Market = v.object({
  id: Id,
  name: Text,
  period: Period,
  state: Text,
  lga: Text,
  /** Shown as Unknown if it is not a `MarketStatus`. */
  status: Text,
  created_at: Stamp,
})
export type Market = v.InferOutput<typeof Market>

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
    reads: ['markets'],
    path: 'getmarket',
    access: viewers,
    input: v.object({ id: Id }),
    output: v.object({ data: v.object({ data: v.array(Market) }) }),
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
  deleteMarket: write({
    path: 'deletemarket',
    access: anyOf('can-delete-market-day'),
    input: v.object({ marketId: Id }),
    subject: ['marketId'],
    writes: ['markets'],
    keepsSession: true,
  }),
})
