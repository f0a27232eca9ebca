import type { NamedWrite } from '#contract/call'
import type { calls } from '#contract/index'
import type { Customer } from '#contract/calls/customers'
import { activeText } from '#domain/statusText'
import { Decision } from '#forms/Decision'
import { BackLink, useGo } from '#routing/navigation'
import { enabledUntilDone, useSubmit } from '#api/changes/useSubmit'
import { Fact } from '#ui/text/Facts'
import { Ready } from '#ui/feedback/Ready'
import { Screen } from '#ui/layout/Screen'
import { StatusChip } from '#ui/text/StatusChip'
import { nameOf, useCustomer } from '../useCustomer'

type StatusWrite =
  | (typeof calls.customers)['activateCustomer' | 'deactivateCustomer']
  | (typeof calls.messages)['switchOnMessages']
type Props = {
  customerId: number
  call: StatusWrite & NamedWrite
  actionLabel: string
  note: string
  danger?: boolean
  /** How what is switched stands: the customer, unless it is something else. */
  standing?: { label: string; status: string } | undefined
  /** Why there is nothing to switch. */
  against: (customer: Customer) => string | undefined
}

/** Switches one customer or their messages on or off: the facts, the consequences and the button; then opens the list. */
export function CustomerStatusAction({ customerId, call, standing, against, ...decision }: Props) {
  const go = useGo()
  const submit = useSubmit(call)
  const press = (name: string) =>
    submit.mutate({ customer_id: customerId }, { about: { name }, onSuccess: () => go('customers') })
  return (
    <Screen actions={<BackLink to="customers">Back to customers</BackLink>}>
      <Ready query={useCustomer(customerId, enabledUntilDone(submit))}>
        {(customer) => (
          <Decision
            call={call}
            submit={submit}
            onPress={() => press(nameOf(customer))}
            disabledReason={against(customer)}
            {...decision}
          >
            <Fact label="Full Name">{nameOf(customer)}</Fact>
            <Fact label="Reference">{customer.reference}</Fact>
            <Fact label="Phone">{customer.phone_number}</Fact>
            <Fact label={standing?.label ?? 'Status'}>
              <StatusChip status={standing?.status ?? activeText(customer.status)} />
            </Fact>
          </Decision>
        )}
      </Ready>
    </Screen>
  )
}
