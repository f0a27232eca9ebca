import { calls } from '#contract/index'
import { LinkButton, RowAction } from '#routing/navigation'
import { RowActions } from '#lists/RowActions'
import { useCall } from '#api/useCall'
import { Age } from '#ui/text/Age'
import { Ready } from '#ui/feedback/Ready'
import { Screen } from '#ui/layout/Screen'
import { AdminCards } from './AdminCards'

export default function AdminsList() {
  const admins = useCall(calls.admins.getAdmins, {})
  return (
    <Screen
      about={<Age of={admins.dataUpdatedAt} />}
      actions={
        <LinkButton to="adminCreate" variant="contained">
          Create Admin
        </LinkButton>
      }
    >
      <Ready of={admins}>
        {({ data }) => (
          <AdminCards
            admins={data}
            empty="No admin found"
            actions={({ id, name, roleName, locked }) => (
              <RowActions of={name} room={locked ? 1 : 2}>
                {locked && (
                  <RowAction to="adminUnlock" state={{ admin_id: id }}>
                    Reactivate Account
                  </RowAction>
                )}
                {roleName === null && (
                  <RowAction to="adminAssignRole" state={{ admin_id: id }}>
                    Assign Role
                  </RowAction>
                )}
                <RowAction to="adminUpdate" state={{ admin_id: id }}>
                  Update
                </RowAction>
                <RowAction to="adminPermissions" state={{ admin_id: id }}>
                  Permissions
                </RowAction>
                {roleName !== null && (
                  <RowAction to="adminAssignRole" state={{ admin_id: id }}>
                    Change Role
                  </RowAction>
                )}
                {roleName !== null && (
                  <RowAction to="adminRemoveRole" state={{ admin_id: id }}>
                    Remove Role
                  </RowAction>
                )}
                <RowAction to="adminAssignPermission" state={{ admin_id: id }}>
                  Assign Permission
                </RowAction>
                <RowAction to="adminRemovePermission" state={{ admin_id: id }}>
                  Remove Permission
                </RowAction>
                <RowAction to="adminResetPassword" state={{ admin_id: id }}>
                  Reset Password
                </RowAction>
                <RowAction to="adminDelete" state={{ admin_id: id }}>
                  Delete
                </RowAction>
              </RowActions>
            )}
          />
        )}
      </Ready>
    </Screen>
  )
}
