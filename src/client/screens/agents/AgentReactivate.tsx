import { calls } from '#contract/index'
import { useRouteState } from '#routing/navigation'
import { AgentAction } from './AgentAction'

export default function AgentReactivate() {
  const { agent_id } = useRouteState('agentReactivate')
  return (
    <AgentAction
      agentId={agent_id}
      call={calls.agents.reactivateAgent}
      actionLabel="Reactivate Agent"
      against={({ status }) =>
        status === 'SUSPENDED' ? undefined : 'Only a suspended agent can be reactivated.'
      }
      note="A suspended agent can sign in and collect again. The devices of the agent must be approved again."
    />
  )
}
