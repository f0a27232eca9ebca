import type { CustomerPage, PageGuarantor } from '#contract/calls/customerPage'
import { guarantorFiles } from '#lists/rows/guarantorFiles'
import { type RowAction, RowActions } from '#lists/rows/RowActions'
import { toLoanAccount } from '#lists/rows/rowLinks'
import { Empty } from '#ui/feedback/Empty'
import { Card } from '#ui/layout/Card'

type Props = { page: Pick<CustomerPage, 'guarantors' | 'guarantor_count'>; state: { user_id: number } }

/** Opens the files that are there, and leads to adding one that is missing. */
function filesOf(one: PageGuarantor, { user_id }: Props['state']): (RowAction | false)[] {
  const [card, bill] = guarantorFiles(one)
  const lacks = one.idcard === null || one.utitity === null
  return [
    one.idcard !== null && card,
    one.utitity !== null && bill,
    lacks && { label: 'Add File', to: 'guarantorFileCreate', state: { user_id, guarantor_id: one.id } },
  ]
}

/** Who vouches for the customer's loans, with their files. */
export function PageGuarantors({ page: { guarantors, guarantor_count }, state }: Props) {
  if (!guarantors) return null
  return (
    <Card title="Guarantors">
      {guarantors.length === 0 ? (
        <Empty>No loan guarantor found</Empty>
      ) : (
        <ul className="customer-rows">
          {guarantors.map((one) => (
            <li key={one.id} className="customer-guarantor">
              <span className="customer-what">
                <strong>{one.name}</strong> <a href={`tel:${one.phone}`}>{one.phone}</a>
                <small>{one.address}</small>
                <small>{one.loan_reference ? `of ${one.loan_reference}` : 'of no loan yet'}</small>
                {(!one.idcard || !one.utitity) && (
                  <small className="missing">
                    {`Missing: ${[!one.idcard && 'ID card', !one.utitity && 'utility bill'].filter(Boolean).join(', ')}`}
                  </small>
                )}
              </span>
              <span className="screen-only">
                <RowActions
                  name={one.name}
                  maxButtons={3}
                  actions={[...filesOf(one, state), toLoanAccount(one.loan_id, 'Loan')]}
                />
              </span>
            </li>
          ))}
        </ul>
      )}
      {guarantor_count > guarantors.length && (
        <p className="customer-sub">{`${guarantors.length} of ${guarantor_count} shown, those of open loans first.`}</p>
      )}
    </Card>
  )
}
