import { type RequestCase, requestStates, walletLabel } from '#contract/requests'
import type { Kobo } from '#contract/values'
import { addKobo, formatNaira, negateKobo, subtractKobo } from '#domain/kobo'
import { showDateTime } from '#domain/lagos'
import { Card } from '#ui/Card'
import { Fact, Facts } from '#ui/Facts'
import { Money } from '#ui/Money'
import { StatusChip } from '#ui/StatusChip'

/** What is decided: who asked for what, who decided so far, and what it makes of the wallet. */
export const RequestFacts = ({ of: request }: { of: RequestCase }) => (
  <Card title="What you decide">
    <Facts>
      <Fact label="Reference">{request.reference}</Fact>
      <Fact label="Amount">
        <Money of={request.amount} />
      </Fact>
      <Fact label="Type">
        <StatusChip of={request.type} />
      </Fact>
      <Fact label="Wallet">{walletLabel(request.flag)}</Fact>
      <Fact label="Description">{request.description}</Fact>
      <Fact label="Requested By">{byWhom(request.requested_by_name, request.created_at)}</Fact>
      {request.first_decision_name && (
        <Fact label="First Decision By">
          {byWhom(request.first_decision_name, request.first_decision_at)}
        </Fact>
      )}
      {request.second_decision_name && (
        <Fact label="Second Decision By">
          {byWhom(request.second_decision_name, request.second_decision_at)}
        </Fact>
      )}
      <Fact label="Status">
        <StatusChip of={requestStates[request.initial_status]} />
      </Fact>
      {request.initial_status < 2 && <WalletFacts of={request} />}
    </Facts>
  </Card>
)

/** The balance around it, for those who may know it. */
export function WalletFacts({ of: { wallet_balance, type, amount } }: { of: RequestCase }) {
  if (wallet_balance === null) return null
  const after = type === 'credit' ? addKobo(wallet_balance, amount) : subtractKobo(wallet_balance, amount)
  return (
    <>
      <Fact label="Balance before">
        <Money of={wallet_balance} />
      </Fact>
      <Fact label="Balance after">{after < 0 ? shortBy(negateKobo(after)) : <Money of={after} />}</Fact>
    </>
  )
}

const shortBy = (missing: Kobo) => `The wallet does not cover it: ${formatNaira(missing)} short`
const byWhom = (name: string, at: string | null) => (at ? `${name}, ${showDateTime(at)}` : name)
