import { type AgentDevice, waitingDeviceColumns } from '#contract/calls/agentRows'
import { calls } from '#contract/index'
import { ListSummary } from '#lists/ListSummary'
import { ExportCsv } from '#lists/export/ExportCsv'
import { BackLink, useListPlace } from '#routing/navigation'
import { useRowActions } from '#lists/rows/RowActions'
import { usePagedList } from '#api/paging/usePagedList'
import { DataTable } from '#ui/table/DataTable'
import { PrintButton } from '#ui/print/PrintButton'
import { Screen } from '#ui/layout/Screen'

/** Devices of all agents that wait for approval, as counted on the dashboard. */
export default function DevicesWaiting() {
  const list = usePagedList(calls.agents.waitingDevices, useListPlace())
  return (
    <Screen
      note="Devices of agents that were neither approved nor disapproved."
      fill
      about={<ListSummary list={list} noun="waiting device" />}
      actions={
        <>
          <BackLink to="agents">Back to agents</BackLink>
          <PrintButton />
        </>
      }
    >
      <DataTable
        tools={<ExportCsv list={list} name="waiting_device_list_" />}
        list={list}
        name="devicesWaiting"
        columns={waitingDeviceColumns}
        empty="No device waits for approval"
        {...useRowActions(
          ({ id, agent_id, device_name }: AgentDevice) => ({
            name: device_name,
            actions: [
              { label: 'Approve', to: 'deviceApprove', state: { agent_id, device_id: id } },
              { label: 'Disapprove', to: 'deviceDisapprove', state: { agent_id, device_id: id } },
              { label: 'Device', to: 'agentDevices', state: { agent_id } },
            ],
          }),
          changes,
        )}
      />
    </Screen>
  )
}

const changes = ['deviceApprove', 'deviceDisapprove', 'agentDevices'] as const
