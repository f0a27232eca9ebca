import { BackLink, LinkButton, useRouteState } from '#routing/navigation'
import { showDateTime } from '#domain/time/lagos'
import { Age } from '#ui/text/Age'
import { Card } from '#ui/layout/Card'
import { Fact, Facts } from '#ui/text/Facts'
import { PrintButton } from '#ui/print/PrintButton'
import { Ready } from '#ui/feedback/Ready'
import { Screen } from '#ui/layout/Screen'
import { StatusChip } from '#ui/text/StatusChip'
import { useAgent } from './useAgent'
import { AgentHistoryCard } from './AgentHistoryCard'

export default function AgentDetails() {
  const state = useRouteState('agentDetails')
  const agent = useAgent(state.agent_id)
  return (
    <Screen
      about={<Age updatedAt={agent.dataUpdatedAt} />}
      actions={
        <>
          <BackLink to="agents">Back to agents</BackLink>
          <PrintButton />
          <LinkButton to="agentMore" state={state}>
            View more details
          </LinkButton>
        </>
      }
    >
      <Ready query={agent}>
        {(one) => (
          <>
            <Card narrow>
              <Facts>
                <Fact label="Full Name">{one.name}</Fact>
                <Fact label="Phone">{one.phone_number}</Fact>
                <Fact label="State">{one.state}</Fact>
                <Fact label="Email">{one.email}</Fact>
                <Fact label="Status">
                  <StatusChip status={one.status} />
                </Fact>
                <Fact label="LGA">{one.lga}</Fact>
                <Fact label="Date Created">{showDateTime(one.created_at)}</Fact>
                <Fact label="Device">{one.device ? deviceText(one.device) : 'Device not available'}</Fact>
              </Facts>
            </Card>
            <AgentHistoryCard agentId={state.agent_id} name={one.name} />
          </>
        )}
      </Ready>
    </Screen>
  )
}

const deviceText = (device: { device_name: string; is_primary: boolean; is_approved: boolean }) =>
  `${device.device_name}, ${device.is_primary ? 'primary' : 'not primary'}, ${device.is_approved ? 'approved' : 'not approved'}`
