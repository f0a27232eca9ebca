import Box from '@mui/material/Box'
import { calls } from '#contract/index'
import type { OneRole } from '#contract/calls/roles'
import type { ListedPermission } from '#contract/calls/session'
import { pluralize } from '#domain/money/figures'
import { ChangeForm } from '#forms/ChangeForm'
import { useGo, useRouteState } from '#routing/navigation'
import { useGrantBlockReason } from '#auth/permissions'
import { useCall } from '#api/useCall'
import { type Submit, useSubmit } from '#api/changes/useSubmit'
import { PermissionChanges } from '#ui/form/choices/PermissionChanges'
import { PermissionMatrix } from '#ui/form/choices/PermissionMatrix'
import { Ready } from '#ui/feedback/Ready'
import { Field } from '#ui/form/Field'
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
  const role = useRole(role_id)
  return (
    <Screen
      fill
      title={role.data && `Update Role: ${role.data.name}`}
      about={role.data && permissions.data && <Held role={role.data} of={permissions.data.data.length} />}
      actions={<BackToRoles />}
    >
      <Ready query={role} like="matrix">
        {(one) => (
          <Ready query={permissions} like="matrix">
            {({ data }) => (
              <UpdateForm
                key={namesOf(one.permissions).join()}
                role={one}
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

/** What the role holds, and who holds it. */
const Held = ({ role: { permissions, holders }, of }: { role: OneRole; of: number }) => (
  <span title={holders.join(', ')}>
    {permissions.length} of {pluralize(of, 'permission')} · {pluralize(holders.length, 'admin')}{' '}
    {holders.length === 1 ? 'has' : 'have'} this role
  </span>
)

type Props = { role: OneRole; names: string[]; submit: Submit<typeof editRoles> }

/** Sends the whole list. Its key resets the form if the role has changed in the meantime. */
function UpdateForm({ role, names, submit }: Props) {
  const go = useGo()
  const choice = useChoice(namesOf(role.permissions))
  const fields = useFields({ name }, { name: role.name })
  const empty = useEmptyRole('Update Role')
  const blockReason = useRoleBlockReason(role.name)
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
      disabledReason={blockReason ?? (choice.changed ? undefined : 'No change')}
      foot={
        <PermissionChanges
          names={names}
          choice={choice}
          words={{ added: 'Adds', removed: 'Takes' }}
          reach={reachOf(role.holders.length)}
        />
      }
    >
      <Box sx={{ maxWidth: 420 }}>
        <Field fields={fields} name="name" label="Name" readOnly />
      </Box>
      <PermissionMatrix names={names} choice={choice} fixed={useGrantBlockReason()} />
      {empty.question}
    </ChangeForm>
  )
}

const reachOf = (holders: number) =>
  `${pluralize(holders, 'admin')} ${holders === 1 ? 'gets' : 'get'} it at once.`

const namesOf = (permissions: readonly ListedPermission[]) => permissions.map((one) => one.name)
