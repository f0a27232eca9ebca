import { importColumns, type ImportRow } from '#contract/calls/imports'
import { calls } from '#contract/index'
import { useCall } from '#api/useCall'
import { useWholeList } from '#api/paging/useWholeList'
import { FirstOne } from '#lists/FirstOne'
import { type RowOffer, useRowActions } from '#lists/rows/RowActions'
import { LinkButton, useListPlace } from '#routing/navigation'
import { Screen } from '#ui/layout/Screen'
import { DataTable } from '#ui/table/DataTable'
import { Age } from '#ui/text/Age'

const { getImports } = calls.imports

export default function ImportsList() {
  const imports = useCall(getImports, {})
  const list = useWholeList(getImports, imports, imports.data?.data, useListPlace())
  const rowTools = useRowActions(actionsOf, ['importDetails'])
  return (
    <Screen
      fill
      note="Books of before that were moved in: agents, customers, savings, running loans and wallets, with their balances on the cut-over day."
      about={<Age updatedAt={imports.dataUpdatedAt} />}
      actions={
        <LinkButton to="importCreate" variant="contained">
          New Import
        </LinkButton>
      }
    >
      <DataTable
        list={list}
        name="imports"
        columns={importColumns}
        empty="No import found"
        first={
          <FirstOne to="importCreate" link="Start the first import">
            Nothing is in the books before another admin releases it.
          </FirstOne>
        }
        {...rowTools}
      />
    </Screen>
  )
}

const actionsOf = ({ id }: ImportRow): RowOffer => ({
  name: `Import ${id}`,
  actions: [{ label: 'Details', to: 'importDetails', state: { import_id: id } }],
})
