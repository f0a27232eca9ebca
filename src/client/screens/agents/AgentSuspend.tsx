import { calls } from '#contract/index'
import { useRouteState } from '#routing/navigation'
import { AgentAction } from './AgentAction'

export default function AgentSuspend() {
  const { agent_id } = useRouteState('agentSuspend')
  return (
    <AgentAction
      agentId={agent_id}
      call={calls.agents.suspendAgent}
      actionLabel="Suspend Agent"
      note="The agent can’t sign in or collect any more. All sessions and devices of the agent end at once."
      against={({ status }) => (status === 'ACTIVE' ? undefined : 'Only an active agent can be suspended.')}
      danger
    />
  )
}
