import { approvalStates } from '#contract/calls/approvals'
import { PeriodFilter } from '#lists/PeriodFilter'
import { AmountFilter } from '#lists/AmountFilter'
import { ChoiceChips, choiceOf, useAgentFilter, useDeciderFilter } from '#lists/ChoiceChips'
import { cashDifferenceColumns, DifferenceType, differenceTypeLabels } from '#contract/calls/cash'
import { calls } from '#contract/index'
import { ListSummary } from '#lists/ListSummary'
import { ExportCsv } from '#lists/export/ExportCsv'
import { LinkButton, useListPlace } from '#routing/navigation'
import { type RowOffer, useRowActions } from '#lists/rows/RowActions'
import { toAgent, toReversal } from '#lists/rows/rowLinks'
import { SearchBox } from '#lists/SearchBox'
import { WaitingChip } from '#lists/waiting'
import { type RowOf, usePagedList } from '#api/paging/usePagedList'
import { DataTable } from '#ui/table/DataTable'
import { PrintButton } from '#ui/print/PrintButton'
import { Screen } from '#ui/layout/Screen'

const { getCashDifferences } = calls.cash
const types = choiceOf(
  'type',
  'Type',
  'All types',
  DifferenceType.options,
  (type) => differenceTypeLabels[type as DifferenceType],
)
const states = choiceOf('status', 'Status', 'All states', approvalStates)

export default function DifferencesList() {
  const place = useListPlace()
  const list = usePagedList(getCashDifferences, place, {
    choices: [types, states, useAgentFilter(), useDeciderFilter()],
  })
  const rowTools = useRowActions(actionsOf, [
    'differenceFirst',
    'differenceSecond',
    'agentDetails',
    'reversalCreate',
  ])
  return (
    <Screen
      note="Missing or surplus cash of agents and tills that is to be written off or kept, decided requests among them."
      fill
      about={<ListSummary list={list} noun="cash difference" />}
      actions={
        <>
          <PrintButton />
          <LinkButton to="differenceCreate" state={null} variant="contained">
            Request Difference
          </LinkButton>
        </>
      }
    >
      <DataTable
        chips={<WaitingChip list={list} kinds={['differences_first', 'differences_second']} />}
        filters={
          <>
            <ChoiceChips place={place} choices={list.choices} />
            <AmountFilter place={place} />
            <PeriodFilter place={place} label="Created" />
          </>
        }
        tools={<ExportCsv list={list} name="cash_differences_" />}
        list={list}
        name="cashDifferences"
        columns={cashDifferenceColumns}
        empty="No cash difference found"
        search={
          <SearchBox
            place={place}
            hint="Reference or agent"
            emptyMessage="Please enter a reference or agent to search"
          />
        }
        {...rowTools}
      />
    </Screen>
  )
}

/** The next decision, if the difference is undecided, or the reversal of one that was posted. */
const actionsOf = ({
  id,
  reference,
  state,
  agent_id,
  entry,
  reversed_by,
}: RowOf<typeof getCashDifferences>): RowOffer => ({
  name: reference,
  actions: [
    state === 0 && { label: 'First Approval', to: 'differenceFirst', state: { difference_id: id } },
    state === 1 && { label: 'Second Approval', to: 'differenceSecond', state: { difference_id: id } },
    toAgent(agent_id),
    toReversal({ reference: entry, reversed_by }),
  ],
})
