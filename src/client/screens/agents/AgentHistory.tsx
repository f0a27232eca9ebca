import { agentActivityColumns } from '#contract/agentRows'
import { calls } from '#contract/index'
import { AboutList } from '#app/AboutList'
import { ListActions } from '#app/ListActions'
import { useListPlace } from '#app/navigation'
import { ReportSearch } from '#app/ReportSearch'
import { RowActions } from '#app/RowActions'
import { toAgent, useRowActions } from '#app/rowLinks'
import { useSaidAnswer } from '#app/useSaidAnswer'
import { type RowOf, usePagedList } from '#data/usePagedList'
import { DataTable } from '#ui/DataTable'
import { Screen } from '#ui/Screen'

export default function AgentHistory() {
  const place = useListPlace()
  const list = usePagedList(calls.agents.agentHistory, place)
  useSaidAnswer(list)
  const rowActions = useRowActions(['agentDetails'], actionsOf)
  return (
    <Screen
      fill
      about={<AboutList list={list} noun="activity" />}
      actions={<ListActions list={list} name="all_agent_history_" />}
    >
      <DataTable
        list={list}
        name="agentHistory"
        columns={agentActivityColumns}
        empty="No agents history found"
        search={<ReportSearch place={place} hint="Agent or action" />}
        rowActions={rowActions}
      />
    </Screen>
  )
}

const actionsOf = ({ name, agent_id }: RowOf<typeof calls.agents.agentHistory>) => (
  <RowActions of={name}>{toAgent(agent_id)}</RowActions>
)
