import { calls } from '#contract/index'
import { ChangeForm } from '#forms/ChangeForm'
import { useGo } from '#routing/navigation'
import { useSubmit } from '#api/changes/useSubmit'
import { Field } from '#ui/form/Field'
import { Screen } from '#ui/layout/Screen'
import { useFields } from '#ui/form/useFields'
import { BackToPermissions } from './BackToRoles'

const { createPermission } = calls.roles

export default function PermissionCreate() {
  const go = useGo()
  const submit = useSubmit(createPermission)
  const fields = useFields(createPermission.input.entries, { name: '' })
  const send = () => submit.mutate(fields.values, { onSuccess: () => go('permissions') })
  return (
    <Screen actions={<BackToPermissions />}>
      <ChangeForm
        fields={fields}
        call={createPermission}
        submit={submit}
        onSubmit={send}
        actionLabel="Create Permission"
      >
        <Field fields={fields} name="name" label="Name" hint="Such as can-count-cash" />
      </ChangeForm>
    </Screen>
  )
}
