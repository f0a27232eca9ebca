import { calls } from '#contract/index'
import { useRouteState } from '#routing/navigation'
import { DifferenceDecision } from './DifferenceDecision'

export default function DifferenceSecondApproval() {
  const { difference_id } = useRouteState('differenceSecond')
  return <DifferenceDecision id={difference_id} call={calls.cash.secondCashDifferenceDecision} awaited={1} />
}
