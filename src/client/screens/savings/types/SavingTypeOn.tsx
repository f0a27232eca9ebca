import { calls } from '#contract/index'
import { useRouteState } from '#routing/navigation'
import { SavingTypeSwitch } from './SavingTypeSwitch'

export default function SavingTypeOn() {
  const { saving_type_id } = useRouteState('savingTypeOn')
  return (
    <SavingTypeSwitch
      id={saving_type_id}
      call={calls.savings.switchOnSavingType}
      from="inactive"
      actionLabel="Switch On Savings Type"
      note="New savings can be opened under it again, with the terms above."
    />
  )
}
