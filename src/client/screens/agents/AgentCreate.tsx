import { calls } from '#contract/index'
import { ChangeForm } from '#app/ChangeForm'
import { BackLink, useGo } from '#app/navigation'
import { useSubmit } from '#data/useSubmit'
import { PersonFields } from '#ui/PersonFields'
import { PlaceFields } from '#ui/PlaceFields'
import { Screen } from '#ui/Screen'
import { useFields } from '#ui/useFields'

const { addAgent } = calls.agents
const blank = { name: '', email: '', phone_number: '', state: '', lga: '' }

export default function AgentCreate() {
  const go = useGo()
  const submit = useSubmit(addAgent)
  const fields = useFields(addAgent.input.entries, blank)
  const send = () =>
    submit.mutate(fields.values, {
      onSuccess: () => {
        fields.reset()
        go('agents')
      },
    })
  return (
    <Screen actions={<BackLink to="agents">Back to agents</BackLink>}>
      <ChangeForm fields={fields} call={addAgent} submit={submit} onSubmit={send} act="Create Agent">
        <PersonFields of={fields} />
        <PlaceFields of={fields} />
      </ChangeForm>
    </Screen>
  )
}
