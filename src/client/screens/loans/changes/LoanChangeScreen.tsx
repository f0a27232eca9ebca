import type { ReactNode } from 'react'
import type { LoanAccount } from '#contract/calls/loanAccounts'
import { BackLink } from '#routing/navigation'
import { Ready } from '#ui/feedback/Ready'
import { CardGrid } from '#ui/layout/CardGrid'
import { Screen } from '#ui/layout/Screen'
import { LoanAge } from '../account/LoanAge'
import { Owed } from '../account/Owed'
import { Schedule } from '../account/Schedule'
import { useLoanAccount } from '../account/useLoanAccount'

/** A loan as it is, beside the form that asks to change it. */
export function LoanChangeScreen({
  loanId,
  children,
}: {
  loanId: number
  children: (loan: LoanAccount) => ReactNode
}) {
  const account = useLoanAccount(loanId)
  return (
    <Screen
      about={<LoanAge account={account} />}
      actions={
        <BackLink to="loanAccount" state={{ loan_id: loanId }}>
          Back to the loan
        </BackLink>
      }
    >
      <Ready query={account}>
        {(loan) => (
          <>
            <CardGrid least={340}>
              {children(loan)}
              <Owed loan={loan} />
            </CardGrid>
            <Schedule schedule={loan.schedule} title="Schedule now" />
          </>
        )}
      </Ready>
    </Screen>
  )
}

/** Why no change of a loan can be requested. */
export function closedReason({ loan_status, changes }: LoanAccount) {
  const open = changes.find(({ state }) => state < 2)
  if (open) return `Change ${open.reference} of this loan is not decided yet.`
  return loan_status === 'active' ? undefined : 'Nothing is owed on this loan.'
}
