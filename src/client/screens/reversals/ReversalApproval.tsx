import { calls } from '#contract/index'
import type { ReversalCase } from '#contract/calls/reversals'
import { BackLink, useRouteState } from '#routing/navigation'
import { showDateTime } from '#domain/time/lagos'
import { selectById } from '#api/selectById'
import { useCall } from '#api/useCall'
import { useSubmit, enabledUntilDone } from '#api/changes/useSubmit'
import { Age } from '#ui/text/Age'
import { Card } from '#ui/layout/Card'
import { CardGrid } from '#ui/layout/CardGrid'
import { Fact, Facts } from '#ui/text/Facts'
import { Ready } from '#ui/feedback/Ready'
import { Screen } from '#ui/layout/Screen'
import { StatusChip } from '#ui/text/StatusChip'
import { ReversalDecision } from './ReversalDecision'
import { MovementFacts, ReversalEffect } from './MovementFacts'

const { getReversalCase, reversalDecision } = calls.reversals

/** A reversal, the balances before and after it, and the decision form. */
export default function ReversalApproval() {
  const { reversal_id: id } = useRouteState('reversalApproval')
  const submit = useSubmit(reversalDecision)
  const reversal = selectById(useCall(getReversalCase, { id }, enabledUntilDone(submit)), id)
  return (
    <Screen
      about={<Age of={reversal.dataUpdatedAt} />}
      actions={<BackLink to="reversals">Back to reversals</BackLink>}
    >
      <Ready of={reversal}>
        {(one) => (
          <CardGrid least={420}>
            <Summary of={one} />
            {one.status === 'pending' ? <ReversalDecision of={one} submit={submit} /> : <Decided of={one} />}
          </CardGrid>
        )}
      </Ready>
    </Screen>
  )
}

const Summary = ({ of: one }: { of: ReversalCase }) => (
  <Card title="What you decide">
    <MovementFacts of={one}>
      <Fact label="Reversal">{one.reference}</Fact>
      <Fact label="Reason">{one.reason}</Fact>
      <Fact label="Requested By">{`${one.requested_by_name}, ${showDateTime(one.created_at)}`}</Fact>
      {one.status === 'pending' && <ReversalEffect of={one} />}
    </MovementFacts>
  </Card>
)

/** Shown when another admin has already decided. */
const Decided = ({ of: one }: { of: ReversalCase }) => (
  <Card title="The decision">
    <Facts>
      <Fact label="Status">
        <StatusChip of={one.status} />
      </Fact>
      <Fact label="Decided By">
        {one.decided_at ? `${one.decided_by_name}, ${showDateTime(one.decided_at)}` : one.decided_by_name}
      </Fact>
      {one.comment && <Fact label="Comment">{one.comment}</Fact>}
      {one.entry && <Fact label="Reversed By">{one.entry}</Fact>}
    </Facts>
  </Card>
)
