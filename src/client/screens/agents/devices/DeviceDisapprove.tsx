import { calls } from '#contract/index'
import { useRouteState } from '#routing/navigation'
import { DeviceAction } from './DeviceAction'

export default function DeviceDisapprove() {
  const state = useRouteState('deviceDisapprove')
  return (
    <DeviceAction
      state={state}
      call={calls.agents.dissApproveDevice}
      body={{ device_id: state.device_id }}
      actionLabel="Disapprove Device"
      note="The agent can no longer sign in on this device, and it stops being primary."
      against={({ status }) => (status === 'Disapproved' ? 'This device is already disapproved.' : undefined)}
      danger
    />
  )
}
