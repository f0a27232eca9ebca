import { calls } from '#contract/index'
import { useSubmit } from '#api/changes/useSubmit'
import { ChangeForm } from '#forms/ChangeForm'
import { BackLink, useGo } from '#routing/navigation'
import { Field } from '#ui/form/Field'
import { useFields } from '#ui/form/useFields'
import { Screen } from '#ui/layout/Screen'

const { createTill } = calls.tills

export default function TillCreate() {
  const go = useGo()
  const submit = useSubmit(createTill)
  const fields = useFields(createTill.input.entries, { name: '' })
  const send = () => submit.mutate(fields.body(), { onSuccess: () => go('tills') })
  return (
    <Screen actions={<BackLink to="tills">Back to tills</BackLink>}>
      <ChangeForm fields={fields} call={createTill} submit={submit} onSubmit={send} actionLabel="Create Till">
        <Field
          fields={fields}
          name="name"
          label="Name"
          hint="Such as Front Desk. It can’t be changed later."
        />
      </ChangeForm>
    </Screen>
  )
}
