import { calls } from '#contract/index'
import type { LoanAccount } from '#contract/calls/loanAccounts'
import { formatNaira, kobo } from '#domain/money/kobo'
import { ConfirmedForm } from '#forms/ConfirmedForm'
import { BackLink, useGo, useRouteState } from '#routing/navigation'
import { useSubmit } from '#api/changes/useSubmit'
import { Ready } from '#ui/feedback/Ready'
import { useFields } from '#ui/form/useFields'
import { Screen } from '#ui/layout/Screen'
import { BalanceChange } from '#ui/text/BalanceChange'
import { Fact, Facts } from '#ui/text/Facts'
import { Money } from '#ui/text/Money'
import { LoanAge } from './LoanAge'
import { Schedule } from './Schedule'
import { useLoanAccount } from './useLoanAccount'
import { WhoseLoan } from './WhoseLoan'

const { settleLoan } = calls.loans

/** Records cash at the counter that settles a loan early: only the interest that has accrued until today is owed then. */
export default function LoanSettlement() {
  const { loan_id } = useRouteState('loanSettlement')
  const go = useGo()
  const submit = useSubmit(settleLoan)
  const account = useLoanAccount(loan_id)
  const fields = useFields({}, {})
  const settle = ({ customer: name, settles }: LoanAccount) => {
    const amount = settles?.amount ?? kobo(0)
    submit.mutate(
      { loan_id, amount },
      { about: { name, amount }, onSuccess: () => go('loanAccount', { loan_id }) },
    )
  }
  return (
    <Screen
      about={<LoanAge account={account} />}
      actions={
        <BackLink to="loanAccount" state={{ loan_id }}>
          Back to the loan
        </BackLink>
      }
    >
      <Ready query={account}>
        {(loan) => (
          <>
            <ConfirmedForm
              fields={fields}
              call={settleLoan}
              submit={submit}
              subject={{ loan_id }}
              question={
                loan.settles
                  ? {
                      title: `Settlement by ${loan.customer}?`,
                      text: `${formatNaira(loan.settles.amount)} that was paid in cash pays the loan at once; what has not accrued of its interest is not owed.`,
                      facts: <SettlementFacts loan={loan} />,
                    }
                  : undefined
              }
              onConfirm={() => settle(loan)}
              actionLabel={loan.settles ? `Settle with ${formatNaira(loan.settles.amount)}` : 'Settle'}
              disabledReason={loan.settles ? undefined : 'Settling this loan early saves no interest.'}
            >
              <Facts>
                <SettlementFacts loan={loan} />
              </Facts>
            </ConfirmedForm>
            <Schedule schedule={loan.schedule} />
          </>
        )}
      </Ready>
    </Screen>
  )
}

const SettlementFacts = ({ loan }: { loan: LoanAccount }) => (
  <>
    <WhoseLoan loan={loan} />
    {loan.settles && (
      <>
        <Fact label="Interest Not Owed">
          <Money amount={loan.settles.waived} />
        </Fact>
        <Fact label="To Pay">
          <Money amount={loan.settles.amount} />
        </Fact>
      </>
    )}
    <BalanceChange label="Owed" before={loan.balance} after={loan.settles ? kobo(0) : undefined} />
  </>
)
