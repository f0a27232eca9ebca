import { calls } from '#contract/index'
import { useRouteState } from '#routing/navigation'
import { DeviceAction } from './DeviceAction'

export default function DeviceDelete() {
  const state = useRouteState('deviceDelete')
  return (
    <DeviceAction
      state={state}
      call={calls.agents.deleteDevice}
      body={{ device_id: state.device_id }}
      actionLabel="Delete Device"
      note="The device is removed from this agent’s list. It can’t be undone here."
      danger
    />
  )
}
