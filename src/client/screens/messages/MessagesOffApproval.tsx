import type { MessagesOffCase } from '#contract/calls/messages'
import { calls } from '#contract/index'
import { showDateTime } from '#domain/time/lagos'
import { type CaseProps, DecisionScreen } from '#forms/DecisionScreen'
import { RecordLink } from '#forms/decision/RecordLink'
import { useRouteState } from '#routing/navigation'
import { Card } from '#ui/layout/Card'
import { DecidedCard } from '#ui/text/Decided'
import { Fact, Facts } from '#ui/text/Facts'

const { getMessagesOffCase, messagesOffDecision } = calls.messages

/** A request to switch off a customer's messages, and the decision form. */
export default function MessagesOffApproval() {
  const { messages_off_id } = useRouteState('messagesOffApproval')
  return <Case id={messages_off_id} />
}

export function Case({ id }: Pick<CaseProps, 'id'>) {
  return (
    <DecisionScreen
      id={id}
      read={getMessagesOffCase}
      call={messagesOffDecision}
      list="messagesOff"
      back="Back to messages off"
      about={({ reference }) => ({ name: `request ${reference}` })}
      words={(chosen, { customer, reason }) => ({
        action: chosen === 'reject' ? 'Keep messages on' : `Switch off messages to ${customer}`,
        consequence:
          chosen === 'reject'
            ? 'The customer goes on hearing of each movement.'
            : 'The customer hears of no movement any more. Messages that still wait are not sent.',
        facts: <Fact label="Reason">{reason}</Fact>,
      })}
      title={({ customer }) => `Messages off for ${customer}`}
      decided={(one) => one.status !== 'pending' && <DecidedCard decision={one} />}
      obstacle={({ messages_on }) => (messages_on ? null : 'Messages to this customer are off already.')}
      against={({ against }) => against}
    >
      {(one) => <Summary request={one} />}
    </DecisionScreen>
  )
}

type Props = { request: MessagesOffCase }

const Summary = ({ request }: Props) => (
  <Card title="What you decide">
    <Facts>
      <Fact label="Request">{request.reference}</Fact>
      <Fact label="Customer">
        <RecordLink to="customerDetails" state={{ user_id: request.user_id }}>
          {request.customer}
        </RecordLink>
      </Fact>
      <Fact label="Phone">{request.phone_number}</Fact>
      <Fact label="Messages">{request.messages_on ? 'On' : 'Off'}</Fact>
      <Fact label="Reason">{request.reason}</Fact>
      <Fact label="Requested By">{`${request.requested_by_name}, ${showDateTime(request.created_at)}`}</Fact>
    </Facts>
  </Card>
)
