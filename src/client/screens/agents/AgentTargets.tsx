import { agentTargetColumns } from '#contract/agentRows'
import { calls } from '#contract/index'
import { BackLink } from '#app/navigation'
import { RowActions } from '#app/RowActions'
import { toAgent, useRowActions } from '#app/rowLinks'
import { useCall } from '#data/useCall'
import { useWholeList } from '#data/useWholeList'
import { Age } from '#ui/Age'
import { DataTable } from '#ui/DataTable'
import { PrintButton } from '#ui/PrintButton'
import { Screen } from '#ui/Screen'

export default function AgentTargets() {
  const targets = useCall(calls.agents.agentTarget, {})
  const rows = targets.data?.data.map((row) => ({
    ...row,
    name: `${row.first_name} ${row.last_name}`.trim(),
  }))
  const rowActions = useRowActions(['agentDetails'], actionsOf)
  return (
    <Screen
      fill
      about={<Age of={targets.dataUpdatedAt} />}
      actions={
        <>
          <BackLink to="agents">Back to agents</BackLink>
          <PrintButton />
        </>
      }
    >
      <DataTable
        list={useWholeList(targets, rows)}
        name="agentTargets"
        columns={agentTargetColumns}
        empty="No agents targets found"
        rowActions={rowActions}
      />
    </Screen>
  )
}

const actionsOf = ({ id, name }: { id: number; name: string }) => (
  <RowActions of={name}>{toAgent(id)}</RowActions>
)
