import Stack from '@mui/material/Stack'
import { BackLink } from '#routing/navigation'
import { useSubmit, enabledUntilDone } from '#api/changes/useSubmit'
import { Age } from '#ui/text/Age'
import { CardGrid } from '#ui/layout/CardGrid'
import { Ready } from '#ui/feedback/Ready'
import { Screen } from '#ui/layout/Screen'
import type { Step } from './approvalStep'
import { Balances } from './Balances'
import { Guarantors } from './Guarantors'
import { LoanDecision } from './LoanDecision'
import { LoanHistoryCard } from './LoanHistoryCard'
import { LoanSummary } from './LoanSummary'
import { OtherLoans } from './OtherLoans'
import { RepaymentRecord } from './RepaymentRecord'
import { SavedWeeks } from './SavedWeeks'
import { useLoanCase } from './useLoanCase'

/** A loan's facts, its customer's balances, and the decision form. */
export function LoanApproval({ loanId, step }: { loanId: number; step: Step }) {
  const submit = useSubmit(step.call)
  const loanCase = useLoanCase(loanId, enabledUntilDone(submit))
  return (
    <Screen
      about={<Age of={loanCase.dataUpdatedAt} />}
      actions={<BackLink to="loansPending">Back to pending loans</BackLink>}
    >
      <Ready of={loanCase}>
        {(loan) => (
          <CardGrid least={420}>
            <Stack spacing={2}>
              <LoanSummary of={loan} />
              <LoanHistoryCard of={loan.history} />
              {loan.guarantors && <Guarantors of={loan.guarantors} />}
              <RepaymentRecord of={loan.repayment_record} />
              <OtherLoans of={loan.other_loans} />
            </Stack>
            <Stack spacing={2}>
              <Balances of={loan} />
              <SavedWeeks of={loan.saved_weeks} />
              <LoanDecision key={loan.id} loan={loan} step={step} submit={submit} />
            </Stack>
          </CardGrid>
        )}
      </Ready>
    </Screen>
  )
}
