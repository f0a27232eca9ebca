import { calls } from '#contract/index'
import { useRouteState } from '#routing/navigation'
import { DeviceAct } from './DeviceAct'

export default function DeviceDelete() {
  const state = useRouteState('deviceDelete')
  return (
    <DeviceAct
      state={state}
      call={calls.agents.deleteDevice}
      body={{ device_id: state.device_id }}
      act="Delete Device"
      note="The device is removed from this agent’s list. It can’t be undone here."
      danger
    />
  )
}
