import { calls } from '#contract/index'
import { useRouteState } from '#routing/navigation'
import { AgentAct } from './AgentAct'

export default function AgentResetPassword() {
  const { agent_id } = useRouteState('agentResetPassword')
  return (
    <AgentAct
      agentId={agent_id}
      call={calls.agents.resetAgentPassword}
      act="Reset Agent Password"
      note="A new one-time password is sent to the agent’s e-mail. The old one stops working at once."
    />
  )
}
