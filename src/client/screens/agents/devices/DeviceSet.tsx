import type { AgentDevice } from '#contract/calls/agentRows'
import { calls } from '#contract/index'
import { useRouteState } from '#routing/navigation'
import { DeviceAction } from './DeviceAction'

export default function DeviceSet() {
  const state = useRouteState('deviceSet')
  return (
    <DeviceAction
      state={state}
      call={calls.agents.setDeviceToPrimary}
      body={state}
      actionLabel="Set As Primary"
      against={reasonOf}
      note="The agent’s other devices stop being primary."
    />
  )
}

function reasonOf({ is_approved, is_primary }: AgentDevice): string | undefined {
  if (!is_approved) return 'Approve this device before you make it primary.'
  return is_primary ? 'This device is already primary.' : undefined
}
