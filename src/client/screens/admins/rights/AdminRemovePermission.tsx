import { calls } from '#contract/index'
import { useGo, useRouteState } from '#routing/navigation'
import { useCall } from '#api/useCall'
import { useSubmit } from '#api/changes/useSubmit'
import { Card } from '#ui/layout/Card'
import { Empty } from '#ui/feedback/Empty'
import { Ready } from '#ui/feedback/Ready'
import { Screen } from '#ui/layout/Screen'
import { BackToAdmins } from '../AdminAction'
import { PermissionForm } from './PermissionForm'
import { useBlockReason } from '../useAdmin'

const { removePermissionFromAdmin } = calls.admins

/** Removes direct permissions of an admin. The permissions of the role change with the role. */
export default function AdminRemovePermission() {
  const state = useRouteState('adminRemovePermission')
  const go = useGo()
  const blockReason = useBlockReason()
  const submit = useSubmit(removePermissionFromAdmin)
  const rights = useCall(calls.session.getSingleAdminPermission, state)
  return (
    <Screen fill actions={<BackToAdmins />}>
      <Ready query={rights}>
        {({ data: { name, roles, permissions } }) =>
          permissions.length === 0 ? (
            <Card>
              <Empty>No Permissions Found</Empty>
            </Card>
          ) : (
            <PermissionForm
              key={permissions.map(({ id }) => id).join()}
              adminName={name}
              names={permissions.map((one) => one.name)}
              first={[]}
              call={removePermissionFromAdmin}
              submit={submit}
              verb="Remove"
              danger
              onSubmit={(permission) =>
                submit.mutate({ ...state, permission }, { onSuccess: () => go('admins') })
              }
              disabledReason={blockReason(
                { id: state.admin_id, roleName: roles[0]?.name ?? null },
                'You cannot change your own permissions.',
              )}
            />
          )
        }
      </Ready>
    </Screen>
  )
}
