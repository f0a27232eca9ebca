import type { Customer } from '#contract/calls/customers'
import { calls } from '#contract/index'
import { ChangeForm } from '#forms/ChangeForm'
import { BackLink, useGo, useRouteState } from '#routing/navigation'
import { useCall } from '#api/useCall'
import { type Submit, useSubmit, enabledUntilDone } from '#api/changes/useSubmit'
import { Fact, Facts } from '#ui/text/Facts'
import { Ready } from '#ui/feedback/Ready'
import { Screen } from '#ui/layout/Screen'
import { type AgentChoice, AgentChooser } from '#forms/AgentChooser'
import { useAgentField } from './useAgentField'
import { nameOf, useCustomer } from '../useCustomer'

const { assignAgentToCustomer } = calls.customers

export default function CustomerReassign() {
  const { user_id } = useRouteState('customerReassign')
  const submit = useSubmit(assignAgentToCustomer)
  const agents = useCall(calls.agents.getAgentChoices, { choices: true })
  return (
    <Screen actions={<BackLink to="customers">Back to customers</BackLink>}>
      <Ready query={useCustomer(user_id, enabledUntilDone(submit))}>
        {(customer) => (
          <Ready query={agents}>
            {({ data }) => <MoveForm key={customer.id} customer={customer} agents={data} submit={submit} />}
          </Ready>
        )}
      </Ready>
    </Screen>
  )
}

type Props = { customer: Customer; agents: AgentChoice[]; submit: Submit<typeof assignAgentToCustomer> }

function MoveForm({ customer, agents, submit }: Props) {
  const go = useGo()
  const fields = useAgentField()
  const chosen = agents.find(({ id }) => String(id) === fields.values.agent_id)
  const send = () =>
    submit.mutate(
      { ...fields.body(), customer_id: customer.id },
      { about: { name: nameOf(customer) }, onSuccess: () => go('customersRescheduled') },
    )
  return (
    <ChangeForm
      fields={fields}
      call={assignAgentToCustomer}
      submit={submit}
      onSubmit={send}
      actionLabel={`Move ${nameOf(customer)}`}
    >
      <Facts>
        <Fact label="Customer">{nameOf(customer)}</Fact>
        <Fact label="Reference">{customer.reference}</Fact>
        <Fact label="Agent now">{customer.assignedAgentName}</Fact>
        {chosen && <Fact label="Agent after">{chosen.name}</Fact>}
      </Facts>
      <AgentChooser fields={fields} agents={agents} />
    </ChangeForm>
  )
}
