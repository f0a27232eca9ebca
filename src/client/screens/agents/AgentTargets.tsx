import { today } from '#device/today'
import { agentTargetColumns } from '#contract/calls/agentRows'
import { calls } from '#contract/index'
import { allMonths } from '#forms/monthOptions'
import { ChoiceChips } from '#lists/ChoiceChips'
import { BackLink, LinkButton, useListPlace } from '#routing/navigation'
import { type RowOffer, useRowActions } from '#lists/rows/RowActions'
import { toAgent } from '#lists/rows/rowLinks'
import { useCall } from '#api/useCall'
import { useWholeList } from '#api/paging/useWholeList'
import { Age } from '#ui/text/Age'
import { DataTable } from '#ui/table/DataTable'
import { PrintButton } from '#ui/print/PrintButton'
import { Screen } from '#ui/layout/Screen'

export default function AgentTargets() {
  const place = useListPlace()
  const { month } = place.filters
  const targets = useCall(calls.agents.agentTarget, month ? { month } : {}, { keepPrevious: true })
  const rows = targets.data?.data.map((row) => ({
    ...row,
    name: `${row.first_name} ${row.last_name}`.trim(),
  }))
  const rowTools = useRowActions(actionsOf, ['agentTargetSet', 'agentDetails'])
  return (
    <Screen
      fill
      note="What the agents with a target were to bring in the month, and what came: collected and recorded in it, less what was reversed in it, and customers recruited."
      about={<Age updatedAt={targets.dataUpdatedAt} />}
      actions={
        <>
          <BackLink to="agents">Back to agents</BackLink>
          <PrintButton />
          <LinkButton to="agentTargetSet" state={null} variant="contained">
            Set Target
          </LinkButton>
        </>
      }
    >
      <DataTable
        list={useWholeList(calls.agents.agentTarget, targets, rows, place)}
        chips={
          <ChoiceChips
            place={place}
            choices={[{ name: 'month', label: 'Month', all: 'This month', options: allMonths(today()) }]}
          />
        }
        name="agentTargets"
        columns={agentTargetColumns}
        empty="No agents targets found"
        {...rowTools}
      />
    </Screen>
  )
}

const actionsOf = ({ id, name }: { id: number; name: string }): RowOffer => ({
  name,
  actions: [{ label: 'Set Target', to: 'agentTargetSet', state: { agent_id: id } }, toAgent(id)],
})
