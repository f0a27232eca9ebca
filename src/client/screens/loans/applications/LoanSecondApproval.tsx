import { calls } from '#contract/index'
import { useRouteState } from '#routing/navigation'
import { formatNaira } from '#domain/money/kobo'
import type { Step } from './approvalStep'
import { LoanApproval } from './LoanApproval'

const second: Step = {
  call: calls.loans.secondLoanApproval,
  disabledReason: ({ application_status, second_decision_barred }) =>
    application_status === 'in-progress'
      ? (second_decision_barred ?? undefined)
      : 'This loan still waits for its first approval.',
  consequenceOf: ({ amount, customer }) =>
    `${formatNaira(amount)} goes from the main business wallet into the main wallet of ${customer} at once. It can’t be undone here.`,
  disburses: true,
  nextScreen: 'loansApproved',
}

export default function LoanSecondApproval() {
  const { loan_id } = useRouteState('loanSecondApproval')
  return <LoanApproval loanId={loan_id} step={second} />
}
