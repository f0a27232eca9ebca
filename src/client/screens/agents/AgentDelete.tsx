import { calls } from '#contract/index'
import { useRouteState } from '#routing/navigation'
import { AgentAct } from './AgentAct'

export default function AgentDelete() {
  const { agent_id } = useRouteState('agentDelete')
  return (
    <AgentAct
      agentId={agent_id}
      call={calls.agents.deleteAgent}
      act="Delete Agent"
      note="An agent who still has customers can’t be deleted: reassign them first."
      danger
    />
  )
}
