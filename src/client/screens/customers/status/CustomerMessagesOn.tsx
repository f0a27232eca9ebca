import { calls } from '#contract/index'
import { useRouteState } from '#routing/navigation'
import { CustomerStatusAction } from './CustomerStatusAction'

export default function CustomerMessagesOn() {
  const { user_id } = useRouteState('customerMessagesOn')
  return (
    <CustomerStatusAction
      customerId={user_id}
      call={calls.messages.switchOnMessages}
      actionLabel="Switch On Messages"
      note="The customer hears of each movement from now on, by SMS to this phone number."
    />
  )
}
