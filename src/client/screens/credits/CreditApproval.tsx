import type { CreditCase } from '#contract/calls/credits'
import { calls } from '#contract/index'
import { addKobo, formatNaira } from '#domain/money/kobo'
import { showDateTime } from '#domain/time/lagos'
import { type CaseProps, DecisionScreen } from '#forms/DecisionScreen'
import { RecordLink } from '#forms/decision/RecordLink'
import { useRouteState } from '#routing/navigation'
import { Card } from '#ui/layout/Card'
import { BalanceChange } from '#ui/text/BalanceChange'
import { DecidedCard } from '#ui/text/Decided'
import { Fact, Facts } from '#ui/text/Facts'
import { Money } from '#ui/text/Money'

const { getCreditCase, creditDecision } = calls.credits

/** A requested credit with the balance that it changes, and the decision form. */
export default function CreditApproval() {
  const { credit_request_id } = useRouteState('creditApproval')
  return <Case id={credit_request_id} />
}

export function Case({ id }: Pick<CaseProps, 'id'>) {
  return (
    <DecisionScreen
      id={id}
      read={getCreditCase}
      call={creditDecision}
      list="creditRequests"
      back="Back to requested credits"
      about={({ reference, wallet, amount }) => ({ name: `${reference} for ${wallet}`, amount })}
      title={({ amount, wallet }) => `${formatNaira(amount)} for ${wallet}`}
      decided={(one) =>
        one.status !== 'pending' && (
          <DecidedCard decision={one}>
            {one.movement && <Fact label="Movement">{one.movement}</Fact>}
          </DecidedCard>
        )
      }
      wallets={({ wallet, balance, amount }) =>
        balance === null ? [] : [{ label: wallet, before: balance, after: addKobo(balance, amount) }]
      }
      movesNow={() => true}
      words={(chosen, one) => ({
        action: `${chosen === 'reject' ? 'Reject' : 'Accept'} credit of ${formatNaira(one.amount)}`,
        consequence:
          chosen === 'reject'
            ? 'Nothing is credited. The comment is stored as the reason.'
            : `${formatNaira(one.amount)} goes into the wallet at once. Count the cash first.`,
        facts: one.balance !== null && (
          <BalanceChange
            label={one.wallet}
            before={one.balance}
            after={chosen === 'reject' ? one.balance : addKobo(one.balance, one.amount)}
          />
        ),
      })}
      obstacle={({ obstacle }) => obstacle}
      against={({ against }) => against}
    >
      {(one) => <Summary credit={one} />}
    </DecisionScreen>
  )
}

type Props = { credit: CreditCase }

const Summary = ({ credit }: Props) => (
  <Card title="What you decide">
    <Facts>
      <Fact label="Amount">
        <Money amount={credit.amount} />
      </Fact>
      <Fact label="Wallet">
        {credit.user_id === null ? (
          credit.wallet
        ) : (
          <RecordLink to="customerDetails" state={{ user_id: credit.user_id }}>
            {credit.wallet}
          </RecordLink>
        )}
      </Fact>
      <Fact label="Reference">{credit.reference}</Fact>
      <Fact label="Reason">{credit.reason}</Fact>
      <Fact label="Requested By">{`${credit.requested_by_name}, ${showDateTime(credit.created_at)}`}</Fact>
      {credit.balance !== null && (
        <Fact label="Balance">
          <Money amount={credit.balance} />
        </Fact>
      )}
    </Facts>
  </Card>
)
