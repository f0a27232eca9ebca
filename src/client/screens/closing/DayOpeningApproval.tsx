import { calls } from '#contract/index'
import type { DayOpeningCase } from '#contract/calls/closing'
import { type CaseProps, DecisionScreen } from '#forms/DecisionScreen'
import { useRouteState } from '#routing/navigation'
import { showDate, showDateTime } from '#domain/time/lagos'
import { Card } from '#ui/layout/Card'
import { Fact, Facts } from '#ui/text/Facts'
import { OnlyDecision } from '#ui/text/Decided'

const { getDayOpeningCase, dayOpeningDecision } = calls.closing

/** An opening of a closed day, and the decision form. */
export default function DayOpeningApproval() {
  const { day_opening_id } = useRouteState('dayOpeningApproval')
  return <Case id={day_opening_id} />
}

export function Case({ id }: Pick<CaseProps, 'id'>) {
  return (
    <DecisionScreen
      id={id}
      read={getDayOpeningCase}
      call={dayOpeningDecision}
      list="dayOpenings"
      back="Back to openings of days"
      about={({ reference }) => ({ name: `opening ${reference}` })}
      words={(chosen, one) => ({
        action: `${chosen === 'reject' ? 'Reject' : 'Accept'} the opening of ${showDate(one.day)}`,
        consequence:
          chosen === 'reject'
            ? 'The day stays closed. The comment is stored as the reason, and an opening can be requested again.'
            : 'The day takes sheets and cash again, until it is closed again. The figures of its closing stay kept.',
        facts: <Request opening={one} />,
      })}
      title={({ day }) => `Open ${showDate(day)} again`}
      decided={(one) =>
        one.status !== 'pending' && (
          <Card title="The decision">
            <Facts>
              <OnlyDecision decision={one} />
            </Facts>
          </Card>
        )
      }
      against={({ against }) => against}
    >
      {(one) => (
        <Card title="What you decide">
          <Facts>
            <Request opening={one} />
          </Facts>
        </Card>
      )}
    </DecisionScreen>
  )
}

const Request = ({ opening }: { opening: DayOpeningCase }) => (
  <>
    <Fact label="Opening">{opening.reference}</Fact>
    <Fact label="Day">{showDate(opening.day)}</Fact>
    <Fact label="Closed">
      {`${showDateTime(opening.closed_at)}, by ${opening.closed_by_name ?? 'the server'}`}
    </Fact>
    <Fact label="Reason">{opening.reason}</Fact>
    <Fact label="Requested By">{`${opening.requested_by_name}, ${showDateTime(opening.created_at)}`}</Fact>
  </>
)
