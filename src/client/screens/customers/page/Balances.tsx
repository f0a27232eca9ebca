import type { CustomerPage } from '#contract/calls/customerPage'
import { pluralize } from '#domain/money/figures'
import { addKobo, formatNaira, subtractKobo, sumKobo } from '#domain/money/kobo'
import { FigureLink } from '#lists/FigureLink'
import { RowActions } from '#lists/rows/RowActions'
import { FigureStrip, FigureTile } from '#ui/layout/FigureStrip'
import { Money } from '#ui/text/Money'

type Props = { page: CustomerPage; state: { user_id: number }; name: string }

/** What the customer has and owes. */
export function Balances({ page, state, name }: Props) {
  const { main_wallet, savings, debt, loans } = page
  const saved = sumKobo(savings.map(({ balance }) => balance))
  const statement = (account: 'main' | 'savings' | 'loans') =>
    ({ to: 'customerStatement', state, filters: { account } }) as const
  return (
    <FigureStrip>
      <FigureTile
        title="Main Wallet"
        figure={<FigureLink {...statement('main')} name="Main wallet" amount={main_wallet.balance} />}
      >
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
      </FigureTile>
      <FigureTile
        title="Savings"
        figure={<FigureLink {...statement('savings')} name="Savings" amount={saved} />}
      >
        <small>{`in ${pluralize(savings.length, 'wallet')}`}</small>
      </FigureTile>
      {debt && (
        <>
          <FigureTile
            title="Loan Owed"
            figure={<FigureLink {...statement('loans')} name="Loan owed" amount={debt.owed} />}
          >
            <small>{`${pluralize(loans?.length ?? 0, 'loan')}, with interest and penalties`}</small>
          </FigureTile>
          <FigureTile title="Due Today" figure={<Money amount={addKobo(debt.late, debt.due_today)} />}>
            {debt.late > 0 ? (
              <small>
                <strong className="late">{`${formatNaira(debt.late)} late`}</strong>
                {`, ${pluralize(debt.days_late, 'day')}; ${formatNaira(debt.due_today)} of today`}
              </small>
            ) : (
              <small>nothing is late</small>
            )}
          </FigureTile>
        </>
      )}
    </FigureStrip>
  )
}
