import type { ReactNode } from 'react'
import type { CustomerPage } from '#contract/calls/customerPage'
import { pluralize } from '#domain/money/figures'
import { addKobo, formatNaira, subtractKobo, sumKobo } from '#domain/money/kobo'
import { RowActions } from '#lists/rows/RowActions'
import { Money } from '#ui/text/Money'

type Props = { page: CustomerPage; state: { user_id: number }; name: string }

/** What the customer has and owes. */
export function Balances({ page, state, name }: Props) {
  const { main_wallet, savings, debt, loans } = page
  const saved = sumKobo(savings.map(({ balance }) => balance))
  return (
    <div className="customer-strip">
      <Tile title="Main Wallet" amount={main_wallet.balance}>
        <small>
          {main_wallet.held > 0
            ? `${formatNaira(main_wallet.held)} held by withdrawals, ${formatNaira(subtractKobo(main_wallet.balance, main_wallet.held))} free`
            : 'free to withdraw'}
        </small>
        <span className="screen-only">
          <RowActions
            name={name}
            maxButtons={2}
            actions={[
              { label: 'Credit', to: 'customerCredit', state },
              { label: 'Withdraw', to: 'withdrawalCreate', state },
            ]}
          />
        </span>
      </Tile>
      <Tile title="Savings" amount={saved}>
        <small>{`in ${pluralize(savings.length, 'wallet')}`}</small>
      </Tile>
      {debt && (
        <>
          <Tile title="Loan Owed" amount={debt.owed}>
            <small>{`${pluralize(loans?.length ?? 0, 'loan')}, with interest and penalties`}</small>
          </Tile>
          <Tile title="Due Today" amount={addKobo(debt.late, debt.due_today)}>
            {debt.late > 0 ? (
              <small>
                <strong className="late">{`${formatNaira(debt.late)} late`}</strong>
                {`, ${pluralize(debt.days_late, 'day')}; ${formatNaira(debt.due_today)} of today`}
              </small>
            ) : (
              <small>nothing is late</small>
            )}
          </Tile>
        </>
      )}
    </div>
  )
}

type TileProps = { title: string; amount: Parameters<typeof Money>[0]['amount']; children: ReactNode }

const Tile = ({ title, amount, children }: TileProps) => (
  <section>
    <h2>{title}</h2>
    <strong className="customer-figure">
      <Money amount={amount} />
    </strong>
    {children}
  </section>
)
