import { calls } from '#contract/index'
import { LinkButton } from '#routing/navigation'
import { RowActions } from '#lists/rows/RowActions'
import { useCall } from '#api/useCall'
import { Age } from '#ui/text/Age'
import { Ready } from '#ui/feedback/Ready'
import { Screen } from '#ui/layout/Screen'
import { AdminCards } from './AdminCards'

export default function AdminsList() {
  const admins = useCall(calls.admins.getAdmins, {})
  return (
    <Screen
      about={<Age updatedAt={admins.dataUpdatedAt} />}
      actions={
        <LinkButton to="adminCreate" variant="contained">
          Create Admin
        </LinkButton>
      }
    >
      <Ready query={admins}>
        {({ data }) => (
          <AdminCards
            admins={data}
            empty="No admin found"
            actions={({ id, name, roleName, locked }) => (
              <RowActions
                name={name}
                maxButtons={locked ? 1 : 2}
                actions={[
                  locked && { label: 'Reactivate Account', to: 'adminUnlock', state: { admin_id: id } },
                  roleName === null && {
                    label: 'Assign Role',
                    to: 'adminAssignRole',
                    state: { admin_id: id },
                  },
                  { label: 'Update', to: 'adminUpdate', state: { admin_id: id } },
                  { label: 'Permissions', to: 'adminPermissions', state: { admin_id: id } },
                  roleName !== null && {
                    label: 'Change Role',
                    to: 'adminAssignRole',
                    state: { admin_id: id },
                  },
                  roleName !== null && {
                    label: 'Remove Role',
                    to: 'adminRemoveRole',
                    state: { admin_id: id },
                  },
                  { label: 'Assign Permission', to: 'adminAssignPermission', state: { admin_id: id } },
                  { label: 'Remove Permission', to: 'adminRemovePermission', state: { admin_id: id } },
                  { label: 'Reset Password', to: 'adminResetPassword', state: { admin_id: id } },
                  { label: 'Delete', to: 'adminDelete', state: { admin_id: id } },
                  { label: 'History', to: 'adminChanges', state: { admin_id: id, name }, isAside: true },
                ]}
              />
            )}
          />
        )}
      </Ready>
    </Screen>
  )
}
