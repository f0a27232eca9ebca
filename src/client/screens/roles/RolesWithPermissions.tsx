import { calls } from '#contract/index'
import type { OutputOf } from '#contract/call'
import { limitText } from '#domain/limitTexts'
import { LinkButton, useRouteState } from '#routing/navigation'
import { useCall } from '#api/useCall'
import { Age } from '#ui/text/Age'
import { Card } from '#ui/layout/Card'
import { Empty } from '#ui/feedback/Empty'
import { PermissionList } from '#ui/text/PermissionList'
import { Ready } from '#ui/feedback/Ready'
import { Screen } from '#ui/layout/Screen'
import { BackToRoles } from './BackToRoles'

const { getRoleLimits, getRolesAndPermission } = calls.roles

/** Each role with its permissions, or one role by id. */
export default function RolesWithPermissions() {
  const state = useRouteState('rolesWithPermissions')
  const roles = useCall(getRolesAndPermission, state ?? {})
  return (
    <Screen about={<Age updatedAt={roles.dataUpdatedAt} />} actions={<BackToRoles />}>
      <Ready query={roles}>
        {({ data }) =>
          data.length === 0 ? (
            <Card>
              <Empty>No Roles Found</Empty>
            </Card>
          ) : (
            groupByRole(data).map(({ id, name, permissions }) => (
              <Card key={id} title={name}>
                <PermissionList names={permissions} />
              </Card>
            ))
          )
        }
      </Ready>
      {state && <LimitsCard roleId={state.role_id} />}
    </Screen>
  )
}

/** Up to which amounts one role decides. */
function LimitsCard({ roleId }: { roleId: number }) {
  const limits = useCall(getRoleLimits, { role_id: roleId })
  return (
    <Card
      title="Limits"
      action={
        <LinkButton to="roleLimits" state={{ role_id: roleId }}>
          Set Limits
        </LinkButton>
      }
    >
      <Ready query={limits}>
        {({ data }) =>
          data.limits.length === 0 ? (
            <Empty>No limit: this role decides on any amount</Empty>
          ) : (
            <ul>
              {data.limits.map((limit) => (
                <li key={`${limit.kind} ${limit.step}`}>{limitText(limit)}</li>
              ))}
            </ul>
          )
        }
      </Ready>
    </Card>
  )
}

/** Groups the flat reply: a role, then its permissions, then the next role. */
function groupByRole(flat: OutputOf<typeof getRolesAndPermission>['data']) {
  return flat.flatMap((role, at) => {
    if (Array.isArray(role)) return []
    const permissions = flat[at + 1]
    return { ...role, permissions: Array.isArray(permissions) ? permissions.map(({ name }) => name) : [] }
  })
}
