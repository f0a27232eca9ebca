import { calls } from '#contract/index'
import type { LoanAccount } from '#contract/calls/loanAccounts'
import { formatNaira } from '#domain/money/kobo'
import { CashForm } from '#forms/CashForm'
import { BackLink, useRouteState } from '#routing/navigation'
import { Ready } from '#ui/feedback/Ready'
import { CardGrid } from '#ui/layout/CardGrid'
import { Screen } from '#ui/layout/Screen'
import { Fact } from '#ui/text/Facts'
import { paysText, suggestionsFor } from './instalments'
import { LoanAge } from './LoanAge'
import { Owed } from './Owed'
import { Schedule } from './Schedule'
import { useLoanAccount } from './useLoanAccount'
import { WhoseLoan } from './WhoseLoan'

const { repayLoan } = calls.loans

/** Records a repayment that is made in cash at the counter. */
export default function LoanRepayment() {
  const { loan_id } = useRouteState('loanRepayment')
  const account = useLoanAccount(loan_id)
  return (
    <Screen
      about={<LoanAge account={account} />}
      actions={<BackLink to="loanPortfolio">Back to loan portfolio</BackLink>}
    >
      <Ready query={account}>
        {(loan) => (
          <>
            <CardGrid least={340}>
              <CashForm
                call={repayLoan}
                schema={repayLoan.input.entries.amount}
                title="Repayment"
                verb="Repay"
                actionLabel="Repay"
                subject={{ loan_id }}
                name={loan.customer}
                balance={loan.balance}
                takenFrom="Owed"
                suggestions={suggestionsFor(loan.schedule)}
                question={`Repayment by ${loan.customer}?`}
                consequence="that was paid in is taken off the loan at once: penalties first, the oldest installment first."
                facts={<WhoseLoan loan={loan} />}
                effectOf={(amount) => (
                  <Fact label="Pays">{paysText(loan.schedule, amount, formatNaira)}</Fact>
                )}
                earlierDay="It counts on that day: penalties that were posted since and that it makes wrong are taken back."
                closedDays={loan.closed_days}
                disabledReason={closedReason(loan)}
                resultOf={({ data }) => data?.data}
              />
              <Owed loan={loan} />
            </CardGrid>
            <Schedule schedule={loan.schedule} />
          </>
        )}
      </Ready>
    </Screen>
  )
}

function closedReason({ loan_status, disbursed_date }: LoanAccount) {
  if (disbursed_date === null) return 'The loan was not paid out.'
  if (loan_status === 'written-off') return 'The loan is written off. What comes in on it is a recovery.'
  return loan_status === 'active' ? undefined : 'Nothing is owed on this loan.'
}
