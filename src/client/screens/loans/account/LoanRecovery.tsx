import { calls } from '#contract/index'
import { kobo, subtractKobo } from '#domain/money/kobo'
import { CashForm } from '#forms/CashForm'
import { BackLink, useRouteState } from '#routing/navigation'
import { Ready } from '#ui/feedback/Ready'
import { CardGrid } from '#ui/layout/CardGrid'
import { Screen } from '#ui/layout/Screen'
import { LoanAge } from './LoanAge'
import { Owed } from './Owed'
import { Recoveries } from './Recoveries'
import { useLoanAccount } from './useLoanAccount'
import { WhoseLoan } from './WhoseLoan'

const { recordRecovery } = calls.loans

/** Records cash that comes in at the counter on a loan that is written off. */
export default function LoanRecovery() {
  const { loan_id } = useRouteState('loanRecovery')
  const account = useLoanAccount(loan_id)
  return (
    <Screen
      about={<LoanAge account={account} />}
      actions={
        <BackLink to="loanAccount" state={{ loan_id }}>
          Back to loan
        </BackLink>
      }
    >
      <Ready query={account}>
        {(loan) => {
          const left = subtractKobo(loan.written_off, loan.recovered ?? kobo(0))
          return (
            <>
              <CardGrid least={340}>
                <CashForm
                  call={recordRecovery}
                  schema={recordRecovery.input.entries.amount}
                  title="Recovery"
                  verb="Recover"
                  actionLabel="Recover"
                  subject={{ loan_id }}
                  name={loan.customer}
                  balance={left}
                  takenFrom="Left to recover"
                  suggestions={left > 0 ? [{ label: 'All', amount: left }] : []}
                  question={`Recovery from ${loan.customer}?`}
                  consequence="that was paid in is recorded as income at once. The loan stays written off, and nothing is owed on it."
                  facts={<WhoseLoan loan={loan} />}
                  disabledReason={left > 0 ? undefined : 'Nothing is left to recover on this loan.'}
                  resultOf={({ data }) =>
                    data?.data && { reference: data.data.reference, balance: data.data.left }
                  }
                />
                <Owed loan={loan} />
              </CardGrid>
              <Recoveries loan={loan} />
            </>
          )
        }}
      </Ready>
    </Screen>
  )
}
