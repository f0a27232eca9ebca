import { type BusinessSetting, businessSettingColumns } from '#contract/calls/settings'
import { calls } from '#contract/index'
import { useWholeList } from '#api/paging/useWholeList'
import { useCall } from '#api/useCall'
import { type RowOffer, useRowActions } from '#lists/rows/RowActions'
import { LinkButton, useListPlace } from '#routing/navigation'
import { Screen } from '#ui/layout/Screen'
import { DataTable } from '#ui/table/DataTable'
import { Age } from '#ui/text/Age'

/** What the business has set, by whom and since when. */
export default function BusinessSettings() {
  const settings = useCall(calls.settings.getBusinessSettings, {})
  const rowTools = useRowActions(actionsOf, ['businessSettingSet'])
  return (
    <Screen
      fill="long"
      note="Settings of the business. One admin requests a change, another approves it."
      about={<Age updatedAt={settings.dataUpdatedAt} />}
      actions={<LinkButton to="settingChanges">Changes of Settings</LinkButton>}
    >
      <DataTable
        list={useWholeList(calls.settings.getBusinessSettings, settings, settings.data?.data, useListPlace())}
        name="businessSettings"
        columns={businessSettingColumns}
        cards
        empty="No setting found"
        {...rowTools}
      />
    </Screen>
  )
}

const actionsOf = ({ id, label }: BusinessSetting): RowOffer => ({
  name: label,
  actions: [{ label: 'Set', to: 'businessSettingSet', state: { setting_id: id } }],
})
