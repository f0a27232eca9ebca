import { agentColumns } from '#contract/calls/agentRows'
import { calls } from '#contract/index'
import { ListSummary } from '#lists/ListSummary'
import { ListActions } from '#lists/ListActions'
import { LinkButton, RowAction, useListPlace } from '#routing/navigation'
import { RowActions } from '#lists/RowActions'
import { SearchBox } from '#lists/SearchBox'
import { usePagedList } from '#api/usePagedList'
import { DataTable } from '#ui/table/DataTable'
import { Screen } from '#ui/layout/Screen'

export default function AgentsList() {
  const place = useListPlace()
  const list = usePagedList(calls.agents.getAgents, place)
  return (
    <Screen
      fill
      about={<ListSummary list={list} noun="agent" />}
      actions={
        <>
          <ListActions list={list} name="all_agent_list_" />
          <LinkButton to="agentCreate" variant="contained">
            Create Agents
          </LinkButton>
        </>
      }
    >
      <DataTable
        list={list}
        name="agents"
        columns={agentColumns}
        empty="No agents found"
        search={
          <SearchBox
            place={place}
            hint="Name, phone or e-mail"
            emptyMessage="Please enter reference to search"
          />
        }
        rowActions={({ id, name, status }) => (
          <RowActions of={name}>
            <RowAction to="agentDetails" state={{ agent_id: id }}>
              Details
            </RowAction>
            <RowAction to="agentDevices" state={{ agent_id: id }}>
              Device
            </RowAction>
            <RowAction to="agentUpdate" state={{ agent_id: id }}>
              Update
            </RowAction>
            <RowAction to="agentDelete" state={{ agent_id: id }}>
              Delete
            </RowAction>
            <RowAction to="agentDownline" state={{ agent_id: id }}>
              Downline
            </RowAction>
            {status === 'SUSPENDED' ? (
              <RowAction to="agentReactivate" state={{ agent_id: id }}>
                Reactivate
              </RowAction>
            ) : (
              <RowAction to="agentSuspend" state={{ agent_id: id }}>
                Suspend
              </RowAction>
            )}
            <RowAction to="agentResetPassword" state={{ agent_id: id }}>
              Reset Password
            </RowAction>
          </RowActions>
        )}
      />
    </Screen>
  )
}
