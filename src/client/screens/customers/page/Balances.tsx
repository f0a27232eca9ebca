import type { CustomerPage } from '#contract/calls/customerPage'
import { pluralize } from '#domain/money/figures'
import { addKobo, formatNaira, subtractKobo, sumKobo } from '#domain/money/kobo'
import { Figure, FigureLink } from '#lists/FigureLink'
import { RowActions } from '#lists/rows/RowActions'
import { FigureStrip, FigureTile } from '#ui/layout/FigureStrip'
import { Stated } from '#ui/text/Stated'
import { customerRows, heldRows } from './customerFigures'

type Props = { page: CustomerPage; state: { user_id: number }; name: string }

/** What the customer has and owes. */
export function Balances({ page, state, name }: Props) {
  const { main_wallet, savings, debt, loans } = page
  const saved = sumKobo(savings.map(({ balance }) => balance))
  const rows = customerRows(state.user_id)
  return (
    <FigureStrip>
      <FigureTile
        title="Main Wallet"
        figure={<FigureLink {...rows.main} name="Main wallet" amount={main_wallet.balance} />}
      >
        <small>
          {main_wallet.held > 0 ? (
            <>
              <Figure rows={heldRows(page)} name="Held by withdrawals">
                {formatNaira(main_wallet.held)}
              </Figure>
              {' held by withdrawals, '}
              <Stated as="rest">{formatNaira(subtractKobo(main_wallet.balance, main_wallet.held))}</Stated>
              {' free'}
            </>
          ) : (
            'free to withdraw'
          )}
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
      <FigureTile title="Savings" figure={<FigureLink {...rows.savings} name="Savings" amount={saved} />}>
        <small>{`in ${pluralize(savings.length, 'wallet')}`}</small>
      </FigureTile>
      {debt && (
        <>
          <FigureTile
            title="Loan Owed"
            figure={<FigureLink {...rows.owed} name="Loan owed" amount={debt.owed} />}
          >
            <small>{`${pluralize(loans?.length ?? 0, 'loan')}, with interest and penalties`}</small>
          </FigureTile>
          <FigureTile
            title="Due Today"
            figure={
              <FigureLink {...rows.due()} name="Due today" amount={addKobo(debt.late, debt.due_today)} />
            }
          >
            {debt.late > 0 ? (
              <small>
                <strong className="late">
                  <FigureLink {...rows.due('late')} name="Late" amount={debt.late} />
                  {' late'}
                </strong>
                {`, ${pluralize(debt.days_late, 'day')}; `}
                <FigureLink {...rows.due('today')} name="Due of today" amount={debt.due_today} />
                {' of today'}
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
