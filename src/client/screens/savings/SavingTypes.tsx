import { calls } from '#contract/index'
import { type SavingType, savingTypeColumns } from '#contract/calls/savings'
import { RowActions } from '#lists/RowActions'
import { useRowActions } from '#lists/rowLinks'
import { useCall } from '#api/useCall'
import { useWholeList } from '#api/useWholeList'
import { Age } from '#ui/text/Age'
import { DataTable } from '#ui/table/DataTable'
import { Screen } from '#ui/layout/Screen'

export default function SavingTypes() {
  const rowActions = useRowActions<SavingType>(['savingTypeUpdate'], ({ id, name }) => (
    <RowActions
      of={name}
      actions={[{ label: 'Update', to: 'savingTypeUpdate', state: { saving_type_id: id } }]}
    />
  ))
  const types = useCall(calls.savings.getSavingType, {})
  return (
    <Screen fill about={<Age of={types.dataUpdatedAt} />}>
      <DataTable
        list={useWholeList(types, types.data?.data)}
        name="savingTypes"
        columns={savingTypeColumns}
        empty="No savings found"
        rowActions={rowActions}
      />
    </Screen>
  )
}
