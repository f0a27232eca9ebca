import type { CustomerSaving } from '#contract/calls/customerPage'
import type { Customer } from '#contract/calls/customers'
import { pluralize } from '#domain/money/figures'
import { formatNaira, sumKobo } from '#domain/money/kobo'
import { formatRate } from '#domain/money/rates'
import { rowContributionText } from '#domain/savings/planChange'
import { showDate } from '#domain/time/lagos'
import { FigureLink } from '#lists/FigureLink'
import { RowActions } from '#lists/rows/RowActions'
import { toSaving } from '#lists/rows/rowLinks'
import { LinkButton } from '#routing/navigation'
import { Empty } from '#ui/feedback/Empty'
import { Card } from '#ui/layout/Card'
import { stated } from '#ui/text/Stated'
import { customerRows } from './customerFigures'

type Props = {
  wallets: readonly CustomerSaving[]
  state: { user_id: number }
  owner: Pick<Customer, 'first_name' | 'last_name'> | null
}

/** The savings wallets, each with a meter to what its deposits add up to. */
export function Savings({ wallets, state, owner }: Props) {
  const rows = customerRows(state.user_id)
  return (
    <Card
      title="Savings Wallets"
      action={
        <span className="screen-only">
          <LinkButton to="savingOpen" state={state}>
            Open Savings
          </LinkButton>
        </span>
      }
    >
      {wallets.length === 0 ? (
        <Empty>No savings wallets available</Empty>
      ) : (
        <>
          <p className="customer-sub">
            <FigureLink
              {...rows.savings}
              name="All savings"
              amount={sumKobo(wallets.map(({ balance }) => balance))}
            />
            {` in ${pluralize(wallets.length, 'wallet')}. A meter is full when every deposit from the opening to the due date was made.`}
          </p>
          <ul className="customer-rows">
            {wallets.map((wallet) => (
              <li key={wallet.id} className="customer-saving">
                <span className="customer-what">
                  <strong>{wallet.type}</strong> {wallet.code}
                  {wallet.plan && <small {...stated('term')}>{planText(wallet.plan)}</small>}
                  {wallet.held && (
                    <small {...stated('held')}>{`${formatNaira(wallet.held)} secures a loan`}</small>
                  )}
                </span>
                <Meter saving={wallet} />
                <strong>
                  <FigureLink
                    {...rows.wallet(wallet.code)}
                    name={`Balance of ${wallet.code}`}
                    amount={wallet.balance}
                  />
                </strong>
                <span className="screen-only">
                  <RowActions
                    name={wallet.code}
                    maxButtons={2}
                    actions={[
                      { label: 'Deposit', to: 'savingDeposit', state: { savings_id: wallet.id } },
                      {
                        ...(toSaving(wallet.id, wallet.code, {
                          customer_firstname: owner?.first_name ?? '',
                          customer_lastname: owner?.last_name ?? '',
                        }) as Exclude<ReturnType<typeof toSaving>, false>),
                        label: 'History',
                      },
                      { label: 'Change Plan', to: 'savingPlanChange', state: { savings_id: wallet.id } },
                      { label: 'Close', to: 'savingClose', state: { savings_id: wallet.id } },
                      {
                        label: 'Changes',
                        to: 'savingChanges',
                        state: { savings_id: wallet.id, name: wallet.code },
                      },
                    ]}
                  />
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
    </Card>
  )
}

const planText = (plan: NonNullable<CustomerSaving['plan']>) =>
  [
    rowContributionText(plan),
    plan.interest > 0 && `${formatRate(plan.interest)} interest a year`,
    plan.terms?.replace(/\.$/, ''),
  ]
    .filter(Boolean)
    .join(' · ')

/** What was paid in of what all deposits add up to; nothing for a wallet without a target. */
function Meter({ saving: { code, balance, plan } }: { saving: CustomerSaving }) {
  if (!plan || plan.target === 0) return <span />
  const percent = Math.floor(((plan.paid ?? balance) / plan.target) * 100)
  const text = `${percent}% of ${formatNaira(plan.target)} by ${showDate(plan.due_date)}`
  return (
    <span className="customer-meter">
      <span role="img" className="meter" aria-label={`${code}: ${text}`}>
        <i style={{ width: `${Math.min(100, percent)}%` }} />
      </span>
      <small {...stated('plan')}>{text}</small>
    </span>
  )
}
