import Box from '@mui/material/Box'
import type { KnownGuarantor, LoanGuarantor } from '#contract/calls/loanRows'
import { formatNaira } from '#domain/money/kobo'
import { guarantorFiles } from '#lists/rows/guarantorFiles'
import { RowActions } from '#lists/rows/RowActions'
import { Empty } from '#ui/feedback/Empty'
import { Card } from '#ui/layout/Card'
import { Fact, Facts } from '#ui/text/Facts'
import { GuarantorBvn } from './GuarantorBvn'

/** What the guarantor owes and guarantees already. */
const Known = ({ known }: { known: KnownGuarantor }) => (
  <Box component="ul" sx={{ fontWeight: 400, mt: 0, mb: 1, pl: 2.5 }}>
    {known.is_borrower && <li>The phone number or BVN is the borrower’s.</li>}
    {known.customers.length > 0 && <li>{`Customer: ${known.customers.join(', ')}`}</li>}
    {known.owed > 0 && <li>{`Owes ${formatNaira(known.owed)} on loans`}</li>}
    {known.guarantees > 0 && (
      <li>
        {`Guarantees ${known.guarantees} other ${known.guarantees === 1 ? 'loan' : 'loans'} of ${formatNaira(known.guaranteed)}`}
      </li>
    )}
  </Box>
)

/** Who vouches for the loan, with their files. */
export const Guarantors = ({ guarantors }: { guarantors: readonly LoanGuarantor[] }) => (
  <Card title="Guarantors" as="term">
    {guarantors.length === 0 ? (
      <Empty>No loan guarantor found</Empty>
    ) : (
      <Facts>
        {guarantors.map((one) => (
          <Fact key={one.id} label={one.name}>
            {one.phone}
            <Box sx={{ fontWeight: 400, mb: 1 }}>{one.address}</Box>
            {one.has_bvn && <GuarantorBvn id={one.id} name={one.name} />}
            {one.known && <Known known={one.known} />}
            <RowActions name={one.name} maxButtons={2} actions={guarantorFiles(one)} />
          </Fact>
        ))}
      </Facts>
    )}
  </Card>
)
