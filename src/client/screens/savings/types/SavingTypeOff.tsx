import { calls } from '#contract/index'
import { useRouteState } from '#routing/navigation'
import { SavingTypeSwitch } from './SavingTypeSwitch'

export default function SavingTypeOff() {
  const { saving_type_id } = useRouteState('savingTypeOff')
  return (
    <SavingTypeSwitch
      id={saving_type_id}
      call={calls.savings.switchOffSavingType}
      from="active"
      actionLabel="Switch Off Savings Type"
      note="No new savings can be opened under it. Open savings go on as they are."
      danger
    />
  )
}
