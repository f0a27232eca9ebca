import { calls } from '#contract/index'
import { ChangeForm } from '#forms/ChangeForm'
import { BackLink, useGo } from '#routing/navigation'
import { useSubmit } from '#api/changes/useSubmit'
import { PersonFields } from '#ui/form/PersonFields'
import { PlaceFields } from '#ui/form/PlaceFields'
import { Screen } from '#ui/layout/Screen'
import { useFields } from '#ui/form/useFields'

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
      <ChangeForm fields={fields} call={addAgent} submit={submit} onSubmit={send} actionLabel="Create Agent">
        <PersonFields fields={fields} />
        <PlaceFields fields={fields} />
      </ChangeForm>
    </Screen>
  )
}
