import Box from '@mui/material/Box'
import { HistoryCard } from '#lists/history/HistoryCard'

/** The last changes of an agent, on its two pages; not printed. */
export const AgentHistoryCard = ({ agentId, name }: { agentId: number; name: string }) => (
  <Box className="screen-only">
    <HistoryCard noun="agent" narrow id={agentId} to="agentChanges" state={{ agent_id: agentId, name }} />
  </Box>
)
