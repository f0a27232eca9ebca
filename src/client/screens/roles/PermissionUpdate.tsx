import { calls } from '#contract/index'
import type { ListedPermission } from '#contract/calls/session'
import { ChangeForm } from '#forms/ChangeForm'
import { useGo, useRouteState } from '#routing/navigation'
import { useSubmit } from '#api/changes/useSubmit'
import { Fact, Facts } from '#ui/text/Facts'
import { Field } from '#ui/form/Field'
import { Ready } from '#ui/feedback/Ready'
import { Screen } from '#ui/layout/Screen'
import { useFields } from '#ui/form/useFields'
import { BackToPermissions } from './BackToRoles'
import { builtInReason, usePermission } from './useRole'

const { editPermission } = calls.roles
const { name } = editPermission.input.entries

export default function PermissionUpdate() {
  const { permission_id } = useRouteState('permissionUpdate')
  return (
    <Screen actions={<BackToPermissions />}>
      <Ready query={usePermission(permission_id)}>
        {(permission) => <UpdateForm key={permission.id} permission={permission} />}
      </Ready>
    </Screen>
  )
}

function UpdateForm({ permission }: { permission: ListedPermission }) {
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
      actionLabel="Update Permission"
      disabledReason={builtInReason(permission.name, 'renamed')}
    >
      <Facts>
        <Fact label="Name now">{permission.name}</Fact>
      </Facts>
      <Field fields={fields} name="name" label="Name" />
      <div>All its holders keep it, under the new name.</div>
    </ChangeForm>
  )
}
