import type { OneAgent } from '#contract/calls/agentRows'
import { calls } from '#contract/index'
import { ChangeForm } from '#forms/ChangeForm'
import { BackLink, useGo, useRouteState } from '#routing/navigation'
import { useSubmit } from '#api/changes/useSubmit'
import { PersonFields } from '#ui/form/PersonFields'
import { Ready } from '#ui/feedback/Ready'
import { PlaceFields } from '#ui/form/PlaceFields'
import { Screen } from '#ui/layout/Screen'
import { useFields } from '#ui/form/useFields'
import { useAgent } from './useAgent'

const { updateAgent } = calls.agents
const { agent_id: _id, ...entries } = updateAgent.input.entries

export default function AgentUpdate() {
  const { agent_id } = useRouteState('agentUpdate')
  return (
    <Screen actions={<BackLink to="agents">Back to agents</BackLink>}>
      <Ready query={useAgent(agent_id)}>{(agent) => <UpdateForm key={agent.id} agent={agent} />}</Ready>
    </Screen>
  )
}

function UpdateForm({ agent }: { agent: OneAgent }) {
  const go = useGo()
  const submit = useSubmit(updateAgent)
  const { name, email, phone_number, state, lga } = agent
  const fields = useFields(entries, { name, email, phone_number, state: state ?? '', lga: lga ?? '' })
  const send = () =>
    submit.mutate(
      { ...fields.values, agent_id: agent.id },
      { about: { name: agent.name }, onSuccess: () => go('agents') },
    )
  return (
    <ChangeForm fields={fields} call={updateAgent} submit={submit} onSubmit={send} actionLabel="Update Agent">
      <PersonFields fields={fields} existing />
      <PlaceFields fields={fields} />
    </ChangeForm>
  )
}
