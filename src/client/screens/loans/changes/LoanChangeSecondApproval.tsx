import { calls } from '#contract/index'
import { useRouteState } from '#routing/navigation'
import { LoanChangeDecision } from './LoanChangeDecision'

export default function LoanChangeSecondApproval() {
  const { change_id } = useRouteState('loanChangeSecond')
  return <LoanChangeDecision id={change_id} call={calls.loanChanges.secondLoanChangeDecision} awaited={1} />
}
