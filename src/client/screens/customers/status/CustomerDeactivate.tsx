import { calls } from '#contract/index'
import { useRouteState } from '#routing/navigation'
import { nameOf } from '../useCustomer'
import { CustomerStatusAction } from './CustomerStatusAction'

export default function CustomerDeactivate() {
  const { user_id } = useRouteState('customerDeactivate')
  return (
    <CustomerStatusAction
      customerId={user_id}
      call={calls.customers.deactivateCustomer}
      actionLabel="Deactivate Customer"
      note="The main wallet can’t be credited until the customer is activated again. Wallets, savings and loans stay as they are: money can still be withdrawn, and loans repaid."
      against={(customer) => (customer.status ? undefined : `${nameOf(customer)} is not active already.`)}
      danger
    />
  )
}
