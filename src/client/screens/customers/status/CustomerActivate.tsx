import { calls } from '#contract/index'
import { useRouteState } from '#routing/navigation'
import { nameOf } from '../useCustomer'
import { CustomerStatusAction } from './CustomerStatusAction'

export default function CustomerActivate() {
  const { user_id } = useRouteState('customerActivate')
  return (
    <CustomerStatusAction
      customerId={user_id}
      call={calls.customers.activateCustomer}
      actionLabel="Activate Customer"
      note="The main wallet can be credited again."
      against={(customer) => (customer.status ? `${nameOf(customer)} is active already.` : undefined)}
    />
  )
}
