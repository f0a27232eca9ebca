import type { AgentDevice } from '#contract/calls/agentRows'
import { showDateTime } from '#domain/time/lagos'
import { Fact } from '#ui/text/Facts'

/** What a device said of itself, and when: nothing of one that has not called. */
export const ReportedFacts = ({ device: { model, clock, last_seen_at } }: { device: AgentDevice }) => (
  <>
    {model && <Fact label="Model">{model}</Fact>}
    {clock && <Fact label="Clock">{clock}</Fact>}
    {last_seen_at && <Fact label="Last Seen">{showDateTime(last_seen_at)}</Fact>}
  </>
)
