import { agentColumns } from '#contract/calls/agentRows'
import { calls } from '#contract/index'
import { ChoiceChips, choiceOf } from '#lists/ChoiceChips'
import { FirstOne } from '#lists/FirstOne'
import { ListSummary } from '#lists/ListSummary'
import { ExportCsv } from '#lists/export/ExportCsv'
import { LinkButton, useListPlace } from '#routing/navigation'
import { useRowActions } from '#lists/rows/RowActions'
import { SearchBox } from '#lists/SearchBox'
import { type RowOf, usePagedList } from '#api/paging/usePagedList'
import { DataTable } from '#ui/table/DataTable'
import { PrintButton } from '#ui/print/PrintButton'
import { Screen } from '#ui/layout/Screen'

const states = choiceOf('status', 'Status', 'All states', ['ACTIVE', 'SUSPENDED'], (state) => state)

export default function AgentsList() {
  const place = useListPlace()
  const list = usePagedList(calls.agents.getAgents, place, { choices: [states] })
  return (
    <Screen
      note="All agents but deleted ones, suspended ones among them."
      fill
      about={<ListSummary list={list} noun="agent" />}
      actions={
        <>
          <PrintButton />
          <LinkButton to="agentCreate" variant="contained">
            Create Agents
          </LinkButton>
        </>
      }
    >
      <DataTable
        chips={<ChoiceChips place={place} choices={list.choices} />}
        tools={<ExportCsv list={list} name="all_agent_list_" />}
        list={list}
        name="agents"
        columns={agentColumns}
        empty="No agents found"
        first={
          <FirstOne to="agentCreate" link="Create the first agent">
            Agents collect what customers save. Each customer has one.
          </FirstOne>
        }
        search={
          <SearchBox
            place={place}
            hint="Name, phone or e-mail"
            emptyMessage="Please enter reference to search"
          />
        }
        {...useRowActions(({ id, name, status }: RowOf<typeof calls.agents.getAgents>) => ({
          name,
          actions: [
            { label: 'Details', to: 'agentDetails', state: { agent_id: id } },
            { label: 'Device', to: 'agentDevices', state: { agent_id: id } },
            { label: 'Update', to: 'agentUpdate', state: { agent_id: id } },
            { label: 'Delete', to: 'agentDelete', state: { agent_id: id } },
            { label: 'Downline', to: 'agentDownline', state: { agent_id: id } },
            status === 'SUSPENDED'
              ? { label: 'Reactivate', to: 'agentReactivate', state: { agent_id: id } }
              : { label: 'Suspend', to: 'agentSuspend', state: { agent_id: id } },
            { label: 'Reset Password', to: 'agentResetPassword', state: { agent_id: id } },
          ],
        }))}
      />
    </Screen>
  )
}
