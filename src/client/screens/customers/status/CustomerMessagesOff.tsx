import { calls } from '#contract/index'
import { useSubmit } from '#api/changes/useSubmit'
import { useCall } from '#api/useCall'
import { ChangeForm } from '#forms/ChangeForm'
import { BackLink, useGo, useRouteState } from '#routing/navigation'
import { Ready } from '#ui/feedback/Ready'
import { Field } from '#ui/form/Field'
import { useFields } from '#ui/form/useFields'
import { Screen } from '#ui/layout/Screen'
import { Fact, Facts } from '#ui/text/Facts'
import { nameOf, useCustomer } from '../useCustomer'

const { requestMessagesOff, getMessageSummary } = calls.messages
const { reason } = requestMessagesOff.input.entries

/** Requests to switch off the messages to one customer. */
export default function CustomerMessagesOff() {
  const { user_id: customer_id } = useRouteState('customerMessagesOff')
  const go = useGo()
  const submit = useSubmit(requestMessagesOff)
  const fields = useFields({ reason }, { reason: '' })
  const summary = useCall(getMessageSummary, { customer_id }).data?.data
  return (
    <Screen actions={<BackLink to="customers">Back to customers</BackLink>}>
      <Ready query={useCustomer(customer_id)}>
        {(customer) => (
          <ChangeForm
            fields={fields}
            call={requestMessagesOff}
            submit={submit}
            actionLabel="Request Messages Off"
            disabledReason={
              summary?.customer === false
                ? `Messages to ${nameOf(customer)} are off already.`
                : summary?.awaited
                  ? `Request ${summary.awaited} awaits its decision.`
                  : undefined
            }
            danger
            onSubmit={() =>
              submit.mutate(
                { ...fields.body(), customer_id },
                { about: { name: nameOf(customer) }, onSuccess: () => go('messagesOff') },
              )
            }
          >
            <Facts>
              <Fact label="Customer">{`${nameOf(customer)}, ${customer.reference}`}</Fact>
              <Fact label="Phone">{customer.phone_number}</Fact>
            </Facts>
            <Field fields={fields} name="reason" label="Reason" multiline />
            <div>
              Another admin must approve it. Then the customer hears of no movement any more, and the day’s
              close lists what was not sent.
            </div>
          </ChangeForm>
        )}
      </Ready>
    </Screen>
  )
}
