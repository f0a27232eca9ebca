import BadgeOutlined from '@mui/icons-material/BadgeOutlined'
import ReceiptLongOutlined from '@mui/icons-material/ReceiptLongOutlined'
import type { KnownGuarantor, LoanGuarantor } from '#contract/calls/loanRows'
import { useConnection } from '#api/useConnection'
import { useCan } from '#auth/permissions'
import { pluralize } from '#domain/money/figures'
import { formatNaira } from '#domain/money/kobo'
import { guarantorFiles } from '#lists/rows/guarantorFiles'
import { Empty } from '#ui/feedback/Empty'
import { Badge } from '#ui/text/StatusChip'
import { GuarantorBvn } from './GuarantorBvn'

/** Who vouches for the loan: what they owe and guarantee already, and their files. */
export function CaseGuarantors({ guarantors }: { guarantors: readonly LoanGuarantor[] }) {
  const missing = guarantors.reduce(
    (count, { idcard, utitity }) => count + (idcard ? 0 : 1) + (utitity ? 0 : 1),
    0,
  )
  return (
    <section className="case-card" aria-labelledby="guarantors">
      <div className="case-card-head">
        <h2 id="guarantors">Guarantors</h2>
        {missing > 0 && <Badge tone="warning">{`${pluralize(missing, 'file')} missing`}</Badge>}
      </div>
      {guarantors.length === 0 ? (
        <Empty>No loan guarantor found</Empty>
      ) : (
        <ul className="case-guarantors">
          {guarantors.map((one) => (
            <Guarantor key={one.id} one={one} />
          ))}
        </ul>
      )}
    </section>
  )
}

function Guarantor({ one }: { one: LoanGuarantor }) {
  const can = useCan()
  const { online } = useConnection()
  const [card, bill] = guarantorFiles(one)
  const files = [
    { action: card, exists: one.idcard !== null, text: 'ID card', Icon: BadgeOutlined },
    {
      action: bill,
      exists: one.utitity !== null,
      text: 'Utility bill',
      Icon: ReceiptLongOutlined,
    },
  ] as const
  return (
    <li>
      <div className="guarantor-words">
        <b>{one.name}</b>
        <a href={`tel:${one.phone}`}>{one.phone}</a>
        <span>{one.address}</span>
        {one.known && <Known known={one.known} />}
        {one.has_bvn && <GuarantorBvn id={one.id} name={one.name} />}
      </div>
      {files.map(
        ({ action, exists, text, Icon }) =>
          'open' in action &&
          can(action.access, 'read') && (
            <button
              key={text}
              type="button"
              className={exists ? 'plain-button case-file' : 'plain-button case-file missing'}
              aria-label={`${textOf(exists, text)} of ${one.name}`}
              disabled={!online}
              title={online ? undefined : 'Files need a connection.'}
              onClick={action.open}
            >
              <Icon aria-hidden />
              <span>{textOf(exists, text)}</span>
            </button>
          ),
      )}
    </li>
  )
}

const textOf = (exists: boolean, text: string) => (exists ? text : `No ${text.replace('Utility', 'utility')}`)

/** What the guarantor owes and guarantees already. */
const Known = ({ known }: { known: KnownGuarantor }) => (
  <>
    {known.is_borrower && <span className="bad">The phone number or BVN is the borrower’s.</span>}
    {known.customers.length > 0 && <span>{`Customer: ${known.customers.join(', ')}`}</span>}
    {known.owed > 0 && <span className="bad">{`Owes ${formatNaira(known.owed)} on loans`}</span>}
    {known.guarantees > 0 && (
      <span>
        {`Guarantees ${known.guarantees} other ${known.guarantees === 1 ? 'loan' : 'loans'} of ${formatNaira(known.guaranteed)}`}
      </span>
    )}
  </>
)
