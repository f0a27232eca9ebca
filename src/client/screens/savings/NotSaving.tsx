import { notSavingColumns, notSavingDays, usualNotSavingDays } from '#contract/calls/savingCards'
import { calls } from '#contract/index'
import { pluralize } from '#domain/money/figures'
import type { Choice } from '#domain/lists/filterWords'
import { type RowOf, usePagedList } from '#api/paging/usePagedList'
import { ChoiceChips, useAgentFilter, useMarketFilter } from '#lists/ChoiceChips'
import { ExportCsv } from '#lists/export/ExportCsv'
import { ListSummary } from '#lists/ListSummary'
import { type RowOffer, useRowActions } from '#lists/rows/RowActions'
import { toAgent, toCustomer } from '#lists/rows/rowLinks'
import { useListPlace } from '#routing/navigation'
import { Screen } from '#ui/layout/Screen'
import { PrintButton } from '#ui/print/PrintButton'
import { DataTable } from '#ui/table/DataTable'

/** For how long nothing was paid, at least. */
const days: Choice = {
  name: 'days',
  label: 'Days',
  all: `For ${usualNotSavingDays} days or more`,
  options: notSavingDays
    .filter((count) => count !== usualNotSavingDays)
    .map((count) => ({ value: String(count), label: `For ${pluralize(count, 'day')} or more` })),
}

/** The open wallets into which nothing was paid for some days, those without a deposit for longest first. */
export default function NotSaving() {
  const place = useListPlace()
  const list = usePagedList(calls.savings.getNotSaving, place, {
    choices: [useAgentFilter(), days, useMarketFilter()],
    initialSort: { field: 'since', order: 'asc' },
  })
  const rowTools = useRowActions(actionsOf, actionRoutes)
  return (
    <Screen
      note="Open savings wallets of active customers without a deposit for so many days, which count from its day of collection."
      fill
      about={<ListSummary list={list} noun="savings wallet" />}
      actions={<PrintButton />}
    >
      <DataTable
        tools={<ExportCsv list={list} name="not_saving_" />}
        list={list}
        name="notSaving"
        columns={notSavingColumns}
        chips={<ChoiceChips place={place} choices={list.choices.slice(0, 2)} />}
        filters={<ChoiceChips place={place} choices={list.choices.slice(2)} />}
        {...rowTools}
        empty="Everybody has saved in these days"
      />
    </Screen>
  )
}

const actionRoutes = ['savingDeposit', 'savingPlanChange', 'customerDetails', 'agentDetails'] as const

const actionsOf = (row: RowOf<typeof calls.savings.getNotSaving>): RowOffer => ({
  name: row.reference,
  actions: [
    toCustomer(row.user_id),
    { label: 'Deposit', to: 'savingDeposit', state: { savings_id: row.id } },
    { label: 'Change Plan', to: 'savingPlanChange', state: { savings_id: row.id } },
    toAgent(row.agent_id),
  ],
})
