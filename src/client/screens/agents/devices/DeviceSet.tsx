import { calls } from '#contract/index'
import { useRouteState } from '#routing/navigation'
import { DeviceAct } from './DeviceAct'

export default function DeviceSet() {
  const state = useRouteState('deviceSet')
  return (
    <DeviceAct
      state={state}
      call={calls.agents.setDeviceToPrimary}
      body={state}
      act="Set As Primary"
      note="The agent’s other devices stop being primary."
    />
  )
}
