import Box from '@mui/material/Box'
import { useEffect } from 'react'
import { calls } from '#contract/index'
import { HistoryCard } from '#lists/history/HistoryCard'
import { LinkButton, useGo, useRouteState } from '#routing/navigation'
import { useCall } from '#api/useCall'
import { Age } from '#ui/text/Age'
import { Card } from '#ui/layout/Card'
import { CopyEmail } from '#ui/text/CopyEmail'
import { Empty } from '#ui/feedback/Empty'
import { Fact, Facts } from '#ui/text/Facts'
import { PermissionList } from '#ui/text/PermissionList'
import { Ready } from '#ui/feedback/Ready'
import { Screen } from '#ui/layout/Screen'
import { BackToAdmins } from '../AdminAction'
import { RoleBadge } from './RoleBadge'

export default function AdminPermissions() {
  const state = useRouteState('adminPermissions')
  const go = useGo()
  const rights = useCall(calls.session.getSingleAdminPermission, state)
  const isForbidden = rights.error?.code === 'forbidden'
  useEffect(() => {
    if (isForbidden) go('notAllowed')
  }, [isForbidden, go])
  return (
    <Screen about={<Age updatedAt={rights.dataUpdatedAt} />} actions={<BackToAdmins />}>
      <Ready query={rights}>
        {({ data: { name, email, roles, permissions } }) => (
          <>
            <Card narrow>
              <Facts>
                <Fact label="Full Name">{name}</Fact>
                <Fact label="Email">
                  <Box sx={{ my: -1.25 }}>
                    <CopyEmail email={email} message={`Email copied to clipboard: ${email}`} />
                  </Box>
                </Fact>
                <Fact label="Role">
                  <RoleBadge role={roles[0]?.name ?? null} />
                </Fact>
              </Facts>
              <Box sx={{ display: 'flex', gap: 1, flexWrap: 'wrap', mt: 2 }}>
                <LinkButton to="adminAssignRole" state={state}>
                  {roles.length === 0 ? 'Assign Role' : 'Change Role'}
                </LinkButton>
                {roles.length > 0 && (
                  <LinkButton to="adminRemoveRole" state={state}>
                    Remove Role
                  </LinkButton>
                )}
                <LinkButton to="adminAssignPermission" state={state}>
                  Assign Permission
                </LinkButton>
                {permissions.length > 0 && (
                  <LinkButton to="adminRemovePermission" state={state}>
                    Remove Permission
                  </LinkButton>
                )}
              </Box>
            </Card>
            <Card title="Own permissions">
              <PermissionList names={permissions.map((one) => one.name)} />
            </Card>
            {roles.length === 0 && (
              <Card title="Roles">
                <Empty>No Roles Found</Empty>
              </Card>
            )}
            {roles.map((role) => (
              <Card key={role.id} title={`Permissions of the role ${role.name}`}>
                <PermissionList names={role.permissions.map((one) => one.name)} />
              </Card>
            ))}
            <HistoryCard noun="admin" id={state.admin_id} to="adminChanges" state={{ ...state, name }} />
          </>
        )}
      </Ready>
    </Screen>
  )
}
