import { calls } from '#contract/index'
import { useCall } from '#api/useCall'
import { useRouteState } from '#routing/navigation'
import { nameOf } from '../useCustomer'
import { CustomerStatusAction } from './CustomerStatusAction'

const { getMessageSummary, switchOnMessages } = calls.messages

export default function CustomerMessagesOn() {
  const { user_id } = useRouteState('customerMessagesOn')
  const isOn = useCall(getMessageSummary, { customer_id: user_id }).data?.data.customer
  return (
    <CustomerStatusAction
      customerId={user_id}
      call={switchOnMessages}
      actionLabel="Switch On Messages"
      note="The customer hears of each movement from now on, by SMS to this phone number."
      standing={isOn === undefined ? undefined : { label: 'Messages', status: isOn ? 'on' : 'off' }}
      against={(customer) => (isOn ? `Messages to ${nameOf(customer)} are on already.` : undefined)}
    />
  )
}
