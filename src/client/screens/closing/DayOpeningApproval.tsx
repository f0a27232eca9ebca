import { calls } from '#contract/index'
import type { DayOpeningCase } from '#contract/calls/closing'
import { DecisionScreen } from '#forms/DecisionScreen'
import { useRouteState } from '#routing/navigation'
import { showDate, showDateTime } from '#domain/time/lagos'
import { Card } from '#ui/layout/Card'
import { CardGrid } from '#ui/layout/CardGrid'
import { Fact, Facts } from '#ui/text/Facts'
import { OnlyDecision } from '#ui/text/Decided'

const { getDayOpeningCase, dayOpeningDecision } = calls.closing

/** An opening of a closed day, and the decision form. */
export default function DayOpeningApproval() {
  const { day_opening_id } = useRouteState('dayOpeningApproval')
  return (
    <DecisionScreen
      id={day_opening_id}
      read={getDayOpeningCase}
      call={dayOpeningDecision}
      list="dayOpenings"
      back="Back to openings of days"
      about={({ reference }) => ({ name: `opening ${reference}` })}
      words={(chosen, one) => ({
        action: `${chosen === 'reject' ? 'Reject' : 'Approve'} the opening of ${showDate(one.day)}`,
        consequence:
          chosen === 'reject'
            ? 'The day stays closed. The comment is stored as the reason, and an opening can be requested again.'
            : 'The day takes sheets and cash again, until it is closed again. The figures of its closing stay kept.',
        facts: <Request opening={one} />,
      })}
      obstacle={() => null}
      against={({ against }) => against}
    >
      {(one, form) => (
        <CardGrid least={420}>
          <Card title={one.status === 'pending' ? 'What you decide' : 'The decision'}>
            <Facts>
              <Request opening={one} />
              {one.status !== 'pending' && <OnlyDecision decision={one} />}
            </Facts>
          </Card>
          {one.status === 'pending' && form}
        </CardGrid>
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
