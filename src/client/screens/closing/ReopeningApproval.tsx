import { calls } from '#contract/index'
import type { ReopeningCase } from '#contract/calls/closing'
import { type CaseProps, DecisionScreen } from '#forms/DecisionScreen'
import { useRouteState } from '#routing/navigation'
import { showDate, showDateTime } from '#domain/time/lagos'
import { Card } from '#ui/layout/Card'
import { Fact, Facts } from '#ui/text/Facts'
import { Money } from '#ui/text/Money'
import { OnlyDecision } from '#ui/text/Decided'
import { ReopeningFacts } from './ReopeningFacts'

const { getReopeningCase, reopeningDecision } = calls.closing

/** A reopening with what it takes back, and the decision form. */
export default function ReopeningApproval() {
  const { reopening_id } = useRouteState('reopeningApproval')
  return <Case id={reopening_id} />
}

export function Case({ id }: Pick<CaseProps, 'id'>) {
  return (
    <DecisionScreen
      id={id}
      read={getReopeningCase}
      call={reopeningDecision}
      list="reopenings"
      back="Back to reopened days"
      about={({ reference }) => ({ name: `reopening ${reference}` })}
      words={(chosen, one) => ({
        action: `${chosen === 'reject' ? 'Reject' : 'Accept'} reopening ${one.reference}`,
        consequence:
          chosen === 'reject'
            ? 'No money moves. The comment is stored as the reason, and the days can be requested again.'
            : 'All of it is taken back with entries of today, or nothing. Each day is closed again when it has ended.',
        facts: one.effect && <ReopeningFacts effect={one.effect} />,
      })}
      title={({ from_day }) => `Open the days from ${showDate(from_day)} on again`}
      decided={(one) => !one.effect && <Decided reopening={one} />}
      movesNow={() => true}
      obstacle={({ effect }) => effect?.obstacle}
      against={({ against }) => against}
    >
      {(one) =>
        one.effect && (
          <Card title="What you decide">
            <ReopeningFacts effect={one.effect}>
              <Request reopening={one} />
            </ReopeningFacts>
          </Card>
        )
      }
    </DecisionScreen>
  )
}

type Props = { reopening: ReopeningCase }

const Request = ({ reopening }: Props) => (
  <>
    <Fact label="Reopening">{reopening.reference}</Fact>
    <Fact label="Reason">{reopening.reason}</Fact>
    <Fact label="Requested By">{`${reopening.requested_by_name}, ${showDateTime(reopening.created_at)}`}</Fact>
  </>
)

/** Shown when another admin has already decided. */
const Decided = ({ reopening }: Props) => (
  <Card title="The decision">
    <Facts>
      <Request reopening={reopening} />
      <OnlyDecision decision={reopening} />
      <Fact label="Penalties">
        <Money amount={reopening.penalties} />
      </Fact>
      <Fact label="Interest">
        <Money amount={reopening.interest} />
      </Fact>
      <Fact label="Charges">
        <Money amount={reopening.charges} />
      </Fact>
      {reopening.commissions !== undefined && reopening.commissions > 0 && (
        <Fact label="Commissions">
          <Money amount={reopening.commissions} />
        </Fact>
      )}
      {reopening.paid_out !== undefined && reopening.paid_out > 0 && (
        <Fact label="Payouts of ended plans">
          <Money amount={reopening.paid_out} />
        </Fact>
      )}
    </Facts>
  </Card>
)
