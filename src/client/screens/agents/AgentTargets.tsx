import { agentTargetColumns } from '#contract/agentRows'
import { calls } from '#contract/index'
import { BackLink } from '#app/navigation'
import { useCall } from '#data/useCall'
import { useWholeList } from '#data/useWholeList'
import { Age } from '#ui/Age'
import { DataTable } from '#ui/DataTable'
import { Screen } from '#ui/Screen'

export default function AgentTargets() {
  const targets = useCall(calls.agents.agentTarget, {})
  const rows = targets.data?.data.map((row) => ({
    ...row,
    name: `${row.first_name} ${row.last_name}`.trim(),
  }))
  return (
    <Screen
      fill
      about={<Age of={targets.dataUpdatedAt} />}
      actions={<BackLink to="agents">Back to agents</BackLink>}
    >
      <DataTable
        list={useWholeList(targets, rows)}
        name="agentTargets"
        columns={agentTargetColumns}
        empty="No agents targets found"
      />
    </Screen>
  )
}
