import { calls } from '#contract/index'
import { useRouteState } from '#routing/navigation'
import { FeeSwitch } from './FeeSwitch'

export default function FeeOff() {
  const { fee_id } = useRouteState('feeOff')
  return (
    <FeeSwitch
      id={fee_id}
      call={calls.fees.switchOffFee}
      from="active"
      actionLabel="Switch Off Fee"
      note="It is not asked for any more. Loans that were applied for with it keep it."
      danger
    />
  )
}
