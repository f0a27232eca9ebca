import { calls } from '#contract/index'
import { useRouteState } from '#routing/navigation'
import { RequestDecision } from './RequestDecision'

export default function RequestSecondApproval() {
  const { request_id } = useRouteState('requestSecond')
  return <RequestDecision id={request_id} call={calls.requests.secondApprovalOrDisapproval} awaited={1} />
}
