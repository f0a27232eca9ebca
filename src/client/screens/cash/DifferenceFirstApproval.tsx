import { calls } from '#contract/index'
import { useRouteState } from '#routing/navigation'
import { DifferenceDecision } from './DifferenceDecision'

export default function DifferenceFirstApproval() {
  const { difference_id } = useRouteState('differenceFirst')
  return <DifferenceDecision id={difference_id} call={calls.cash.firstCashDifferenceDecision} awaited={0} />
}
