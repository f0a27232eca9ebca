import { calls } from '#contract/index'
import { useRouteState } from '#routing/navigation'
import { FreezeForm } from './FreezeForm'

export default function CustomerFreeze() {
  const { user_id } = useRouteState('customerFreeze')
  return (
    <FreezeForm
      customerId={user_id}
      call={calls.customers.freezeCustomer}
      actionLabel="Freeze Customer"
      danger
    >
      Nothing goes out: no withdrawal is requested, approved or paid. The customer still saves and repays.
      Only another admin can lift it.
    </FreezeForm>
  )
}
