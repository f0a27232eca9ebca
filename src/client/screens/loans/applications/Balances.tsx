import type { LoanCase } from '#contract/calls/loanRows'
import { addKobo, subtractKobo } from '#domain/money/kobo'
import { Card } from '#ui/layout/Card'
import { Empty } from '#ui/feedback/Empty'
import { Fact, Facts } from '#ui/text/Facts'
import { Money } from '#ui/text/Money'

/** The customer's balances, before and after a disbursement. */
export const Balances = ({ of: loan }: { of: LoanCase }) => (
  <Card title="Balances">
    <Facts>
      <DisbursedBalances of={loan} />
      {loan.savings.map(({ code, type, balance }) => (
        <Fact key={code} label={`${type} ${code}`}>
          <Money of={balance} />
        </Fact>
      ))}
    </Facts>
    {loan.savings.length === 0 && <Empty>No savings wallets available</Empty>}
  </Card>
)

/** The two balances that a disbursement changes, before and after. */
export const DisbursedBalances = ({ of: loan }: { of: LoanCase }) => (
  <>
    <Fact label="Main Wallet">
      <Money of={loan.main_wallet_balance} />
    </Fact>
    <Fact label="Main Wallet after payout">
      <Money of={addKobo(loan.main_wallet_balance, loan.amount)} />
    </Fact>
    {loan.business_balance !== null && (
      <>
        <Fact label="Main business wallet">
          <Money of={loan.business_balance} />
        </Fact>
        <Fact label="Main business wallet after payout">
          <Money of={subtractKobo(loan.business_balance, loan.amount)} />
        </Fact>
      </>
    )}
  </>
)
