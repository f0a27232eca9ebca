import type { OneAdmin } from '#contract/calls/admins'
import { calls } from '#contract/index'
import { Decision } from '#forms/Decision'
import { useGo, useRouteState } from '#routing/navigation'
import { useSubmit, enabledUntilDone } from '#api/changes/useSubmit'
import { Card } from '#ui/layout/Card'
import { Empty } from '#ui/feedback/Empty'
import { Fact } from '#ui/text/Facts'
import { permissionSummary } from '#ui/text/PermissionList'
import { Ready } from '#ui/feedback/Ready'
import { Screen } from '#ui/layout/Screen'
import { BackToAdmins } from '../AdminAction'
import { RoleBadge } from './RoleBadge'
import { useAdmin, useBlockReason } from '../useAdmin'

const { removeRole } = calls.admins

/** Removes an admin's role; direct permissions stay. */
export default function AdminRemoveRole() {
  const { admin_id } = useRouteState('adminRemoveRole')
  const go = useGo()
  const blockReason = useBlockReason()
  const submit = useSubmit(removeRole)
  const decision = ({ id, name, roleName, roles: [role], permissions }: OneAdmin) =>
    role ? (
      <Decision
        call={removeRole}
        submit={submit}
        onPress={() => submit.mutate({ admin_id: id, role_id: role.id }, { onSuccess: () => go('admins') })}
        actionLabel={`Remove Role ${role.name}`}
        note={`${name} loses the permissions of the role at once. Direct permissions stay.`}
        danger
        disabledReason={blockReason({ id, roleName }, 'You cannot change your own role.')}
      >
        <Fact label="Full Name">{name}</Fact>
        <Fact label="Role now">
          <RoleBadge role={roleName} />
        </Fact>
        <Fact label="It allows">{permissionSummary(role.permissions.map((one) => one.name))}</Fact>
        <Fact label="Stays">{permissionSummary(permissions.map((one) => one.name))}</Fact>
      </Decision>
    ) : (
      <Card>
        <Empty>No Roles Found</Empty>
      </Card>
    )
  return (
    <Screen actions={<BackToAdmins />}>
      <Ready query={useAdmin(admin_id, enabledUntilDone(submit))}>{decision}</Ready>
    </Screen>
  )
}
