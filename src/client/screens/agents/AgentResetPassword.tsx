import { calls } from '#contract/index'
import { useRouteState } from '#routing/navigation'
import { AgentAction } from './AgentAction'

export default function AgentResetPassword() {
  const { agent_id } = useRouteState('agentResetPassword')
  return (
    <AgentAction
      agentId={agent_id}
      call={calls.agents.resetAgentPassword}
      actionLabel="Reset Agent Password"
      note="A new one-time password is sent to the agent’s e-mail. The old one stops working at once."
      danger
    />
  )
}
