import type { Customer } from '#contract/calls/customers'
import type { Kobo } from '#contract/values'
import { subtractKobo } from '#domain/money/kobo'
import { Card } from '#ui/layout/Card'
import { CardGrid } from '#ui/layout/CardGrid'
import { Fact, Facts } from '#ui/text/Facts'
import { Figure } from '#ui/text/Figure'
import { Money } from '#ui/text/Money'
import { nameOf } from '../useCustomer'

type Props = { customer: Customer; wallet: { balance: Kobo; held: Kobo } }

/** The customer and their main wallet, with holds if there are any. */
export const MainWallet = ({ customer, wallet: { balance, held } }: Props) => (
  <CardGrid least={300}>
    <Card title={nameOf(customer)}>
      <Facts>
        <Fact label="Reference">{customer.reference}</Fact>
        <Fact label="Phone">{customer.phone_number}</Fact>
      </Facts>
    </Card>
    <Card title="Main Wallet">
      <Figure>
        <Money amount={balance} />
      </Figure>
      {held > 0 && (
        <Facts>
          <Fact label="Held for withdrawals">
            <Money amount={held} />
          </Fact>
          <Fact label="Can be withdrawn">
            <Money amount={subtractKobo(balance, held)} />
          </Fact>
        </Facts>
      )}
    </Card>
  </CardGrid>
)
