import { calls } from '#contract/index'
import { Decision } from '#forms/Decision'
import { useGo, useRouteState } from '#routing/navigation'
import { useSubmit, enabledUntilDone } from '#api/changes/useSubmit'
import { permissionFamily } from '#domain/families'
import { Fact } from '#ui/text/Facts'
import { Ready } from '#ui/feedback/Ready'
import { Screen } from '#ui/layout/Screen'
import { BackToPermissions } from './BackToRoles'
import { builtInReason, usePermission } from './useRole'

const { deletePermission } = calls.roles

export default function PermissionDelete() {
  const { permission_id } = useRouteState('permissionDelete')
  const go = useGo()
  const submit = useSubmit(deletePermission)
  return (
    <Screen actions={<BackToPermissions />}>
      <Ready query={usePermission(permission_id, enabledUntilDone(submit))}>
        {({ name }) => (
          <Decision
            call={deletePermission}
            submit={submit}
            onPress={() =>
              submit.mutate({ permission_id }, { about: { name }, onSuccess: () => go('permissions') })
            }
            actionLabel="Delete Permission"
            note="A permission that a role or an admin still holds can’t be deleted."
            danger
            disabledReason={builtInReason(name, 'deleted')}
          >
            <Fact label="Name">{name}</Fact>
            <Fact label="Family">{permissionFamily(name)}</Fact>
          </Decision>
        )}
      </Ready>
    </Screen>
  )
}
