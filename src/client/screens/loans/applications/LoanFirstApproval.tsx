import { calls } from '#contract/index'
import { useRouteState } from '#routing/navigation'
import type { Step } from './approvalStep'
import { LoanApproval } from './LoanApproval'

const first: Step = {
  call: calls.loans.firstLoanApproval,
  disabledReason: ({ application_status, first_decision_barred }) =>
    application_status === 'pending'
      ? (first_decision_barred ?? undefined)
      : 'This loan already has its first approval.',
  consequenceOf: () => 'The loan then waits for its second approval. No money moves yet.',
  disburses: false,
  nextScreen: 'loansPending',
}

export default function LoanFirstApproval() {
  const { loan_id } = useRouteState('loanFirstApproval')
  return <LoanApproval loanId={loan_id} step={first} />
}
