import { calls } from '#contract/index'
import { useRouteState } from '#routing/navigation'
import { CustomerStatusAction } from './CustomerStatusAction'

export default function CustomerMessagesOff() {
  const { user_id } = useRouteState('customerMessagesOff')
  return (
    <CustomerStatusAction
      customerId={user_id}
      call={calls.messages.switchOffMessages}
      actionLabel="Switch Off Messages"
      note="The customer hears of no movement any more. Messages that still wait are not sent; messages of later movements are listed as off."
      danger
    />
  )
}
