import type { CustomerPage } from '#contract/calls/customerPage'
import type { PaidFee } from '#contract/calls/feeRows'
import { formatNaira } from '#domain/money/kobo'
import { showDateTime } from '#domain/time/lagos'
import { RowActions } from '#lists/rows/RowActions'
import { toReversal } from '#lists/rows/rowLinks'
import { LinkButton } from '#routing/navigation'
import { Empty } from '#ui/feedback/Empty'
import { Card } from '#ui/layout/Card'

type Props = { page: Pick<CustomerPage, 'fees'>; state: { user_id: number } }

/** Fees that are due and that were paid; nothing where there are none. */
export function Fees({ page: { fees }, state }: Props) {
  if (!fees || (fees.open.length === 0 && fees.paid.length === 0)) return null
  return (
    <Card
      title="Fees"
      as="row"
      action={
        fees.open.length > 0 && (
          <span className="screen-only">
            <LinkButton to="feePay" state={state}>
              Take Fee
            </LinkButton>
          </span>
        )
      }
    >
      {fees.paid.length === 0 && !fees.open.some(({ is_due }) => is_due) && (
        <Empty>No fee is due or was paid</Empty>
      )}
      <ul className="customer-rows">
        {fees.open
          .filter(({ is_due }) => is_due)
          .map(({ fee_id, name, amount, about, loan_id, savings_id }) => (
            <li key={`${fee_id} ${about}`}>
              <span className="customer-what">
                <strong>{`${name} ${formatNaira(amount)}`}</strong>
                <small>{['Due', about].filter(Boolean).join(' · ')}</small>
              </span>
              <span className="screen-only">
                <RowActions
                  name={name}
                  maxButtons={1}
                  actions={[
                    {
                      label: 'Take',
                      to: 'feePay',
                      state: {
                        ...state,
                        fee_id,
                        ...(loan_id !== null && { loan_id }),
                        ...(savings_id !== null && { savings_id }),
                      },
                    },
                  ]}
                />
              </span>
            </li>
          ))}
        {fees.paid.map((one) => (
          <li key={one.id}>
            <span className="customer-what">
              <strong>{`${one.name} ${formatNaira(one.amount)}`}</strong>
              <small>{noteOf(one)}</small>
            </span>
            <span className="screen-only">
              {/* What was kept back goes back with the disbursement. */}
              {one.paid_from !== 'loan' && (
                <RowActions name={one.reference} maxButtons={1} actions={[toReversal(one)]} />
              )}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
}

const ways: Record<PaidFee['paid_from'], string> = {
  cash: 'in cash',
  wallet: 'from the main wallet',
  loan: 'kept back from the loan',
}
const noteOf = ({ amount, about, reference, created_at, by, paid_from, reverses, reversed_by }: PaidFee) =>
  [
    amount < 0 ? `Taken back, ${ways[paid_from]}` : `Paid ${ways[paid_from]}`,
    about,
    reference,
    showDateTime(created_at),
    by,
    reverses && `reverses ${reverses}`,
    reversed_by && `reversed by ${reversed_by}`,
  ]
    .filter(Boolean)
    .join(' · ')
