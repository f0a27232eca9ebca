import Box from '@mui/material/Box'
import { calls } from '#contract/index'
import type { ListedPermission, RoleWithPermissions } from '#contract/calls/session'
import { ChangeForm } from '#forms/ChangeForm'
import { useGo, useRouteState } from '#routing/navigation'
import { useGrantBlockReason } from '#auth/permissions'
import { useCall } from '#api/useCall'
import { type Submit, useSubmit } from '#api/changes/useSubmit'
import { Fact, Facts } from '#ui/text/Facts'
import { Field } from '#ui/form/Field'
import { PermissionGrid } from '#ui/form/choices/PermissionGrid'
import { permissionSummary } from '#ui/text/PermissionList'
import { Ready } from '#ui/feedback/Ready'
import { Screen } from '#ui/layout/Screen'
import { useChoice } from '#ui/form/choices/useChoice'
import { useFields } from '#ui/form/useFields'
import { BackToRoles } from './BackToRoles'
import { useEmptyRole } from './useEmptyRole'
import { useRole, useRoleBlockReason } from './useRole'

const { editRoles, addRoles } = calls.roles
const { name } = addRoles.input.entries

export default function RoleUpdate() {
  const { role_id } = useRouteState('roleUpdate')
  const permissions = useCall(calls.roles.getPermissions, {})
  const submit = useSubmit(editRoles)
  return (
    <Screen actions={<BackToRoles />}>
      <Ready query={useRole(role_id)}>
        {(role) => (
          <Ready query={permissions}>
            {({ data }) => (
              <UpdateForm
                key={namesOf(role.permissions).join()}
                role={role}
                names={namesOf(data)}
                submit={submit}
              />
            )}
          </Ready>
        )}
      </Ready>
    </Screen>
  )
}

type Props = { role: RoleWithPermissions; names: string[]; submit: Submit<typeof editRoles> }

/** Sends the whole list. Its key resets the form if the role has changed in the meantime. */
function UpdateForm({ role, names, submit }: Props) {
  const go = useGo()
  const fields = useFields({ name }, { name: role.name })
  const choice = useChoice(namesOf(role.permissions))
  const empty = useEmptyRole('Update Role')
  const send = () =>
    submit.mutate(
      { role_id: role.id, name: role.name, permission: [...choice.chosen] },
      { about: { name: role.name }, onSuccess: () => go('roles') },
    )
  return (
    <ChangeForm
      fields={{ ...fields, dirty: choice.changed }}
      call={editRoles}
      submit={submit}
      onSubmit={() => empty.confirmed(choice.chosen, send)}
      actionLabel="Update Role"
      disabledReason={useRoleBlockReason(role.name)}
      wide
    >
      <Box sx={{ maxWidth: 420 }}>
        <Field fields={fields} name="name" label="Name" readOnly />
      </Box>
      <PermissionGrid names={names} choice={choice} fixed={useGrantBlockReason()} />
      <Facts>
        <Fact label="Adds">{permissionSummary(choice.added)}</Fact>
        <Fact label="Takes away">{permissionSummary(choice.removed)}</Fact>
      </Facts>
      {empty.question}
      <div>The change applies at once to every admin with this role.</div>
    </ChangeForm>
  )
}

const namesOf = (permissions: readonly ListedPermission[]) => permissions.map((one) => one.name)
