import { type AgentDevice, deviceColumns } from '#contract/calls/agentRows'
import { calls } from '#contract/index'
import { BackLink, useRouteState, useListPlace } from '#routing/navigation'
import { useRowActions } from '#lists/rows/RowActions'
import { useCall } from '#api/useCall'
import { useWholeList } from '#api/paging/useWholeList'
import { Age } from '#ui/text/Age'
import { Card } from '#ui/layout/Card'
import { DataTable } from '#ui/table/DataTable'
import { Fact, Facts } from '#ui/text/Facts'
import { Ready } from '#ui/feedback/Ready'
import { Screen } from '#ui/layout/Screen'
import { StatusChip } from '#ui/text/StatusChip'
import { useAgent } from '../useAgent'

const changes = ['deviceApprove', 'deviceSet', 'deviceDisapprove', 'deviceDelete'] as const

export default function AgentDevices() {
  const { agent_id } = useRouteState('agentDevices')
  const agent = useAgent(agent_id)
  const devices = useCall(calls.agents.agentDevice, { agent_id })
  const list = useWholeList(calls.agents.agentDevice, devices, devices.data?.agent, useListPlace())
  const rowTools = useRowActions((device: AgentDevice) => {
    const state = { agent_id, device_id: device.id }
    return {
      name: device.device_name,
      actions: [
        !device.is_approved && { label: 'Approve', to: 'deviceApprove', state },
        device.is_approved && !device.is_primary && { label: 'Set Primary', to: 'deviceSet', state },
        device.status !== 'Disapproved' && { label: 'Disapprove', to: 'deviceDisapprove', state },
        { label: 'Delete', to: 'deviceDelete', state },
      ],
    }
  }, changes)
  return (
    <Screen
      about={<Age updatedAt={devices.dataUpdatedAt} />}
      actions={<BackLink to="agents">Back to agents</BackLink>}
    >
      <Ready query={agent}>
        {(one) => (
          <>
            <Card title="Agent Profile" narrow>
              <Facts>
                <Fact label="Full Name">{one.name}</Fact>
                <Fact label="Phone">{one.phone_number}</Fact>
                <Fact label="Email">{one.email}</Fact>
                <Fact label="Status">
                  <StatusChip status={one.status} />
                </Fact>
              </Facts>
            </Card>
            <DataTable
              list={list}
              name="devices"
              columns={deviceColumns}
              empty="Device not available"
              {...rowTools}
            />
          </>
        )}
      </Ready>
    </Screen>
  )
}
