import type { LoanCase } from '#contract/calls/loanRows'
import { keptBackOf } from '#domain/money/fees'
import { addKobo, subtractKobo } from '#domain/money/kobo'
import { Card } from '#ui/layout/Card'
import { Empty } from '#ui/feedback/Empty'
import { Fact, Facts } from '#ui/text/Facts'
import { Money } from '#ui/text/Money'

/** The customer's balances, before and after a disbursement. */
export const Balances = ({ loan }: { loan: LoanCase }) => (
  <Card title="Balances">
    <Facts>
      <DisbursedBalances loan={loan} />
      {loan.savings.map(({ code, type, balance }) => (
        <Fact key={code} label={`${type} ${code}`}>
          <Money amount={balance} />
        </Fact>
      ))}
    </Facts>
    {loan.savings.length === 0 && <Empty>No savings wallets available</Empty>}
  </Card>
)

/** The two balances that a disbursement changes, before and after. */
export const DisbursedBalances = ({ loan }: { loan: LoanCase }) => (
  <>
    <Fact label="Main Wallet">
      <Money amount={loan.main_wallet_balance} />
    </Fact>
    <Fact label="Main Wallet after payout">
      <Money
        amount={addKobo(loan.main_wallet_balance, subtractKobo(loan.amount, keptBackOf(loan.fees ?? [])))}
      />
    </Fact>
    {loan.business_balance !== null && (
      <>
        <Fact label="Main business wallet">
          <Money amount={loan.business_balance} />
        </Fact>
        <Fact label="Main business wallet after payout">
          <Money amount={subtractKobo(loan.business_balance, loan.amount)} />
        </Fact>
      </>
    )}
  </>
)
