import { calls } from '#contract/index'
import type { ReversalCase } from '#contract/calls/reversals'
import { type CaseProps, DecisionScreen } from '#forms/DecisionScreen'
import type { Wallet } from '#forms/decision/Wallets'
import { useRouteState } from '#routing/navigation'
import { addKobo, formatNaira, negateKobo } from '#domain/money/kobo'
import { showDateTime } from '#domain/time/lagos'
import { Card } from '#ui/layout/Card'
import { Fact } from '#ui/text/Facts'
import { DecidedCard } from '#ui/text/Decided'
import { MovementFacts, ReversalEffect } from './MovementFacts'

const { getReversalCase, reversalDecision } = calls.reversals

/** A reversal, the balances before and after it, and the decision form. */
export default function ReversalApproval() {
  const { reversal_id } = useRouteState('reversalApproval')
  return <Case id={reversal_id} />
}

export function Case({ id }: Pick<CaseProps, 'id'>) {
  return (
    <DecisionScreen
      id={id}
      read={getReversalCase}
      call={reversalDecision}
      list="reversals"
      back="Back to reversals"
      about={({ reference, amount }) => ({ name: `reversal ${reference}`, amount })}
      words={(chosen, one) => {
        const amount = formatNaira(one.amount)
        return {
          action: `${chosen === 'reject' ? 'Reject' : 'Accept'} reversal of ${amount}`,
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
      title={({ amount, customer }) =>
        `${formatNaira(amount)} taken back${customer ? ` from ${customer}` : ''}`
      }
      decided={(one) =>
        one.status !== 'pending' && (
          <DecidedCard decision={one}>
            {one.entry && <Fact label="Reversed By">{one.entry}</Fact>}
          </DecidedCard>
        )
      }
      wallets={walletsOf}
      movesNow={() => true}
      obstacle={({ obstacle }) => obstacle}
      against={({ against }) => against}
    >
      {(one) => <Summary reversal={one} />}
    </DecisionScreen>
  )
}

/** What changes, as far as the admin may see it. */
const walletsOf = ({ wallets, agent_holds, agent_change, amount }: ReversalCase): Wallet[] => [
  ...(wallets ?? []).map(({ name, balance, change }) => ({
    label: name,
    before: balance,
    after: addKobo(balance, change),
  })),
  ...(agent_holds === null
    ? []
    : [
        {
          label: 'Agent holds',
          before: agent_holds,
          after: addKobo(agent_holds, agent_change ?? negateKobo(amount)),
        },
      ]),
]

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
