import type { Decision } from '#contract/calls/approvals'
import { calls } from '#contract/index'
import type { WithdrawalCase } from '#contract/calls/withdrawals'
import { type CaseProps, DecisionScreen } from '#forms/DecisionScreen'
import { RecordLink } from '#forms/decision/RecordLink'
import type { Wallet } from '#forms/decision/Wallets'
import { useRouteState } from '#routing/navigation'
import { formatNaira, subtractKobo } from '#domain/money/kobo'
import { showDateTime } from '#domain/time/lagos'
import { BalanceChange } from '#ui/text/BalanceChange'
import { ByAgent } from './ByAgent'
import { Card } from '#ui/layout/Card'
import { Fact, Facts } from '#ui/text/Facts'
import { Money } from '#ui/text/Money'
import { StandingCard, StandingFlags } from './StandingCard'
import { StatusChip } from '#ui/text/StatusChip'

const { getWithDrawal, WithDrawalRequestApproval } = calls.withdrawals

/** A withdrawal, the customer's balances, and the decision form. */
export default function WithdrawalApproval() {
  const { withdrawal_id } = useRouteState('withdrawalApproval')
  return <Case id={withdrawal_id} />
}

export function Case({ id }: Pick<CaseProps, 'id'>) {
  return (
    <DecisionScreen
      id={id}
      read={getWithDrawal}
      call={WithDrawalRequestApproval}
      list="withdrawals"
      back="Back to withdrawals"
      about={({ reference, customer, amount }) => ({ name: `${reference} for ${customer}`, amount })}
      title={({ amount, customer }) => `${formatNaira(amount)} for ${customer}`}
      flags={({ flags }) => flags}
      decided={(one) => one.status !== 'pending' && <Decided withdrawal={one} />}
      wallets={walletsOf}
      movesNow={({ first_of_two }) => !first_of_two}
      below={(one) => one.agent !== undefined && !one.first_of_two && <ByAgent withdrawal={one} />}
      uncommented="Fill status field"
      buttonOnceChosen
      words={wordsOf}
      against={({ against }) => against}
    >
      {(one) => (
        <>
          <Summary withdrawal={one} />
          {one.standing && <StandingCard standing={one.standing} />}
        </>
      )}
    </DecisionScreen>
  )
}

/** Before and after the payment. */
const walletsOf = ({ main_balance, main_held, amount }: WithdrawalCase): Wallet[] => [
  { label: 'Main wallet', before: main_balance, after: subtractKobo(main_balance, amount) },
  { label: 'Held for withdrawals', before: main_held, after: subtractKobo(main_held, amount) },
]

function wordsOf(chosen: Decision, one: WithdrawalCase) {
  const rejects = chosen === 'reject'
  const amount = formatNaira(one.amount)
  return {
    action: `${rejects ? 'Reject' : one.first_of_two ? 'First approval of' : 'Accept'} withdrawal of ${amount}`,
    consequence: rejects
      ? `${amount} is no longer held and stays with the customer. The comment is stored as the reason.`
      : one.first_of_two
        ? `Above the limit of the business: this is the first of two approvals. Another admin must approve it before ${amount} is paid.`
        : `${amount} is paid out of the customer’s main wallet at once. It can’t be undone here.`,
    facts: (
      <>
        <Fact label="Reference">{one.reference}</Fact>
        <Fact label="Customer">{one.customer}</Fact>
        <BalanceChange
          label="Main wallet"
          before={one.main_balance}
          after={rejects || one.first_of_two ? one.main_balance : subtractKobo(one.main_balance, one.amount)}
        />
        <BalanceChange
          label="Held"
          before={one.main_held}
          after={one.first_of_two && !rejects ? one.main_held : subtractKobo(one.main_held, one.amount)}
        />
      </>
    ),
  }
}

const Summary = ({ withdrawal }: { withdrawal: WithdrawalCase }) => (
  <Card title="What you decide">
    <Facts>
      <Fact label="Amount">
        <Money amount={withdrawal.amount} />
      </Fact>
      <Fact label="Customer">
        <RecordLink to="customerDetails" state={{ user_id: withdrawal.user_id }}>
          {withdrawal.customer}
        </RecordLink>
      </Fact>
      {withdrawal.standing && <StandingFlags standing={withdrawal.standing} />}
      <Fact label="Reference">{withdrawal.reference}</Fact>
      <Fact label="Description">{withdrawal.description}</Fact>
      <Fact label="Requested By">{withdrawal.admin}</Fact>
      <Fact label="Created">{showDateTime(withdrawal.created_at)}</Fact>
      {withdrawal.first_approved_by && (
        <Fact label="First Approval By">
          {`${withdrawal.first_approved_by}, ${showDateTime(withdrawal.first_approved_at)}`}
        </Fact>
      )}
      <Fact label="Main wallet">
        <Money amount={withdrawal.main_balance} />
      </Fact>
      {withdrawal.status === 'pending' && (
        <Fact label="Main wallet once paid">
          <Money amount={subtractKobo(withdrawal.main_balance, withdrawal.amount)} />
        </Fact>
      )}
      <Fact label="Held for withdrawals">
        <Money amount={withdrawal.main_held} />
      </Fact>
    </Facts>
  </Card>
)

/** Shown when another admin has already decided. */
const Decided = ({ withdrawal }: { withdrawal: WithdrawalCase }) => (
  <Card title="The decision">
    <Facts>
      <Fact label="Status">
        <StatusChip status={withdrawal.status} />
      </Fact>
      <Fact label="Decided By">{withdrawal.approved_by}</Fact>
      {withdrawal.paid_by && <Fact label="Paid By">{withdrawal.paid_by}</Fact>}
      {withdrawal.payment && (
        <Fact label="Payment">
          <StatusChip status={withdrawal.payment} />
        </Fact>
      )}
      {withdrawal.reversed_by && <Fact label="Reversed By">{withdrawal.reversed_by}</Fact>}
      {withdrawal.status === 'rejected' && (
        <Fact label="Rejection Reason">{withdrawal.rejection_reason}</Fact>
      )}
    </Facts>
  </Card>
)
