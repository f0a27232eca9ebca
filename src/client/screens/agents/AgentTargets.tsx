import { agentTargetColumns } from '#contract/calls/agentRows'
import { calls } from '#contract/index'
import { BackLink, useListPlace } from '#routing/navigation'
import { type RowOffer, useRowActions } from '#lists/rows/RowActions'
import { toAgent } from '#lists/rows/rowLinks'
import { useCall } from '#api/useCall'
import { useWholeList } from '#api/paging/useWholeList'
import { Age } from '#ui/text/Age'
import { DataTable } from '#ui/table/DataTable'
import { PrintButton } from '#ui/print/PrintButton'
import { Screen } from '#ui/layout/Screen'

export default function AgentTargets() {
  const targets = useCall(calls.agents.agentTarget, {})
  const rows = targets.data?.data.map((row) => ({
    ...row,
    name: `${row.first_name} ${row.last_name}`.trim(),
  }))
  const rowTools = useRowActions(actionsOf, ['agentDetails'])
  return (
    <Screen
      fill
      about={<Age updatedAt={targets.dataUpdatedAt} />}
      actions={
        <>
          <BackLink to="agents">Back to agents</BackLink>
          <PrintButton />
        </>
      }
    >
      <DataTable
        list={useWholeList(calls.agents.agentTarget, targets, rows, useListPlace())}
        name="agentTargets"
        columns={agentTargetColumns}
        empty="No agents targets found"
        {...rowTools}
      />
    </Screen>
  )
}

const actionsOf = ({ id, name }: { id: number; name: string }): RowOffer => ({ name, actions: [toAgent(id)] })
