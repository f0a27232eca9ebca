import { calls } from '#contract/index'
import { useRouteState } from '#routing/navigation'
import { LoanTypeSwitch } from './LoanTypeSwitch'

export default function LoanTypeOff() {
  const { loan_type_id } = useRouteState('loanTypeOff')
  return (
    <LoanTypeSwitch
      id={loan_type_id}
      call={calls.loans.switchOffLoanType}
      from="active"
      actionLabel="Switch Off Loan Type"
      note="Nobody can apply for it. Active loans go on as they are, and applications can still be approved."
      danger
    />
  )
}
