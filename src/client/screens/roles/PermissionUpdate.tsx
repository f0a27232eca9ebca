import { calls } from '#contract/index'
import type { PermissionEntry } from '#contract/session'
import { ChangeForm } from '#app/ChangeForm'
import { useGo, useRouteState } from '#app/navigation'
import { useSubmit } from '#data/useSubmit'
import { Fact, Facts } from '#ui/Facts'
import { Field } from '#ui/Field'
import { Ready } from '#ui/Ready'
import { Screen } from '#ui/Screen'
import { useFields } from '#ui/useFields'
import { BackToPermissions } from './BackToRoles'
import { builtInFault, usePermission } from './useRole'

const { editPermission } = calls.roles
const { name } = editPermission.input.entries

export default function PermissionUpdate() {
  const { permission_id } = useRouteState('permissionUpdate')
  return (
    <Screen actions={<BackToPermissions />}>
      <Ready of={usePermission(permission_id)}>
        {(permission) => <UpdateForm key={permission.id} permission={permission} />}
      </Ready>
    </Screen>
  )
}

function UpdateForm({ permission }: { permission: PermissionEntry }) {
  const go = useGo()
  const submit = useSubmit(editPermission)
  const fields = useFields({ name }, { name: permission.name })
  const send = () =>
    submit.mutate(
      { ...fields.values, permission_id: permission.id },
      { about: { name: permission.name }, onSuccess: () => go('permissions') },
    )
  return (
    <ChangeForm
      fields={fields}
      call={editPermission}
      submit={submit}
      onSubmit={send}
      act="Update Permission"
      against={builtInFault(permission.name, 'renamed')}
    >
      <Facts>
        <Fact label="Name now">{permission.name}</Fact>
      </Facts>
      <Field of={fields} name="name" label="Name" />
      <div>Whoever holds it goes on holding it, under the new name.</div>
    </ChangeForm>
  )
}
