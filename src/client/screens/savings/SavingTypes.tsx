import { calls } from '#contract/index'
import { type SavingType, savingTypeColumns } from '#contract/savings'
import { RowAction } from '#app/navigation'
import { RowActions } from '#app/RowActions'
import { useRowActions } from '#app/rowLinks'
import { useCall } from '#data/useCall'
import { useWholeList } from '#data/useWholeList'
import { Age } from '#ui/Age'
import { DataTable } from '#ui/DataTable'
import { Screen } from '#ui/Screen'

export default function SavingTypes() {
  const rowActions = useRowActions<SavingType>(['savingTypeUpdate'], ({ id, name }) => (
    <RowActions of={name}>
      <RowAction to="savingTypeUpdate" state={{ saving_type_id: id }}>
        Update
      </RowAction>
    </RowActions>
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
