import { calls } from '#contract/index'
import type { ReopeningCase } from '#contract/calls/closing'
import { DecisionScreen } from '#forms/DecisionScreen'
import { useRouteState } from '#routing/navigation'
import { showDateTime } from '#domain/time/lagos'
import { Card } from '#ui/layout/Card'
import { CardGrid } from '#ui/layout/CardGrid'
import { Fact, Facts } from '#ui/text/Facts'
import { Money } from '#ui/text/Money'
import { OnlyDecision } from '#ui/text/Decided'
import { ReopeningFacts } from './ReopeningFacts'

const { getReopeningCase, reopeningDecision } = calls.closing

/** A reopening with what it takes back, and the decision form. */
export default function ReopeningApproval() {
  const { reopening_id } = useRouteState('reopeningApproval')
  return (
    <DecisionScreen
      id={reopening_id}
      read={getReopeningCase}
      call={reopeningDecision}
      list="reopenings"
      back="Back to reopened days"
      about={({ reference }) => ({ name: `reopening ${reference}` })}
      words={(chosen, one) => ({
        action: `${chosen === 'reject' ? 'Reject' : 'Approve'} reopening ${one.reference}`,
        consequence:
          chosen === 'reject'
            ? 'No money moves. The comment is stored as the reason, and the days can be requested again.'
            : 'All of it is taken back with entries of today, or nothing. Each day is closed again when it has ended.',
        facts: one.effect && <ReopeningFacts of={one.effect} />,
      })}
      obstacle={({ effect }) => effect?.obstacle}
      against={({ against }) => against}
    >
      {(one, form) =>
        one.effect ? (
          <CardGrid least={420}>
            <Card title="What you decide">
              <ReopeningFacts of={one.effect}>
                <Request of={one} />
              </ReopeningFacts>
            </Card>
            {form}
          </CardGrid>
        ) : (
          <Decided of={one} />
        )
      }
    </DecisionScreen>
  )
}

type Props = { of: ReopeningCase }

const Request = ({ of: one }: Props) => (
  <>
    <Fact label="Reopening">{one.reference}</Fact>
    <Fact label="Reason">{one.reason}</Fact>
    <Fact label="Requested By">{`${one.requested_by_name}, ${showDateTime(one.created_at)}`}</Fact>
  </>
)

/** Shown when another admin has already decided. */
const Decided = ({ of: one }: Props) => (
  <Card title="The decision">
    <Facts>
      <Request of={one} />
      <OnlyDecision of={one} />
      <Fact label="Penalties">
        <Money of={one.penalties} />
      </Fact>
      <Fact label="Interest">
        <Money of={one.interest} />
      </Fact>
      <Fact label="Charges">
        <Money of={one.charges} />
      </Fact>
    </Facts>
  </Card>
)
