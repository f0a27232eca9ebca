import Box from '@mui/material/Box'
import type { LoanCase } from '#contract/loanRows'
import { addKobo, formatNaira, subtractKobo } from '#domain/kobo'
import { Card } from '#ui/Card'
import { Empty } from '#ui/Empty'
import { Fact, Facts } from '#ui/Facts'
import { Money } from '#ui/Money'
import { StatusChip } from '#ui/StatusChip'

/** What the customer has and owes, and what an approval that pays out makes of the balances. */
export const Borrower = ({ of: loan, paysOut }: { of: LoanCase; paysOut: boolean }) => (
  <>
    <Card title="Balances">
      <Facts>
        <Fact label="Main Wallet">
          <Money of={loan.main_wallet_balance} />
        </Fact>
        {loan.savings.map(({ code, type, balance }) => (
          <Fact key={code} label={`${type} ${code}`}>
            <Money of={balance} />
          </Fact>
        ))}
        {paysOut && <AfterApproval of={loan} />}
      </Facts>
      {loan.savings.length === 0 && <Empty>No savings wallets available</Empty>}
    </Card>
    <OtherLoans of={loan.other_loans} />
  </>
)

/** The two balances that the disbursement moves. */
export const AfterApproval = ({ of: loan }: { of: LoanCase }) => (
  <>
    <Fact label="Main Wallet after approval">
      <Money of={addKobo(loan.main_wallet_balance, loan.amount)} />
    </Fact>
    <Fact label="Main business wallet">
      <Money of={loan.business_balance} />
    </Fact>
    <Fact label="Main business wallet after approval">
      <Money of={subtractKobo(loan.business_balance, loan.amount)} />
    </Fact>
  </>
)

type OtherLoan = LoanCase['other_loans'][number]

/** Those that are still owed first. */
const OtherLoans = ({ of: loans }: { of: readonly OtherLoan[] }) => (
  <Card title="Other Loans">
    {loans.length === 0 ? (
      <Empty>No other loan found</Empty>
    ) : (
      <Facts>
        {loans
          .toSorted((a, b) => Number(b.balance > 0) - Number(a.balance > 0))
          .map((loan) => (
            <Fact key={loan.reference} label={loan.reference}>
              <Money of={loan.amount} /> <StatusChip of={stateOf(loan)} />
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
