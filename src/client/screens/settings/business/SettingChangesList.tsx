import { settingChangeColumns } from '#contract/calls/settings'
import { calls } from '#contract/index'
import { ListSummary } from '#lists/ListSummary'
import { ExportCsv } from '#lists/export/ExportCsv'
import { useListPlace } from '#routing/navigation'
import { type RowOffer, useRowActions } from '#lists/rows/RowActions'
import { WaitingChip } from '#lists/waiting'
import { type RowOf, usePagedList } from '#api/paging/usePagedList'
import { DataTable } from '#ui/table/DataTable'
import { PrintButton } from '#ui/print/PrintButton'
import { Screen } from '#ui/layout/Screen'

const { getSettingChanges } = calls.settings

export default function SettingChangesList() {
  const place = useListPlace()
  const list = usePagedList(getSettingChanges, place)
  const rowTools = useRowActions(actionsOf, ['settingChangeApproval'])
  return (
    <Screen
      note="Requests to change a setting of the business, decided ones among them."
      fill
      about={<ListSummary list={list} noun="change" />}
      actions={<PrintButton />}
    >
      <DataTable
        chips={<WaitingChip list={list} kinds={['setting_changes']} />}
        tools={<ExportCsv list={list} name="setting_changes_" />}
        list={list}
        name="settingChanges"
        columns={settingChangeColumns}
        empty="No change of a setting found"
        {...rowTools}
      />
    </Screen>
  )
}

/** The decision is offered only while the change is undecided. */
const actionsOf = ({ id, status, reference }: RowOf<typeof getSettingChanges>): RowOffer => ({
  name: reference,
  actions: [
    status === 'pending' && {
      label: 'Approval',
      to: 'settingChangeApproval',
      state: { setting_change_id: id },
    },
  ],
})
