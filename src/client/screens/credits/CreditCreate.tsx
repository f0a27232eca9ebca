import { inactiveCustomerMessage } from '#contract/calls/customers'
import { calls } from '#contract/index'
import { enabledUntilDone, useSubmit } from '#api/changes/useSubmit'
import { useCall } from '#api/useCall'
import { BackLink, useRouteState } from '#routing/navigation'
import { Ready } from '#ui/feedback/Ready'
import { Screen } from '#ui/layout/Screen'
import { Fact } from '#ui/text/Facts'
import { Money } from '#ui/text/Money'
import { CreditForm } from './CreditForm'

const { getCustomer, getCustomersBalance } = calls.customers
const { requestCustomerCredit } = calls.credits

/** Requests a credit of a customer's main wallet. */
export default function CreditCreate() {
  const { user_id: customer_id } = useRouteState('creditRequestCreate')
  const submit = useSubmit(requestCustomerCredit)
  const customer = useCall(getCustomer, { customer_id }, enabledUntilDone(submit))
  const balance = useCall(getCustomersBalance, { customer_id }, enabledUntilDone(submit))
  return (
    <Screen actions={<BackLink to="customers">Back to customers</BackLink>}>
      <Ready query={customer}>
        {({ data: { data } }) => {
          const [one] = data
          if (!one) return null
          const name = `${one.first_name} ${one.last_name}`
          return (
            <CreditForm
              call={requestCustomerCredit}
              submit={submit}
              disabledReason={one.status ? undefined : inactiveCustomerMessage}
              onSend={(body, onSuccess) =>
                submit.mutate({ ...body, customer_id }, { about: { name, amount: body.amount }, onSuccess })
              }
            >
              <Fact label="Customer">{`${name}, ${one.reference}`}</Fact>
              {balance.data && (
                <Fact label="Main Wallet">
                  <Money amount={balance.data.data.main_wallet.balance} />
                </Fact>
              )}
            </CreditForm>
          )
        }}
      </Ready>
    </Screen>
  )
}
