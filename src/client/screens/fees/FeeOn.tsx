import { calls } from '#contract/index'
import { useRouteState } from '#routing/navigation'
import { FeeSwitch } from './FeeSwitch'

export default function FeeOn() {
  const { fee_id } = useRouteState('feeOn')
  return (
    <FeeSwitch
      id={fee_id}
      call={calls.fees.switchOnFee}
      from="inactive"
      actionLabel="Switch On Fee"
      note="It is asked for again, also of customers and cards that came meanwhile."
    />
  )
}
