import type { BodyOf, NamedWrite } from '#contract/call'
import type { AgentDevice } from '#contract/calls/agentRows'
import { calls } from '#contract/index'
import { Decision } from '#forms/Decision'
import { BackLink, useGo } from '#routing/navigation'
import { useCall } from '#api/useCall'
import { useSubmit, enabledUntilDone } from '#api/changes/useSubmit'
import { showDateTime } from '#domain/time/lagos'
import { Empty } from '#ui/feedback/Empty'
import { Fact } from '#ui/text/Facts'
import { Ready } from '#ui/feedback/Ready'
import { Screen } from '#ui/layout/Screen'
import { StatusChip } from '#ui/text/StatusChip'
import { ReportedFacts } from './ReportedFacts'

type Props<C extends NamedWrite> = {
  state: { agent_id: number; device_id: number }
  call: C
  body: BodyOf<C>
  actionLabel: string
  /** The consequences. */
  note: string
  danger?: boolean
  /** Why the server would refuse it. */
  against?: (device: AgentDevice) => string | undefined
}

/** An action on one device: its facts and the button; then opens the agent's devices. */
export function DeviceAction<C extends NamedWrite>({ state, call, body, against, ...decision }: Props<C>) {
  const { agent_id, device_id } = state
  const go = useGo()
  const submit = useSubmit(call)
  const devices = useCall(calls.agents.agentDevice, { agent_id }, enabledUntilDone(submit))
  const device = devices.data?.agent.find(({ id }) => id === device_id)
  const press = () => submit.mutate(body, { onSuccess: () => go('agentDevices', { agent_id }) })
  return (
    <Screen
      actions={
        <BackLink to="agentDevices" state={{ agent_id }}>
          Back to devices
        </BackLink>
      }
    >
      <Ready query={devices}>
        {() =>
          device ? (
            <Decision
              call={call}
              submit={submit}
              onPress={press}
              disabledReason={submit.isSuccess ? undefined : against?.(device)}
              {...decision}
            >
              <Fact label="Agent">{device.agentName}</Fact>
              <Fact label="Device">{device.device_name}</Fact>
              <ReportedFacts device={device} />
              <Fact label="Primary">{device.is_primary ? 'Yes' : 'No'}</Fact>
              <Fact label="Approved">{device.is_approved ? 'Yes' : 'No'}</Fact>
              <Fact label="Status">
                <StatusChip status={device.status} />
              </Fact>
              <Fact label="Date Created">{showDateTime(device.created_at)}</Fact>
            </Decision>
          ) : (
            <Empty>Device not available</Empty>
          )
        }
      </Ready>
    </Screen>
  )
}
