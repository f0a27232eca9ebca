import { agentActivityColumns } from '#contract/agentRows'
import { calls } from '#contract/index'
import { AboutList } from '#app/AboutList'
import { ExportCsv } from '#app/ExportCsv'
import { useListPlace } from '#app/navigation'
import { ReportSearch } from '#app/ReportSearch'
import { useSaidAnswer } from '#app/useSaidAnswer'
import { usePagedList } from '#data/usePagedList'
import { DataTable } from '#ui/DataTable'
import { Screen } from '#ui/Screen'

export default function AgentHistory() {
  const place = useListPlace()
  const list = usePagedList(calls.agents.agentHistory, place)
  useSaidAnswer(list)
  return (
    <Screen
      fill
      about={<AboutList list={list} noun="activities" />}
      actions={<ExportCsv list={list} name="all_agent_history_" />}
    >
      <DataTable
        list={list}
        name="agentHistory"
        columns={agentActivityColumns}
        empty="No agents history found"
        search={<ReportSearch place={place} hint="Agent or action" />}
      />
    </Screen>
  )
}
