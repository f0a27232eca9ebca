import type { OneAdmin } from '#contract/calls/admins'
import { calls } from '#contract/index'
import { useGo, useRouteState } from '#routing/navigation'
import { useGrantBlockReason } from '#auth/permissions'
import { useCall } from '#api/useCall'
import { type Submit, useSubmit } from '#api/changes/useSubmit'
import { Ready } from '#ui/feedback/Ready'
import { Screen } from '#ui/layout/Screen'
import { BackToAdmins } from '../AdminAction'
import { PermissionForm } from './PermissionForm'
import { useAdmin, useBlockReason } from '../useAdmin'

const { assignPermissionToAdmin } = calls.admins

export default function AdminAssignPermission() {
  const { admin_id } = useRouteState('adminAssignPermission')
  const permissions = useCall(calls.roles.getPermissions, {})
  const submit = useSubmit(assignPermissionToAdmin)
  return (
    <Screen fill actions={<BackToAdmins />}>
      <Ready query={useAdmin(admin_id)}>
        {(admin) => (
          <Ready query={permissions}>
            {({ data }) => (
              <AssignForm
                key={admin.permissions.map(({ id }) => id).join()}
                admin={admin}
                names={data.map(({ name }) => name)}
                submit={submit}
              />
            )}
          </Ready>
        )}
      </Ready>
    </Screen>
  )
}

type Props = { admin: OneAdmin; names: string[]; submit: Submit<typeof assignPermissionToAdmin> }

/** Permissions the admin has are ticked. Those that the signed-in admin lacks can't be granted. */
function AssignForm({ admin, names, submit }: Props) {
  const go = useGo()
  const blockReason = useBlockReason()
  const grantBlockReason = useGrantBlockReason()
  const direct = new Set(admin.permissions.map(({ name }) => name))
  const ofRole = new Set(admin.roles.flatMap(({ permissions }) => permissions.map(({ name }) => name)))
  const fixed = (name: string) =>
    direct.has(name) || ofRole.has(name)
      ? `Ticked and grey: ${admin.name} already has it, directly or through the role.`
      : grantBlockReason(name)
  return (
    <PermissionForm
      adminName={admin.name}
      names={names}
      first={[...direct, ...ofRole]}
      fixed={fixed}
      call={assignPermissionToAdmin}
      submit={submit}
      verb="Assign"
      onSubmit={(permission) =>
        submit.mutate(
          { admin_id: admin.id, permission },
          { about: { name: admin.name }, onSuccess: () => go('admins') },
        )
      }
      disabledReason={blockReason(admin, 'You cannot change your own permissions.')}
    />
  )
}
