import Box from '@mui/material/Box'
import type { LoanGuarantor } from '#contract/calls/loanRows'
import { guarantorFiles } from '#lists/rows/guarantorFiles'
import { RowActions } from '#lists/rows/RowActions'
import { Empty } from '#ui/feedback/Empty'
import { Card } from '#ui/layout/Card'
import { Fact, Facts } from '#ui/text/Facts'

/** Who vouches for the loan, with their files. */
export const Guarantors = ({ of: guarantors }: { of: readonly LoanGuarantor[] }) => (
  <Card title="Guarantors">
    {guarantors.length === 0 ? (
      <Empty>No loan guarantor found</Empty>
    ) : (
      <Facts>
        {guarantors.map((one) => (
          <Fact key={one.id} label={one.name}>
            {one.phone}
            <Box sx={{ fontWeight: 400, mb: 1 }}>{one.address}</Box>
            <RowActions of={one.name} room={2} actions={guarantorFiles(one)} />
          </Fact>
        ))}
      </Facts>
    )}
  </Card>
)
