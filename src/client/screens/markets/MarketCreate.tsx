import { calls } from '#contract/index'
import { MarketStatus } from '#contract/calls/markets'
import { ChangeForm } from '#forms/ChangeForm'
import { BackLink, useGo } from '#routing/navigation'
import { useSubmit } from '#api/changes/useSubmit'
import { Field } from '#ui/form/Field'
import { PlaceFields } from '#ui/form/PlaceFields'
import { Screen } from '#ui/layout/Screen'
import { useFields } from '#ui/form/useFields'
import { daysIn, isWeekly, RhythmFields, rhythmEntries, rhythmRules, weeklyIn } from './rhythm'

const { createMarket, createMarketByDays } = calls.markets
const { name: Name, state: State, lga: Lga, status: Status } = createMarket.input.entries
const entries = { name: Name, state: State, lga: Lga, ...rhythmEntries, status: Status }
const blank = {
  name: '',
  state: '',
  lga: '',
  held: 'weekly',
  period: '',
  every_days: '',
  from_day: '',
  status: '',
}

export default function MarketCreate() {
  const go = useGo()
  const weekly = useSubmit(createMarket)
  const byDays = useSubmit(createMarketByDays)
  const fields = useFields(entries, blank, rhythmRules)
  const market = () => {
    const { name, state, lga, status } = fields.body()
    return { name, state, lga, status }
  }
  const options = {
    onSuccess: () => {
      fields.reset()
      go('markets')
    },
  }
  const form = {
    fields,
    actionLabel: 'Create Market Day',
    children: (
      <>
        <Field fields={fields} name="name" label="Market Name" />
        <PlaceFields fields={fields} />
        <RhythmFields fields={fields} />
        <Field fields={fields} name="status" label="Status" options={MarketStatus.options} />
      </>
    ),
  }
  return (
    <Screen actions={<BackLink to="markets">Back to market days</BackLink>}>
      {isWeekly(fields.values) ? (
        <ChangeForm
          {...form}
          call={createMarket}
          submit={weekly}
          onSubmit={() => weekly.mutate({ ...market(), ...weeklyIn(fields.values) }, options)}
        />
      ) : (
        <ChangeForm
          {...form}
          call={createMarketByDays}
          submit={byDays}
          onSubmit={() => byDays.mutate({ ...market(), ...daysIn(fields.values) }, options)}
        />
      )}
    </Screen>
  )
}
