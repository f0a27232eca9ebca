import Box from '@mui/material/Box'
import { calls } from '#contract/index'
import { marketSavingsColumns } from '#contract/calls/savingCards'
import { formatNaira } from '#domain/money/kobo'
import { pluralize } from '#domain/money/figures'
import { type RowOf, usePagedList } from '#api/paging/usePagedList'
import { ChoiceChips, useAgentFilter, useSavingTypeFilter } from '#lists/ChoiceChips'
import { ExportCsv } from '#lists/export/ExportCsv'
import { ListSummary } from '#lists/ListSummary'
import { type RowOffer, useRowActions } from '#lists/rows/RowActions'
import { SearchBox } from '#lists/SearchBox'
import { useListPlace } from '#routing/navigation'
import { Screen } from '#ui/layout/Screen'
import { PrintButton } from '#ui/print/PrintButton'
import { DataTable } from '#ui/table/DataTable'

const { savingsByMarket } = calls.savings

/** Customers and savings by market; a row opens the wallets behind it. */
export default function SavingsByMarket() {
  const place = useListPlace()
  const list = usePagedList(savingsByMarket, place, {
    choices: [useAgentFilter(), useSavingTypeFilter()],
    initialSort: { field: 'name', order: 'asc' },
  })
  const { agent_id = '', savings_type_id = '' } = list.filters
  const rowTools = useRowActions(
    ({ id, name }: RowOf<typeof savingsByMarket>): RowOffer => ({
      name,
      actions: [
        {
          label: 'Wallets',
          to: 'savingsPortfolio',
          filters: { market_id: String(id), agent_id, savings_type_id },
        },
      ],
    }),
    ['savingsPortfolio'],
  )
  const without = list.savedMatches ? undefined : list.reply?.without
  return (
    <Screen
      note="Customers with an active savings wallet, and what these hold. Who saves in two markets counts once in the total."
      fill
      about={<ListSummary list={list} noun="market" />}
      actions={<PrintButton />}
    >
      {without && without.wallets > 0 && (
        <Box sx={{ color: 'text.secondary', fontSize: 14 }}>
          Savings without a market: {pluralize(without.customers, 'customer')}, {formatNaira(without.balance)}
          .
        </Box>
      )}
      <DataTable
        tools={<ExportCsv list={list} name="savings_by_market_" />}
        list={list}
        name="savingsByMarket"
        columns={marketSavingsColumns}
        chips={<ChoiceChips place={place} choices={list.choices} />}
        search={<SearchBox place={place} hint="Market" emptyMessage="Please enter a market to search" />}
        {...rowTools}
        empty="No market found"
      />
    </Screen>
  )
}
