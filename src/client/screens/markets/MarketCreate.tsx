import { calls } from '#contract/index'
import { MarketStatus } from '#contract/calls/markets'
import { ChangeForm } from '#forms/ChangeForm'
import { BackLink, useGo } from '#routing/navigation'
import { useSubmit } from '#api/changes/useSubmit'
import { Field } from '#ui/form/Field'
import { PlaceFields } from '#ui/form/PlaceFields'
import { Screen } from '#ui/layout/Screen'
import { useFields } from '#ui/form/useFields'
import { periodOptions } from './periodOptions'

const { createMarket } = calls.markets
const blank = { name: '', state: '', lga: '', period: '', status: '' }

export default function MarketCreate() {
  const go = useGo()
  const submit = useSubmit(createMarket)
  const fields = useFields(createMarket.input.entries, blank)
  const send = () =>
    submit.mutate(fields.body(), {
      onSuccess: () => {
        fields.reset()
        go('markets')
      },
    })
  return (
    <Screen actions={<BackLink to="markets">Back to market days</BackLink>}>
      <ChangeForm
        fields={fields}
        call={createMarket}
        submit={submit}
        onSubmit={send}
        actionLabel="Create Market Day"
      >
        <Field fields={fields} name="name" label="Market Name" />
        <PlaceFields fields={fields} />
        <Field fields={fields} name="period" label="Market Day Period" options={periodOptions} />
        <Field fields={fields} name="status" label="Status" options={MarketStatus.options} />
      </ChangeForm>
    </Screen>
  )
}
