import { permissionColumns } from '#contract/calls/roles'
import { calls } from '#contract/index'
import { LinkButton, useListPlace } from '#routing/navigation'
import { type RowOffer, useRowActions } from '#lists/rows/RowActions'
import { useCall } from '#api/useCall'
import { useWholeList } from '#api/paging/useWholeList'
import { permissionFamily } from '#domain/families'
import { Age } from '#ui/text/Age'
import { DataTable } from '#ui/table/DataTable'
import { Screen } from '#ui/layout/Screen'

type Row = { id: number; name: string; family: string }

export default function PermissionsList() {
  const permissions = useCall(calls.roles.getPermissions, {})
  const rows = permissions.data?.data.map((one) => ({ ...one, family: permissionFamily(one.name) }))
  return (
    <Screen
      fill
      about={<Age updatedAt={permissions.dataUpdatedAt} />}
      actions={
        <LinkButton to="permissionCreate" variant="contained">
          Create Permission
        </LinkButton>
      }
    >
      <DataTable
        list={useWholeList(calls.roles.getPermissions, permissions, rows, useListPlace())}
        name="permissions"
        columns={permissionColumns}
        empty="No Permissions Found"
        {...useRowActions(actionsOf, ['permissionUpdate', 'permissionDelete'])}
      />
    </Screen>
  )
}

const actionsOf = ({ id, name }: Row): RowOffer => ({
  name,
  actions: [
    { label: 'Edit', to: 'permissionUpdate', state: { permission_id: id } },
    { label: 'Delete', to: 'permissionDelete', state: { permission_id: id } },
  ],
})
