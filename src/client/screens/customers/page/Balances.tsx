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
  // Without one there is no account whose movements could be shown.
  const hasLoans = (loans?.length ?? 0) + page.ended_count > 0
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
          ) : page.profile?.frozen ? (
            'frozen, nothing goes out'
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
      <FigureTile
        title="Savings"
        figure={
          <Figure rows={savings.length > 0 ? rows.savings : undefined} name="Savings">
            {formatNaira(saved)}
          </Figure>
        }
      >
        <small>{`in ${pluralize(savings.length, 'wallet')}`}</small>
      </FigureTile>
      {debt && (
        <>
          <FigureTile
            title="Loan Owed"
            figure={
              <Figure rows={hasLoans ? rows.owed : undefined} name="Loan owed">
                {formatNaira(debt.owed)}
              </Figure>
            }
          >
            <small>{`${pluralize(loans?.length ?? 0, 'loan')}, with interest and penalties`}</small>
          </FigureTile>
          <FigureTile
            title="Due Today"
            figure={
              <Figure rows={debt.late + debt.due_today > 0 ? rows.due() : undefined} name="Due today">
                {formatNaira(addKobo(debt.late, debt.due_today))}
              </Figure>
            }
          >
            {debt.late > 0 ? (
              <small>
                <strong className="late">
                  <FigureLink {...rows.due('late')} name="Late" amount={debt.late} />
                  {' late'}
                </strong>
                {`, ${pluralize(debt.days_late, 'day')}; `}
                <Figure rows={debt.due_today > 0 ? rows.due('today') : undefined} name="Due of today">
                  {formatNaira(debt.due_today)}
                </Figure>
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
