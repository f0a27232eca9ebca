import { ChoiceChips, useAgentFilter, useMarketFilter, useSavingTypeFilter } from '#lists/ChoiceChips'
import { calls } from '#contract/index'
import { savingPortfolioColumns } from '#contract/calls/savings'
import { FirstOne } from '#lists/FirstOne'
import { ListSummary } from '#lists/ListSummary'
import { ExportCsv } from '#lists/export/ExportCsv'
import { useListPlace } from '#routing/navigation'
import { type RowOffer, useRowActions } from '#lists/rows/RowActions'
import { toAgent, toCustomer, toSaving } from '#lists/rows/rowLinks'
import { SearchBox } from '#lists/SearchBox'
import { type RowOf, usePagedList } from '#api/paging/usePagedList'
import { DataTable } from '#ui/table/DataTable'
import { PrintButton } from '#ui/print/PrintButton'
import { Screen } from '#ui/layout/Screen'
import { Total } from '#ui/text/Total'

export default function SavingsPortfolio() {
  const place = useListPlace()
  const list = usePagedList(calls.savings.getSavingPortfolio, place, {
    choices: [useMarketFilter(), useAgentFilter(), useSavingTypeFilter()],
  })
  const rowTools = useRowActions(actionsOf, actionRoutes)
  return (
    <Screen
      note="Active savings wallets. Balance: what the customer has now. The sum is of all balances."
      fill
      about={
        <>
          {!list.savedMatches && !list.query.error && (
            <Total label="Total Savings" amount={list.reply?.data.activeSave} />
          )}
          <ListSummary list={list} noun="saving" />
        </>
      }
      actions={<PrintButton />}
    >
      <DataTable
        filters={<ChoiceChips place={place} choices={list.choices} />}
        tools={<ExportCsv list={list} name="saving_portfolio_" />}
        list={list}
        name="savingsPortfolio"
        columns={savingPortfolioColumns}
        {...rowTools}
        empty="No saving portfolio found"
        first={
          <FirstOne to="customers" made="savingOpen" link="Open customers">
            A savings wallet is opened for a customer: Open Saving, in the row of the customer.
          </FirstOne>
        }
        search={
          <SearchBox
            place={place}
            hint="Reference, name or phone"
            emptyMessage="Please enter reference to search"
          />
        }
      />
    </Screen>
  )
}

const actionRoutes = [
  'savingDeposit',
  'savingPlanChange',
  'savingClose',
  'savingChanges',
  'customerSavingHistory',
  'customerDetails',
  'agentDetails',
] as const

const actionsOf = (row: RowOf<typeof calls.savings.getSavingPortfolio>): RowOffer => ({
  name: row.reference,
  actions: [
    { label: 'Deposit', to: 'savingDeposit', state: { savings_id: row.id } },
    toSaving(row.id, row.reference, row),
    toCustomer(row.user_id),
    toAgent(row.agent_id),
    { label: 'Change Plan', to: 'savingPlanChange', state: { savings_id: row.id } },
    { label: 'Close', to: 'savingClose', state: { savings_id: row.id } },
    {
      label: 'Changes',
      to: 'savingChanges',
      state: { savings_id: row.id, name: row.reference },
      isAside: true,
    },
  ],
})
