import type { Customer } from '#contract/calls/customers'
import { calls } from '#contract/index'
import { ChangeForm } from '#forms/ChangeForm'
import { useSharedPhone } from '#forms/useSharedPhone'
import { BackLink, useGo, useRouteState } from '#routing/navigation'
import { useCall } from '#api/useCall'
import { useSubmit } from '#api/changes/useSubmit'
import { Ready } from '#ui/feedback/Ready'
import { Screen } from '#ui/layout/Screen'
import { useFields } from '#ui/form/useFields'
import { CustomerFields, IdentityFields } from './CustomerFields'
import { nameOf, useCustomer } from '../useCustomer'
import { useCustomersWithPhone } from './useCustomersWithPhone'

const { getCustomerIdentity, updateCustomer } = calls.customers
const { customer_id: _id, ...entries } = updateCustomer.input.entries

export default function CustomerUpdate() {
  const { user_id } = useRouteState('customerUpdate')
  return (
    <Screen
      about="The agent is changed with Re-Schedule."
      actions={<BackLink to="customers">Back to customers</BackLink>}
    >
      <Ready query={useCustomer(user_id)}>
        {(customer) => <UpdateForm key={customer.id} customer={customer} />}
      </Ready>
    </Screen>
  )
}

const actionLabel = 'Update Customer'

function UpdateForm({ customer }: { customer: Customer }) {
  const go = useGo()
  const submit = useSubmit(updateCustomer)
  const recorded = useCall(getCustomerIdentity, { customer_id: customer.id })
  const { first_name, last_name, phone_number } = customer
  const fields = useFields(entries, {
    first_name,
    last_name,
    phone_number,
    home_address: customer.home_address ?? '',
    office_address: customer.office_address ?? '',
    state: customer.state ?? '',
    lga: customer.lga ?? '',
    bvn: '',
    nin: '',
  })
  const others = useCustomersWithPhone(fields.values, customer.id)
  const phone = useSharedPhone({ others, noun: 'customer', actionLabel })
  const send = () =>
    submit.mutate(
      { ...fields.body(), customer_id: customer.id },
      { about: { name: nameOf(customer) }, onSuccess: () => go('customers') },
    )
  // A number that stays was confirmed when it was entered.
  const isSamePhone = fields.values.phone_number === phone_number
  return (
    <ChangeForm
      fields={fields}
      call={updateCustomer}
      submit={submit}
      onSubmit={() => (isSamePhone ? send() : phone.confirmed(send))}
      actionLabel={actionLabel}
    >
      <CustomerFields fields={fields} phoneWarning={phone.warning} />
      <IdentityFields fields={fields} recorded={recorded.data?.data} />
      {phone.question}
    </ChangeForm>
  )
}
