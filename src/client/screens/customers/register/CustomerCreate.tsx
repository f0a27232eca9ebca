import { calls } from '#contract/index'
import { ChangeForm } from '#forms/ChangeForm'
import { useSharedPhone } from '#forms/useSharedPhone'
import { BackLink, useGo, useOffers } from '#routing/navigation'
import { useCall } from '#api/useCall'
import { useSubmit } from '#api/changes/useSubmit'
import { Ready } from '#ui/feedback/Ready'
import { Screen } from '#ui/layout/Screen'
import { useFields } from '#ui/form/useFields'
import { type AgentChoice, AgentChooser } from '#forms/AgentChooser'
import { CustomerFields, IdentityFields } from './CustomerFields'
import { nameOf } from '../useCustomer'
import { useCustomersWithPhone } from './useCustomersWithPhone'

const { registerCustomer } = calls.customers
const blank = {
  first_name: '',
  last_name: '',
  phone_number: '',
  home_address: '',
  office_address: '',
  state: '',
  lga: '',
  agent_id: '',
  bvn: '',
  nin: '',
}

export default function CustomerCreate() {
  const agents = useCall(calls.agents.getAgentChoices, { choices: true })
  return (
    <Screen
      about="The main wallet is opened with the customer."
      actions={<BackLink to="customers">Back to customers</BackLink>}
    >
      <Ready query={agents}>{({ data }) => <RegisterForm agents={data} />}</Ready>
    </Screen>
  )
}

const actionLabel = 'Register Customer'

function RegisterForm({ agents }: { agents: AgentChoice[] }) {
  const go = useGo()
  const offers = useOffers()
  const submit = useSubmit(registerCustomer)
  const fields = useFields(registerCustomer.input.entries, blank)
  const others = useCustomersWithPhone(fields.values)
  const phone = useSharedPhone({ others, noun: 'customer', actionLabel })
  const send = () =>
    submit.mutate(fields.body(), {
      about: { name: nameOf(fields.values) },
      onSuccess: ({ data }) => {
        fields.reset()
        if (offers('customerDetails')) go('customerDetails', { user_id: data.id })
        else go('customers')
      },
    })
  return (
    <ChangeForm
      fields={fields}
      call={registerCustomer}
      submit={submit}
      onSubmit={() => phone.confirmed(send)}
      actionLabel={actionLabel}
    >
      <CustomerFields fields={fields} phoneWarning={phone.warning} />
      <AgentChooser fields={fields} agents={agents} label="Assigned Agent" />
      <IdentityFields fields={fields} />
      {phone.question}
    </ChangeForm>
  )
}
