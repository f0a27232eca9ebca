import { calls } from '#contract/index'
import type { WithdrawalCase } from '#contract/calls/withdrawals'
import { BackLink, useRouteState } from '#routing/navigation'
import { subtractKobo } from '#domain/money/kobo'
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
import { DecisionForm } from './DecisionForm'

const { getWithDrawal, WithDrawalRequestApproval } = calls.withdrawals

/** A withdrawal, the customer's balances, and the decision form. */
export default function WithdrawalApproval() {
  const { withdrawal_id } = useRouteState('withdrawalApproval')
  const submit = useSubmit(WithDrawalRequestApproval)
  const request = selectById(
    useCall(getWithDrawal, { id: withdrawal_id }, enabledUntilDone(submit)),
    withdrawal_id,
  )
  return (
    <Screen
      about={<Age of={request.dataUpdatedAt} />}
      actions={<BackLink to="withdrawals">Back to withdrawals</BackLink>}
    >
      <Ready of={request}>
        {(one) => (
          <CardGrid least={340}>
            <Summary of={one} />
            {one.status === 'pending' ? <DecisionForm of={one} submit={submit} /> : <Decided of={one} />}
          </CardGrid>
        )}
      </Ready>
    </Screen>
  )
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
