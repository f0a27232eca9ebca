import { approvalStates } from '#contract/calls/approvals'
import { type RequestCase, walletLabel } from '#contract/calls/requests'
import { showDateTime } from '#domain/time/lagos'
import { BalanceChange } from '#ui/text/BalanceChange'
import { Card } from '#ui/layout/Card'
import { Decided } from '#ui/text/Decided'
import { Fact, Facts } from '#ui/text/Facts'
import { Money } from '#ui/text/Money'
import { StatusChip } from '#ui/text/StatusChip'
import { balanceAfter } from './decisionText'

/** The facts of a fund request: requester, decisions, and the wallet's balance after approval. */
export const RequestFacts = ({ request }: { request: RequestCase }) => (
  <Card title="What you decide">
    <Facts>
      <Fact label="Reference">{request.reference}</Fact>
      <Fact label="Amount">
        <Money amount={request.amount} />
      </Fact>
      <Fact label="Type">
        <StatusChip status={request.type} />
      </Fact>
      <Fact label="Wallet">{walletLabel(request.flag)}</Fact>
      <Fact label="Description">{request.description}</Fact>
      <Fact label="Requested By">{`${request.requested_by_name}, ${showDateTime(request.created_at)}`}</Fact>
      <Decided label="First Decision By" name={request.first_decision_name} at={request.first_decision_at} />
      <Decided
        label="Second Decision By"
        name={request.second_decision_name}
        at={request.second_decision_at}
      />
      <Fact label="Status">
        <StatusChip status={approvalStates[request.initial_status]} />
      </Fact>
      {request.reversed_by && <Fact label="Reversed By">{request.reversed_by}</Fact>}
      {request.initial_status < 2 && <WalletFacts request={request} />}
    </Facts>
  </Card>
)

/** The wallet's balance before and after, for admins who can see it. */
export const WalletFacts = ({ request }: { request: RequestCase }) =>
  request.wallet_balance !== null && (
    <BalanceChange before={request.wallet_balance} after={balanceAfter(request, request.wallet_balance)} />
  )
