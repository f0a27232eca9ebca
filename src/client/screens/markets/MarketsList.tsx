import type { Column } from '#contract/call'
import { calls } from '#contract/index'
import { type Market, marketColumns } from '#contract/calls/markets'
import { FirstOne } from '#lists/FirstOne'
import { ListSummary } from '#lists/ListSummary'
import { LinkButton, useListPlace } from '#routing/navigation'
import { type RowOffer, useRowActions } from '#lists/rows/RowActions'
import { marketStatusText } from '#domain/statusText'
import { marketRowText } from '#domain/time/markets'
import { usePagedList } from '#api/paging/usePagedList'
import { DataTable } from '#ui/table/DataTable'
import { Screen } from '#ui/layout/Screen'

/** A market day with its period as text. */
type MarketRow = Market & { day: string }
const columns = marketColumns.map(
  (column): Column<MarketRow> =>
    column.field === 'period' ? { ...column, field: 'day', kind: 'text' } : column,
)

export default function MarketsList() {
  const list = usePagedList(calls.markets.getMarkets, useListPlace())
  const rows = list.rows?.map(
    (market): MarketRow => ({
      ...market,
      day: marketRowText(market),
      status: marketStatusText(market.status),
    }),
  )
  return (
    <Screen
      fill
      about={<ListSummary list={list} noun="market day" />}
      actions={
        <LinkButton to="marketCreate" variant="contained">
          Create Market Day
        </LinkButton>
      }
    >
      <DataTable
        list={{ ...list, rows }}
        name="markets"
        columns={columns}
        empty="No market day found"
        first={
          <FirstOne to="marketCreate" link="Create the first market day">
            A market day is a market with the day on which it is held.
          </FirstOne>
        }
        {...useRowActions(actionsOf, ['marketUpdate', 'marketDelete', 'marketChanges'])}
      />
    </Screen>
  )
}

const actionsOf = ({ id, name }: MarketRow): RowOffer => ({
  name,
  actions: [
    { label: 'Update', to: 'marketUpdate', state: { market_id: id } },
    { label: 'Delete', to: 'marketDelete', state: { market_id: id } },
    { label: 'History', to: 'marketChanges', state: { market_id: id, name }, isAside: true },
  ],
})
