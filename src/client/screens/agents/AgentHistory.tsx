import { agentActivityColumns } from '#contract/calls/agentRows'
import { calls } from '#contract/index'
import { ListSummary } from '#lists/ListSummary'
import { ExportCsv } from '#lists/export/ExportCsv'
import { useListPlace } from '#routing/navigation'
import { ReportSearch } from '#lists/ReportSearch'
import { type RowOffer, useRowActions } from '#lists/rows/RowActions'
import { toAgent } from '#lists/rows/rowLinks'
import { useReplyToast } from '#lists/useReplyToast'
import { type RowOf, usePagedList } from '#api/paging/usePagedList'
import { DataTable } from '#ui/table/DataTable'
import { PrintButton } from '#ui/print/PrintButton'
import { Screen } from '#ui/layout/Screen'

export default function AgentHistory() {
  const place = useListPlace()
  const list = usePagedList(calls.agents.agentHistory, place)
  useReplyToast(list)
  const rowTools = useRowActions(actionsOf, ['agentDetails'])
  return (
    <Screen
      note="What agents did in their app, with its time."
      fill
      about={<ListSummary list={list} noun="activity" />}
      actions={<PrintButton />}
    >
      <DataTable
        tools={<ExportCsv list={list} name="all_agent_history_" />}
        list={list}
        name="agentHistory"
        columns={agentActivityColumns}
        empty="No agents history found"
        search={<ReportSearch place={place} hint="Agent or action" />}
        {...rowTools}
      />
    </Screen>
  )
}

const actionsOf = ({ name, agent_id }: RowOf<typeof calls.agents.agentHistory>): RowOffer => ({
  name,
  actions: [toAgent(agent_id)],
})
