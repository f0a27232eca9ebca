import type { Decision } from '#contract/calls/approvals'
import { calls } from '#contract/index'
import type { WithdrawalCase } from '#contract/calls/withdrawals'
import { DecisionScreen } from '#forms/DecisionScreen'
import { useRouteState } from '#routing/navigation'
import { formatNaira, subtractKobo } from '#domain/money/kobo'
import { showDateTime } from '#domain/time/lagos'
import { BalanceChange } from '#ui/text/BalanceChange'
import { Card } from '#ui/layout/Card'
import { CardGrid } from '#ui/layout/CardGrid'
import { Fact, Facts } from '#ui/text/Facts'
import { Money } from '#ui/text/Money'
import { StatusChip } from '#ui/text/StatusChip'

const { getWithDrawal, WithDrawalRequestApproval } = calls.withdrawals

/** A withdrawal, the customer's balances, and the decision form. */
export default function WithdrawalApproval() {
  const { withdrawal_id } = useRouteState('withdrawalApproval')
  return (
    <DecisionScreen
      id={withdrawal_id}
      read={getWithDrawal}
      call={WithDrawalRequestApproval}
      list="withdrawals"
      back="Back to withdrawals"
      about={({ reference, customer, amount }) => ({ name: `${reference} for ${customer}`, amount })}
      undecided={({ amount }) => `Decide on ${formatNaira(amount)}`}
      uncommented="Fill status field"
      words={wordsOf}
      against={({ against }) => against}
      compact
    >
      {(one, form) => (
        <CardGrid least={340}>
          <Summary of={one} />
          {one.status === 'pending' ? form : <Decided of={one} />}
        </CardGrid>
      )}
    </DecisionScreen>
  )
}

function wordsOf(chosen: Decision, one: WithdrawalCase) {
  const rejects = chosen === 'reject'
  const amount = formatNaira(one.amount)
  return {
    action: `${rejects ? 'Reject' : 'Approve'} withdrawal of ${amount}`,
    question: rejects
      ? `${amount} is no longer held and stays with the customer. The comment is stored as the reason.`
      : `${amount} is paid out of the customer’s main wallet at once. It can’t be undone here.`,
    facts: (
      <>
        <Fact label="Reference">{one.reference}</Fact>
        <Fact label="Customer">{one.customer}</Fact>
        <BalanceChange
          of="Main wallet"
          before={one.main_balance}
          after={rejects ? one.main_balance : subtractKobo(one.main_balance, one.amount)}
        />
        <BalanceChange of="Held" before={one.main_held} after={subtractKobo(one.main_held, one.amount)} />
      </>
    ),
  }
}

const Summary = ({ of: one }: { of: WithdrawalCase }) => (
  <Card title="What you decide">
    <Facts>
      <Fact label="Amount">
        <Money of={one.amount} />
      </Fact>
      <Fact label="Customer">{one.customer}</Fact>
      <Fact label="Reference">{one.reference}</Fact>
      <Fact label="Description">{one.description}</Fact>
      <Fact label="Requested by">{one.admin}</Fact>
      <Fact label="Created">{showDateTime(one.created_at)}</Fact>
      <Fact label="Main wallet">
        <Money of={one.main_balance} />
      </Fact>
      {one.status === 'pending' && (
        <Fact label="Main wallet once paid">
          <Money of={subtractKobo(one.main_balance, one.amount)} />
        </Fact>
      )}
      <Fact label="Held for withdrawals">
        <Money of={one.main_held} />
      </Fact>
    </Facts>
  </Card>
)

/** Shown when another admin has already decided. */
const Decided = ({ of: one }: { of: WithdrawalCase }) => (
  <Card title="The decision">
    <Facts>
      <Fact label="Status">
        <StatusChip of={one.status} />
      </Fact>
      <Fact label="Decided by">{one.approved_by}</Fact>
      {one.status === 'rejected' && <Fact label="Rejection Reason">{one.rejection_reason}</Fact>}
    </Facts>
  </Card>
)
