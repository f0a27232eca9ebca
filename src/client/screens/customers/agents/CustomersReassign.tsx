import Box from '@mui/material/Box'
import { calls } from '#contract/index'
import { ChangeForm } from '#forms/ChangeForm'
import { BackLink, useGo, useRouteState } from '#routing/navigation'
import { formatCount, pluralize } from '#domain/money/figures'
import { useCall } from '#api/useCall'
import { useSubmit } from '#api/changes/useSubmit'
import { Fact, Facts } from '#ui/text/Facts'
import { Ready } from '#ui/feedback/Ready'
import { Screen } from '#ui/layout/Screen'
import { type AgentChoice, AgentChooser } from '#forms/AgentChooser'
import { useAgentField } from './useAgentField'

const { BatchassignAgentToCustomer } = calls.customers
const visibleNames = 5

export default function CustomersReassign() {
  const agents = useCall(calls.agents.getAgentChoices, { choices: true })
  return (
    <Screen actions={<BackLink to="customers">Back to customers</BackLink>}>
      <Ready query={agents}>{({ data }) => <MoveForm agents={data} />}</Ready>
    </Screen>
  )
}

/** Moves all customers to one agent, or none. */
function MoveForm({ agents }: { agents: AgentChoice[] }) {
  const go = useGo()
  const { customers } = useRouteState('customersReassign')
  const submit = useSubmit(BatchassignAgentToCustomer)
  const fields = useAgentField()
  const chosen = agents.find(({ id }) => String(id) === fields.values.agent_id)
  const howMany = pluralize(customers.length, 'customer')
  const send = () =>
    submit.mutate(
      { ...fields.body(), customer_id: customers.map(({ user_id }) => user_id) },
      { about: { name: howMany }, onSuccess: () => go('customersRescheduled') },
    )
  return (
    <ChangeForm
      fields={fields}
      call={BatchassignAgentToCustomer}
      submit={submit}
      onSubmit={send}
      actionLabel={`Move ${howMany}`}
    >
      <Facts>
        <Fact label="Customers">
          {howMany}
          <Names names={customers.map(({ name }) => name)} />
        </Fact>
        {chosen && <Fact label="Agent after">{chosen.name}</Fact>}
      </Facts>
      <AgentChooser fields={fields} agents={agents} />
      <div>All of them are moved, or none.</div>
    </ChangeForm>
  )
}

/** Shows the first names, and the rest on request. */
function Names({ names }: { names: string[] }) {
  const rest = names.slice(visibleNames)
  return (
    <Box sx={{ fontWeight: 400 }}>
      {names.slice(0, visibleNames).join(', ')}
      {rest.length > 0 && (
        <details>
          <Box component="summary" sx={{ minHeight: 44, lineHeight: '44px', cursor: 'pointer' }}>
            and {formatCount(rest.length)} more
          </Box>
          <div>{rest.join(', ')}</div>
        </details>
      )}
    </Box>
  )
}
