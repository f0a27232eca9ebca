import { calls } from '#contract/index'
import { useRouteState } from '#routing/navigation'
import { AgentAction } from './AgentAction'

export default function AgentDelete() {
  const { agent_id } = useRouteState('agentDelete')
  return (
    <AgentAction
      agentId={agent_id}
      call={calls.agents.deleteAgent}
      actionLabel="Delete Agent"
      note="An agent who still has customers or holds cash can’t be deleted: reassign the customers and record the remittance first."
      inCapitals
      danger
    />
  )
}
