import { calls } from '#contract/index'
import { useRouteState } from '#routing/navigation'
import { RequestDecision } from './RequestDecision'

export default function RequestFirstApproval() {
  const { request_id } = useRouteState('requestFirst')
  return <RequestDecision id={request_id} call={calls.requests.firstApprovalOrDisapproval} awaited={0} />
}
