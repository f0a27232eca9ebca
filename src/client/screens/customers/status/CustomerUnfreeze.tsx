import { calls } from '#contract/index'
import { useRouteState } from '#routing/navigation'
import { FreezeForm } from './FreezeForm'

export default function CustomerUnfreeze() {
  const { user_id } = useRouteState('customerUnfreeze')
  return (
    <FreezeForm customerId={user_id} call={calls.customers.unfreezeCustomer} actionLabel="Unfreeze Customer">
      Withdrawals can be requested, approved and paid again.
    </FreezeForm>
  )
}
