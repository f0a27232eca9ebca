import { PeriodFilter } from '#lists/PeriodFilter'
import { AmountFilter } from '#lists/AmountFilter'
import { ChoiceChips, kindChoice, statusChoice, useAgentFilter, useDeciderFilter } from '#lists/ChoiceChips'
import { calls } from '#contract/index'
import { reversalColumns } from '#contract/calls/reversals'
import { ListSummary } from '#lists/ListSummary'
import { ExportCsv } from '#lists/export/ExportCsv'
import { useListPlace } from '#routing/navigation'
import { type RowOffer, useRowActions } from '#lists/rows/RowActions'
import { toAgent, toCustomer } from '#lists/rows/rowLinks'
import { SearchBox } from '#lists/SearchBox'
import { WaitingChip } from '#lists/waiting'
import { type RowOf, usePagedList } from '#api/paging/usePagedList'
import { DataTable } from '#ui/table/DataTable'
import { PrintButton } from '#ui/print/PrintButton'
import { Screen } from '#ui/layout/Screen'

const { getReversals } = calls.reversals

export default function ReversalsList() {
  const place = useListPlace()
  const list = usePagedList(getReversals, place, {
    choices: [kindChoice, statusChoice, useAgentFilter(), useDeciderFilter()],
  })
  const rowTools = useRowActions(actionsOf, ['reversalApproval', 'customerDetails', 'agentDetails'])
  return (
    <Screen
      note="Requests to take a movement back, decided ones among them. An approved one is posted on the day of its approval."
      fill
      about={<ListSummary list={list} noun="reversal" />}
      actions={<PrintButton />}
    >
      <DataTable
        chips={<WaitingChip list={list} kinds={['reversals']} />}
        filters={
          <>
            <ChoiceChips place={place} choices={list.choices} />
            <AmountFilter place={place} />
            <PeriodFilter place={place} label="Created" />
          </>
        }
        tools={<ExportCsv list={list} name="reversals_" />}
        list={list}
        name="reversals"
        columns={reversalColumns}
        empty="No reversal found"
        search={
          <SearchBox
            place={place}
            hint="Reference or customer"
            emptyMessage="Please enter a reference or customer to search"
          />
        }
        {...rowTools}
      />
    </Screen>
  )
}

/** The decision is offered only while the reversal is undecided. */
const actionsOf = ({ id, status, reference, user_id, agent_id }: RowOf<typeof getReversals>): RowOffer => ({
  name: reference,
  actions: [
    status === 'pending' && { label: 'Approval', to: 'reversalApproval', state: { reversal_id: id } },
    toCustomer(user_id),
    toAgent(agent_id),
  ],
})
