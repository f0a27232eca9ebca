import { calls } from '#contract/index'
import { useRouteState } from '#routing/navigation'
import { LoanTypeSwitch } from './LoanTypeSwitch'

export default function LoanTypeOn() {
  const { loan_type_id } = useRouteState('loanTypeOn')
  return (
    <LoanTypeSwitch
      id={loan_type_id}
      call={calls.loans.switchOnLoanType}
      from="inactive"
      actionLabel="Switch On Loan Type"
      note="Customers can apply for it again, with the terms above."
    />
  )
}
