import { calls } from '#contract/index'
import { Decision } from '#app/Decision'
import { useGo, useRouteState } from '#app/navigation'
import { useSubmit, whileUndone } from '#data/useSubmit'
import { permissionFamily } from '#domain/families'
import { Fact } from '#ui/Facts'
import { Ready } from '#ui/Ready'
import { Screen } from '#ui/Screen'
import { BackToPermissions } from './BackToRoles'
import { builtInFault, usePermission } from './useRole'

const { deletePermission } = calls.roles

export default function PermissionDelete() {
  const { permission_id } = useRouteState('permissionDelete')
  const go = useGo()
  const submit = useSubmit(deletePermission)
  return (
    <Screen actions={<BackToPermissions />}>
      <Ready of={usePermission(permission_id, whileUndone(submit))}>
        {({ name }) => (
          <Decision
            call={deletePermission}
            submit={submit}
            onPress={() =>
              submit.mutate({ permission_id }, { about: { name }, onSuccess: () => go('permissions') })
            }
            act="Delete Permission"
            note="A permission that a role or an administrator still holds can’t be deleted."
            danger
            against={builtInFault(name, 'deleted')}
          >
            <Fact label="Name">{name}</Fact>
            <Fact label="Family">{permissionFamily(name)}</Fact>
          </Decision>
        )}
      </Ready>
    </Screen>
  )
}
