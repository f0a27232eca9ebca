import { BackLink, LinkButton, useRouteState } from '#routing/navigation'
import { formatCount } from '#domain/money/figures'
import { showDateTime } from '#domain/time/lagos'
import { Age } from '#ui/text/Age'
import { Card } from '#ui/layout/Card'
import { Fact, Facts } from '#ui/text/Facts'
import { Money } from '#ui/text/Money'
import { PrintButton } from '#ui/print/PrintButton'
import { Ready } from '#ui/feedback/Ready'
import { Screen } from '#ui/layout/Screen'
import { StatusChip } from '#ui/text/StatusChip'
import { useAgent } from './useAgent'
import { AgentHistoryCard } from './AgentHistoryCard'

/** The agent's details, with customers, float, devices and last activity. */
export default function AgentMore() {
  const state = useRouteState('agentMore')
  const agent = useAgent(state.agent_id)
  return (
    <Screen
      title={agent.data?.name}
      about={<Age updatedAt={agent.dataUpdatedAt} />}
      actions={
        <>
          <BackLink to="agents">Back to agents</BackLink>
          <PrintButton />
          <LinkButton to="agentDevices" state={state}>
            Devices
          </LinkButton>
          <LinkButton to="agentDownline" state={state}>
            Downlines
          </LinkButton>
        </>
      }
    >
      <Ready query={agent}>
        {({ standing, ...one }) => (
          <>
            {standing && (
              <Card title="Standing" narrow>
                <Facts>
                  <Fact label="Customers">{formatCount(standing.customers_count)}</Fact>
                  <Fact label="Float">
                    <Money amount={standing.float} />
                  </Fact>
                  <Fact label="Held Since">
                    {standing.held_since ? showDateTime(standing.held_since) : 'No cash held'}
                  </Fact>
                  <Fact label="Devices">
                    {standing.devices.length === 0
                      ? 'Device not available'
                      : standing.devices.map(({ device_name }) => device_name).join(', ')}
                  </Fact>
                  <Fact label="Last Activity">
                    {standing.last_activity &&
                      `${standing.last_activity.action}, ${showDateTime(standing.last_activity.created_at)}`}
                  </Fact>
                </Facts>
              </Card>
            )}
            <Card title="Details" narrow>
              <Facts>
                <Fact label="Full Name">{one.name}</Fact>
                <Fact label="Phone">{one.phone_number}</Fact>
                <Fact label="Email">{one.email}</Fact>
                <Fact label="Status">
                  <StatusChip status={one.status} />
                </Fact>
                <Fact label="State">{one.state}</Fact>
                <Fact label="LGA">{one.lga}</Fact>
                <Fact label="Home Address">{one.home_address}</Fact>
                <Fact label="Office Address">{one.office_address}</Fact>
                <Fact label="Date Created">{showDateTime(one.created_at)}</Fact>
              </Facts>
            </Card>
            <AgentHistoryCard agentId={state.agent_id} name={one.name} />
          </>
        )}
      </Ready>
    </Screen>
  )
}
