import Box from '@mui/material/Box'
import type { Message, MessageSummary } from '#contract/calls/messages'
import { calls } from '#contract/index'
import { LinkButton } from '#routing/navigation'
import { pluralize } from '#domain/money/figures'
import { showDateTime } from '#domain/time/lagos'
import { useCall } from '#api/useCall'
import { Card } from '#ui/layout/Card'
import { Empty } from '#ui/feedback/Empty'
import { Fact, Facts } from '#ui/text/Facts'
import { Ready } from '#ui/feedback/Ready'
import { StatusChip } from '#ui/text/StatusChip'

/** Whether the customer hears of movements, and the last messages with their state. */
export function MessagesCard({ state }: { state: { user_id: number } }) {
  const summary = useCall(calls.messages.getMessageSummary, { customer_id: state.user_id })
  return (
    <Card
      title="Messages"
      action={
        <Box className="screen-only" sx={{ display: 'flex', gap: 1, flexWrap: 'wrap' }}>
          {summary.data && (
            <LinkButton
              to={summary.data.data.customer ? 'customerMessagesOff' : 'customerMessagesOn'}
              state={state}
            >
              {summary.data.data.customer ? 'Switch Off' : 'Switch On'}
            </LinkButton>
          )}
          <LinkButton to="customerMessages" state={state}>
            All Messages
          </LinkButton>
        </Box>
      }
    >
      <Ready query={summary}>
        {({ data }) => (
          <>
            <p>{settingText(data)}</p>
            {data.last.length === 0 ? (
              <Empty>No message to this customer</Empty>
            ) : (
              <Facts>
                {data.last.map((one) => (
                  <Fact key={one.id} label={showDateTime(one.created_at)}>
                    {one.text}
                    <MessageState message={one} />
                  </Fact>
                ))}
              </Facts>
            )}
          </>
        )}
      </Ready>
    </Card>
  )
}

const MessageState = ({ message: { state, attempts, segments = 1, problem } }: { message: Message }) => (
  <Box sx={{ display: 'flex', gap: 1, flexWrap: 'wrap', alignItems: 'center', mt: 0.5, fontWeight: 400 }}>
    <StatusChip status={state} />
    {[attempts > 0 && pluralize(attempts, 'attempt'), segments > 1 && `${segments} SMS`, problem]
      .filter(Boolean)
      .join(', ')}
  </Box>
)

function settingText({ business, customer, awaited }: MessageSummary) {
  if (!business) return 'Off for the whole business: no customer gets messages.'
  return customer
    ? `On: the customer hears of each movement by SMS.${awaited ? ` Request ${awaited} to switch them off awaits its approval.` : ''}`
    : 'Off: this customer hears of no movement.'
}
