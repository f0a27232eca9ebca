import Box from '@mui/material/Box'
import { calls } from '#contract/index'
import type { PermissionEntry, RoleWithPermissions } from '#contract/session'
import { ChangeForm } from '#app/ChangeForm'
import { useGo, useRouteState } from '#app/navigation'
import { useGrantFault } from '#app/permissions'
import { useCall } from '#data/useCall'
import { type Submit, useSubmit } from '#data/useSubmit'
import { Fact, Facts } from '#ui/Facts'
import { Field } from '#ui/Field'
import { PermissionGrid } from '#ui/PermissionGrid'
import { permissionsInWords } from '#ui/PermissionList'
import { Ready } from '#ui/Ready'
import { Screen } from '#ui/Screen'
import { useChoice } from '#ui/useChoice'
import { useFields } from '#ui/useFields'
import { BackToRoles } from './BackToRoles'
import { useEmptyRole } from './useEmptyRole'
import { useRole, useRoleObjection } from './useRole'

const { editRoles, addRoles } = calls.roles
const { name } = addRoles.input.entries

export default function RoleUpdate() {
  const { role_id } = useRouteState('roleUpdate')
  const permissions = useCall(calls.roles.getPermissions, {})
  const submit = useSubmit(editRoles)
  return (
    <Screen actions={<BackToRoles />}>
      <Ready of={useRole(role_id)}>
        {(role) => (
          <Ready of={permissions}>
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

/** The whole list is sent: it begins anew, by its key, where the role was changed meanwhile. */
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
      act="Update Role"
      against={useRoleObjection(role.name)}
      wide
    >
      <Box sx={{ maxWidth: 420 }}>
        <Field of={fields} name="name" label="Name" readOnly />
      </Box>
      <PermissionGrid names={names} choice={choice} fixed={useGrantFault()} />
      <Facts>
        <Fact label="Adds">{permissionsInWords(choice.added)}</Fact>
        <Fact label="Takes away">{permissionsInWords(choice.removed)}</Fact>
      </Facts>
      {empty.question}
      <div>The change counts at once, for everybody who has this role.</div>
    </ChangeForm>
  )
}

const namesOf = (permissions: readonly PermissionEntry[]) => permissions.map((one) => one.name)
