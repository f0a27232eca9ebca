import type { OneAgent } from '#contract/agentRows'
import { calls } from '#contract/index'
import { ChangeForm } from '#app/ChangeForm'
import { BackLink, useGo, useRouteState } from '#app/navigation'
import { useSubmit } from '#data/useSubmit'
import { PersonFields } from '#ui/PersonFields'
import { Ready } from '#ui/Ready'
import { PlaceFields } from '#ui/PlaceFields'
import { Screen } from '#ui/Screen'
import { useFields } from '#ui/useFields'
import { useAgent } from './useAgent'

const { updateAgent } = calls.agents
const { agent_id: _id, ...entries } = updateAgent.input.entries

export default function AgentUpdate() {
  const { agent_id } = useRouteState('agentUpdate')
  return (
    <Screen actions={<BackLink to="agents">Back to agents</BackLink>}>
      <Ready of={useAgent(agent_id)}>{(agent) => <UpdateForm key={agent.id} agent={agent} />}</Ready>
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
    <ChangeForm fields={fields} call={updateAgent} submit={submit} onSubmit={send} act="Update Agent">
      <PersonFields of={fields} known />
      <PlaceFields of={fields} />
    </ChangeForm>
  )
}
