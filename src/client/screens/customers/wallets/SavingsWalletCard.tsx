import type { Customer, SavingsWallet } from '#contract/calls/customers'
import type { Kobo } from '#contract/values'
import { Card } from '#ui/layout/Card'
import { Fact, Facts } from '#ui/text/Facts'
import { Money } from '#ui/text/Money'
import { SavingsTransfer } from './SavingsTransfer'

type Props = { wallet: SavingsWallet; customer: Customer; mainBalance: Kobo; transfers: boolean }

/** One savings wallet, with the transfer form if `transfers` is set. */
export const SavingsWalletCard = ({ transfers, ...transferProps }: Props) => (
  <Card title={`${transferProps.wallet.type} ${transferProps.wallet.code}`}>
    <Facts>
      <Fact label="Balance">
        <Money amount={transferProps.wallet.balance} />
      </Fact>
      {transferProps.wallet.held && (
        <Fact label="Secures a loan">
          <Money amount={transferProps.wallet.held} />
        </Fact>
      )}
      <Fact label="Fixed amount">
        <Money amount={transferProps.wallet.fixed_amount} />
      </Fact>
    </Facts>
    {transfers && <SavingsTransfer {...transferProps} />}
  </Card>
)
