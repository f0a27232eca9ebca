import { calls } from '#contract/index'
import type { ReopeningCase } from '#contract/calls/closing'
import { BackLink, useRouteState } from '#routing/navigation'
import { showDateTime } from '#domain/time/lagos'
import { selectById } from '#api/selectById'
import { useCall } from '#api/useCall'
import { useSubmit, enabledUntilDone } from '#api/changes/useSubmit'
import { Age } from '#ui/text/Age'
import { Card } from '#ui/layout/Card'
import { CardGrid } from '#ui/layout/CardGrid'
import { Fact, Facts } from '#ui/text/Facts'
import { Money } from '#ui/text/Money'
import { Ready } from '#ui/feedback/Ready'
import { Screen } from '#ui/layout/Screen'
import { StatusChip } from '#ui/text/StatusChip'
import { ReopeningDecision } from './ReopeningDecision'
import { ReopeningFacts } from './ReopeningFacts'

const { getReopeningCase, reopeningDecision } = calls.closing

/** A reopening with what it takes back, and the decision form. */
export default function ReopeningApproval() {
  const { reopening_id: id } = useRouteState('reopeningApproval')
  const submit = useSubmit(reopeningDecision)
  const reopening = selectById(useCall(getReopeningCase, { id }, enabledUntilDone(submit)), id)
  return (
    <Screen
      about={<Age of={reopening.dataUpdatedAt} />}
      actions={<BackLink to="reopenings">Back to reopened days</BackLink>}
    >
      <Ready of={reopening}>
        {(one) =>
          one.effect ? (
            <CardGrid least={420}>
              <Card title="What you decide">
                <ReopeningFacts of={one.effect}>
                  <Request of={one} />
                </ReopeningFacts>
              </Card>
              <ReopeningDecision of={one} effect={one.effect} submit={submit} />
            </CardGrid>
          ) : (
            <Decided of={one} />
          )
        }
      </Ready>
    </Screen>
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
      <Fact label="Status">
        <StatusChip of={one.status} />
      </Fact>
      <Fact label="Decided By">
        {one.decided_at ? `${one.decided_by_name}, ${showDateTime(one.decided_at)}` : one.decided_by_name}
      </Fact>
      {one.comment && <Fact label="Comment">{one.comment}</Fact>}
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
