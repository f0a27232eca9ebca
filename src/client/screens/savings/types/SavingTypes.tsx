import { calls } from '#contract/index'
import { type SavingType, savingTypeColumns } from '#contract/calls/savingTypes'
import { FirstOne } from '#lists/FirstOne'
import { type RowOffer, useRowActions } from '#lists/rows/RowActions'
import { LinkButton, useListPlace } from '#routing/navigation'
import { useCall } from '#api/useCall'
import { useWholeList } from '#api/paging/useWholeList'
import { Age } from '#ui/text/Age'
import { DataTable } from '#ui/table/DataTable'
import { Screen } from '#ui/layout/Screen'

export default function SavingTypes() {
  const rowTools = useRowActions(actionsOf, [
    'savingTypeUpdate',
    'savingTypeTerms',
    'savingTypeOff',
    'savingTypeOn',
    'savingTypeChanges',
  ])
  const types = useCall(calls.savings.getSavingType, {})
  return (
    <Screen
      fill
      about={<Age updatedAt={types.dataUpdatedAt} />}
      actions={
        <LinkButton to="savingTypeCreate" variant="contained">
          Create Savings Type
        </LinkButton>
      }
    >
      <DataTable
        list={useWholeList(calls.savings.getSavingType, types, types.data?.data, useListPlace())}
        name="savingTypes"
        columns={savingTypeColumns}
        empty="No savings found"
        first={
          <FirstOne to="savingTypeCreate" link="Create the first savings type">
            Savings wallets are opened under a type, with its interest and commission.
          </FirstOne>
        }
        {...rowTools}
      />
    </Screen>
  )
}

const actionsOf = ({ id, name, status }: SavingType): RowOffer => ({
  name,
  actions: [
    { label: 'Update', to: 'savingTypeUpdate', state: { saving_type_id: id } },
    { label: 'Terms', to: 'savingTypeTerms', state: { saving_type_id: id } },
    status === 'active'
      ? { label: 'Switch Off', to: 'savingTypeOff', state: { saving_type_id: id } }
      : { label: 'Switch On', to: 'savingTypeOn', state: { saving_type_id: id } },
    { label: 'History', to: 'savingTypeChanges', state: { saving_type_id: id, name }, isAside: true },
  ],
})
