import { calls } from '#contract/index'
import { Decision } from '#forms/Decision'
import { useGo, useRouteState } from '#routing/navigation'
import { useSubmit, enabledUntilDone } from '#api/changes/useSubmit'
import { Fact } from '#ui/text/Facts'
import { permissionSummary } from '#ui/text/PermissionList'
import { Ready } from '#ui/feedback/Ready'
import { Screen } from '#ui/layout/Screen'
import { BackToRoles } from './BackToRoles'
import { useRole, useRoleBlockReason } from './useRole'

const { deleteRoles } = calls.roles

export default function RoleDelete() {
  const { role_id } = useRouteState('roleDelete')
  const go = useGo()
  const submit = useSubmit(deleteRoles)
  const role = useRole(role_id, enabledUntilDone(submit))
  const blockReason = useRoleBlockReason(role.data?.name)
  const holders = role.data?.holders ?? []
  return (
    <Screen actions={<BackToRoles />}>
      <Ready query={role}>
        {({ name, permissions }) => (
          <Decision
            call={deleteRoles}
            submit={submit}
            onPress={() => submit.mutate({ role_id }, { about: { name }, onSuccess: () => go('roles') })}
            actionLabel="Delete Role"
            note="A role that an active admin still holds can’t be deleted: give them another role first, or remove it."
            danger
            disabledReason={
              blockReason ?? (holders.length > 0 ? 'Active admins still hold this role.' : undefined)
            }
          >
            <Fact label="Name">{name}</Fact>
            <Fact label="It allows">{permissionSummary(permissions.map((one) => one.name))}</Fact>
            <Fact label="Held by">{holders.length === 0 ? 'No active admin' : holders.join(', ')}</Fact>
          </Decision>
        )}
      </Ready>
    </Screen>
  )
}
