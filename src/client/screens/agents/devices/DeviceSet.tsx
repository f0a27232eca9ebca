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
      note="The agent’s other devices stop being primary."
    />
  )
}
