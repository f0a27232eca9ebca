import { calls } from '#contract/index'
import { useRouteState } from '#routing/navigation'
import { LoanChangeDecision } from './LoanChangeDecision'

export default function LoanChangeFirstApproval() {
  const { change_id } = useRouteState('loanChangeFirst')
  return <LoanChangeDecision id={change_id} call={calls.loanChanges.firstLoanChangeDecision} awaited={0} />
}
