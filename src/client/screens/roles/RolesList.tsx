import { roleColumns } from '#contract/calls/roles'
import { calls } from '#contract/index'
import { LinkButton, useListPlace } from '#routing/navigation'
import { useRowActions } from '#lists/rows/RowActions'
import { useCall } from '#api/useCall'
import { useWholeList } from '#api/paging/useWholeList'
import { Age } from '#ui/text/Age'
import { DataTable } from '#ui/table/DataTable'
import { Screen } from '#ui/layout/Screen'

export default function RolesList() {
  const roles = useCall(calls.roles.getRoles, {})
  const rows = roles.data?.data.map(({ id, name, permissions }) => ({ id, name, count: permissions.length }))
  return (
    <Screen
      fill
      about={<Age updatedAt={roles.dataUpdatedAt} />}
      actions={
        <>
          <LinkButton to="rolesWithPermissions" state={null}>
            Roles with permission
          </LinkButton>
          <LinkButton to="roleCreate" variant="contained">
            Create Role
          </LinkButton>
        </>
      }
    >
      <DataTable
        list={useWholeList(calls.roles.getRoles, roles, rows, useListPlace())}
        name="roles"
        columns={roleColumns}
        empty="No Roles Found"
        {...useRowActions(({ id, name }: { id: number; name: string }) => ({
          name,
          actions: [
            { label: 'View', to: 'rolesWithPermissions', state: { role_id: id } },
            { label: 'Edit', to: 'roleUpdate', state: { role_id: id } },
            { label: 'Limits', to: 'roleLimits', state: { role_id: id } },
            { label: 'Delete', to: 'roleDelete', state: { role_id: id } },
            { label: 'History', to: 'roleChanges', state: { role_id: id, name }, isAside: true },
          ],
        }))}
      />
    </Screen>
  )
}
