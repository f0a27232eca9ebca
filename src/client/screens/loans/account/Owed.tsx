import Box from '@mui/material/Box'
import type { LoanAccount } from '#contract/calls/loanAccounts'
import { formatNaira, kobo } from '#domain/money/kobo'
import { pluralize } from '#domain/money/figures'
import { lagosDay, showDate } from '#domain/time/lagos'
import { serverNow } from '#device/clock'
import { Figure } from '#lists/FigureLink'
import { Card } from '#ui/layout/Card'
import { Fact, Facts } from '#ui/text/Facts'
import { StatusChip } from '#ui/text/StatusChip'
import { Stated } from '#ui/text/Stated'
import { progressText } from './instalments'
import { loanRows } from './loanFigures'
import { WhoseLoan } from './WhoseLoan'

/** What is owed on a loan now, and how late it is, where something of it is changed. */
export const Owed = ({ loan }: { loan: LoanAccount }) => (
  <Card title="The loan">
    <Facts>
      <WhoseLoan loan={loan} />
      <Fact label="Owed">
        <Box component="span" sx={{ fontSize: 20, fontWeight: 700 }}>
          <Figure rows={loanRows(loan, lagosDay(serverNow())).account} name="Owed">
            {formatNaira(loan.balance)}
          </Figure>
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

function StandingFacts({ loan }: { loan: LoanAccount }) {
  const rows = loanRows(loan, lagosDay(serverNow()))
  const { arrears, security } = loan
  return (
    <>
      <Fact label="Loan Status">
        <StatusChip
          status={loan.application_status === 'approved' ? loan.loan_status : loan.application_status}
        />
      </Fact>
      {loan.disbursed_date && (
        <>
          <Fact label="Arrears">
            {arrears.days === 0 ? (
              'None'
            ) : (
              <>
                <Figure rows={rows.due('late')} name="Arrears">
                  {formatNaira(arrears.amount)}
                </Figure>
                {`, ${pluralize(arrears.days, 'day')} late (bucket ${arrears.bucket})`}
              </>
            )}
          </Fact>
          <Fact label="Installments">{progressText(loan.schedule)}</Fact>
          <Fact label="Interest Paid">
            <Figure rows={rows.interest} name="Interest paid">
              {formatNaira(loan.interest_paid)}
            </Figure>
            {' of '}
            <Stated as="term">{formatNaira(loan.interest_amount)}</Stated>
          </Fact>
          {!!loan.interest_waived && (
            <Fact label="Interest Waived">
              <Stated as="sum">{formatNaira(loan.interest_waived)}</Stated>
            </Fact>
          )}
          {loan.settles && (
            <Fact label="Settled Today With">
              <Stated as="offer">{formatNaira(loan.settles.amount)}</Stated>
            </Fact>
          )}
          {security && security.held > 0 && (
            <Fact label="Secured By">
              <Stated as="held">{`${formatNaira(security.held)} of savings wallet ${security.reference}`}</Stated>
            </Fact>
          )}
          {loan.written_off > 0 && (
            <>
              <Fact label="Written Off">
                <Figure rows={rows.account} name="Written off">
                  {formatNaira(loan.written_off)}
                </Figure>
              </Fact>
              <Fact label="Recovered">
                <Stated as="sum">{formatNaira(loan.recovered ?? kobo(0))}</Stated>
              </Fact>
            </>
          )}
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
}
