import { calls } from '#contract/index'
import { useRouteState } from '#routing/navigation'
import { DeviceAct } from './DeviceAct'

export default function DeviceDisapprove() {
  const state = useRouteState('deviceDisapprove')
  return (
    <DeviceAct
      state={state}
      call={calls.agents.dissApproveDevice}
      body={{ device_id: state.device_id }}
      act="Disapprove Device"
      note="The agent can no longer sign in on this device, and it stops being primary."
      danger
    />
  )
}
