import { calls } from '#contract/index'
import { useRouteState } from '#routing/navigation'
import { DeviceAct } from './DeviceAct'

export default function DeviceApprove() {
  const state = useRouteState('deviceApprove')
  return (
    <DeviceAct
      state={state}
      call={calls.agents.approveDevice}
      body={{ device_id: state.device_id }}
      act="Approve Device"
      note="The agent can sign in on this device once it is approved."
    />
  )
}
