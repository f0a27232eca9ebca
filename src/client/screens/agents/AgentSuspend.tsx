import { calls } from '#contract/index'
import { useRouteState } from '#routing/navigation'
import { AgentAct } from './AgentAct'

export default function AgentSuspend() {
  const { agent_id } = useRouteState('agentSuspend')
  return (
    <AgentAct
      agentId={agent_id}
      call={calls.agents.suspendAgent}
      act="Suspend Agent"
      note="The agent can’t sign in or collect any more. All sessions and devices of the agent end at once."
      danger
    />
  )
}
