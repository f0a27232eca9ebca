import { AmountFilter } from '#lists/AmountFilter'
import { ChoiceChips, statusChoice, useAgentFilter } from '#lists/ChoiceChips'
import { lateBatchColumns } from '#contract/calls/collections'
import { calls } from '#contract/index'
import { ListSummary } from '#lists/ListSummary'
import { ExportCsv } from '#lists/export/ExportCsv'
import { useListPlace } from '#routing/navigation'
import { type RowOffer, useRowActions } from '#lists/rows/RowActions'
import { toAgent } from '#lists/rows/rowLinks'
import { WaitingChip } from '#lists/waiting'
import { type RowOf, usePagedList } from '#api/paging/usePagedList'
import { DataTable } from '#ui/table/DataTable'
import { PrintButton } from '#ui/print/PrintButton'
import { Screen } from '#ui/layout/Screen'

const { getLateBatches } = calls.collections

export default function LateBatchesList() {
  const place = useListPlace()
  const list = usePagedList(getLateBatches, place, { choices: [statusChoice, useAgentFilter()] })
  const rowTools = useRowActions(actionsOf, ['lateBatchApproval', 'agentDetails'])
  return (
    <Screen
      note="What agents’ devices sent of closed days, or too late, decided ones among them. An approved one is recorded at its approval."
      fill
      about={<ListSummary list={list} noun="late batch" />}
      actions={<PrintButton />}
    >
      <DataTable
        chips={<WaitingChip list={list} kinds={['late_batches']} />}
        filters={
          <>
            <ChoiceChips place={place} choices={list.choices} />
            <AmountFilter place={place} />
          </>
        }
        tools={<ExportCsv list={list} name="late_batches_" />}
        list={list}
        name="lateBatches"
        columns={lateBatchColumns}
        empty="No late batch found"
        {...rowTools}
      />
    </Screen>
  )
}

const actionsOf = ({ id, status, reference, agent_id }: RowOf<typeof getLateBatches>): RowOffer => ({
  name: reference,
  actions: [
    {
      label: status === 'pending' ? 'Approval' : 'Decision',
      to: 'lateBatchApproval',
      state: { late_batch_id: id },
    },
    toAgent(agent_id),
  ],
})
