import Box from '@mui/material/Box'
import type { LoanAccount } from '#contract/calls/loanAccounts'
import { formatNaira, kobo } from '#domain/money/kobo'
import { pluralize } from '#domain/money/figures'
import { showDate } from '#domain/time/lagos'
import { Card } from '#ui/layout/Card'
import { Fact, Facts } from '#ui/text/Facts'
import { Money } from '#ui/text/Money'
import { StatusChip } from '#ui/text/StatusChip'
import { progressText } from './instalments'

/** What is owed on a loan now, and how late it is, where something of it is changed. */
export const Owed = ({ loan }: { loan: LoanAccount }) => (
  <Card title="Owed">
    <Facts>
      <Fact label="Owed">
        <Box component="span" sx={{ fontSize: 20, fontWeight: 700 }}>
          <Money amount={loan.balance} />
        </Box>
      </Fact>
      <StandingFacts loan={loan} />
    </Facts>
  </Card>
)

/** How a loan stands, beside the figures of its page. */
export const Standing = ({ loan }: { loan: LoanAccount }) => (
  <Card title="Standing">
    <Facts>
      <StandingFacts loan={loan} />
    </Facts>
  </Card>
)

const StandingFacts = ({ loan }: { loan: LoanAccount }) => (
  <>
    <Fact label="Loan Status">
      <StatusChip
        status={loan.application_status === 'approved' ? loan.loan_status : loan.application_status}
      />
    </Fact>
    {loan.disbursed_date && (
      <>
        <Fact label="Arrears">{arrearsText(loan)}</Fact>
        <Fact label="Installments">{progressText(loan.schedule)}</Fact>
        <Fact label="Interest Paid">{`${formatNaira(loan.interest_paid)} of ${formatNaira(loan.interest_amount)}`}</Fact>
        {!!loan.interest_waived && <Fact label="Interest Waived">{formatNaira(loan.interest_waived)}</Fact>}
        {loan.settles && <Fact label="Settled Today With">{formatNaira(loan.settles.amount)}</Fact>}
        {loan.security && loan.security.held > 0 && (
          <Fact label="Secured By">{`${formatNaira(loan.security.held)} of savings wallet ${loan.security.reference}`}</Fact>
        )}
        {loan.written_off > 0 && <Fact label="Written Off">{formatNaira(loan.written_off)}</Fact>}
        {loan.written_off > 0 && <Fact label="Recovered">{formatNaira(loan.recovered ?? kobo(0))}</Fact>}
        {loan.rescheduled_date && <Fact label="Rescheduled">{showDate(loan.rescheduled_date)}</Fact>}
        {loan.disbursement_reversed_by && (
          <Fact label="Disbursement Reversed">
            {`${showDate(loan.reversed_date)}, by ${loan.disbursement_reversed_by}`}
          </Fact>
        )}
        <Fact label="Maturity Date">{showDate(loan.maturity_date)}</Fact>
      </>
    )}
  </>
)

const arrearsText = ({ arrears: { days, amount, bucket } }: LoanAccount) =>
  days === 0 ? 'None' : `${formatNaira(amount)}, ${pluralize(days, 'day')} late (bucket ${bucket})`
