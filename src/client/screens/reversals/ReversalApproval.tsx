import { calls } from '#contract/index'
import type { ReversalCase } from '#contract/calls/reversals'
import { DecisionScreen } from '#forms/DecisionScreen'
import { useRouteState } from '#routing/navigation'
import { formatNaira } from '#domain/money/kobo'
import { showDateTime } from '#domain/time/lagos'
import { Card } from '#ui/layout/Card'
import { CardGrid } from '#ui/layout/CardGrid'
import { Fact, Facts } from '#ui/text/Facts'
import { OnlyDecision } from '#ui/text/Decided'
import { MovementFacts, ReversalEffect } from './MovementFacts'

const { getReversalCase, reversalDecision } = calls.reversals

/** A reversal, the balances before and after it, and the decision form. */
export default function ReversalApproval() {
  const { reversal_id } = useRouteState('reversalApproval')
  return (
    <DecisionScreen
      id={reversal_id}
      read={getReversalCase}
      call={reversalDecision}
      list="reversals"
      back="Back to reversals"
      about={({ reference, amount }) => ({ name: `reversal ${reference}`, amount })}
      words={(chosen, one) => {
        const amount = formatNaira(one.amount)
        return {
          action: `${chosen === 'reject' ? 'Reject' : 'Approve'} reversal of ${amount}`,
          consequence:
            chosen === 'reject'
              ? 'No money moves. The comment is stored as the reason, and the reversal can be requested again.'
              : `${amount} of ${one.original} is taken back with an entry of today. A reversal can’t be reversed.`,
          facts: (
            <>
              <Fact label="Movement">{`${one.original}, ${one.kind}`}</Fact>
              <Fact label="Customer">{one.customer}</Fact>
              {chosen === 'accept' && <ReversalEffect of={one} />}
            </>
          ),
        }
      }}
      obstacle={({ obstacle }) => obstacle}
      against={({ against }) => against}
    >
      {(one, form) => (
        <CardGrid least={420}>
          <Summary of={one} />
          {one.status === 'pending' ? form : <Decided of={one} />}
        </CardGrid>
      )}
    </DecisionScreen>
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
      <OnlyDecision of={one} />
      {one.entry && <Fact label="Reversed By">{one.entry}</Fact>}
    </Facts>
  </Card>
)
