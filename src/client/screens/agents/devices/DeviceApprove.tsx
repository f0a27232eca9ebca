import { calls } from '#contract/index'
import { useRouteState } from '#routing/navigation'
import { DeviceAction } from './DeviceAction'

export default function DeviceApprove() {
  const state = useRouteState('deviceApprove')
  return (
    <DeviceAction
      state={state}
      call={calls.agents.approveDevice}
      body={{ device_id: state.device_id }}
      actionLabel="Approve Device"
      note="The agent can sign in on this device once it is approved."
      against={(device) => (device.is_approved ? 'This device is already approved.' : undefined)}
    />
  )
}
