import { calls } from '#contract/index'
import type { ReversalCase } from '#contract/calls/reversals'
import { DecisionScreen } from '#forms/DecisionScreen'
import { useRouteState } from '#routing/navigation'
import { formatNaira } from '#domain/money/kobo'
import { showDateTime } from '#domain/time/lagos'
import { Card } from '#ui/layout/Card'
import { CardGrid } from '#ui/layout/CardGrid'
import { Fact } from '#ui/text/Facts'
import { DecidedCard } from '#ui/text/Decided'
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
              {one.customer && <Fact label="Customer">{one.customer}</Fact>}
              {chosen === 'accept' && <ReversalEffect movement={one} />}
            </>
          ),
        }
      }}
      obstacle={({ obstacle }) => obstacle}
      against={({ against }) => against}
    >
      {(one, form) => (
        <CardGrid least={420}>
          <Summary reversal={one} />
          {one.status === 'pending' ? (
            form
          ) : (
            <DecidedCard decision={one}>
              {one.entry && <Fact label="Reversed By">{one.entry}</Fact>}
            </DecidedCard>
          )}
        </CardGrid>
      )}
    </DecisionScreen>
  )
}

const Summary = ({ reversal }: { reversal: ReversalCase }) => (
  <Card title="What you decide">
    <MovementFacts movement={reversal}>
      <Fact label="Reversal">{reversal.reference}</Fact>
      <Fact label="Reason">{reversal.reason}</Fact>
      <Fact label="Requested By">{`${reversal.requested_by_name}, ${showDateTime(reversal.created_at)}`}</Fact>
      {reversal.status === 'pending' && <ReversalEffect movement={reversal} />}
    </MovementFacts>
  </Card>
)
