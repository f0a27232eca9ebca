import Box from '@mui/material/Box'
import type { LoanCase } from '#contract/calls/loanRows'
import { formatNaira } from '#domain/money/kobo'
import { Card } from '#ui/layout/Card'
import { Empty } from '#ui/feedback/Empty'
import { Fact, Facts } from '#ui/text/Facts'
import { Money } from '#ui/text/Money'
import { StatusChip } from '#ui/text/StatusChip'

type OtherLoan = LoanCase['other_loans'][number]

/** The customer's other loans; those with a balance first. */
export const OtherLoans = ({ loans }: { loans: readonly OtherLoan[] }) => (
  <Card title="Other Loans">
    {loans.length === 0 ? (
      <Empty>No other loan found</Empty>
    ) : (
      <Facts>
        {loans
          .toSorted((a, b) => Number(b.balance > 0) - Number(a.balance > 0))
          .map((loan) => (
            <Fact key={loan.reference} label={loan.reference}>
              <Money amount={loan.amount} /> <StatusChip status={stateOf(loan)} />
              {loan.balance > 0 && <Box sx={{ fontWeight: 400 }}>{owedText(loan)}</Box>}
            </Fact>
          ))}
      </Facts>
    )}
  </Card>
)

const stateOf = ({ application_status, loan_status }: OtherLoan) =>
  application_status === 'approved' ? loan_status : application_status

const owedText = ({ balance, days_overdue }: OtherLoan) =>
  days_overdue > 0
    ? `${formatNaira(balance)} owed, ${days_overdue} ${days_overdue === 1 ? 'day' : 'days'} overdue`
    : `${formatNaira(balance)} owed`
