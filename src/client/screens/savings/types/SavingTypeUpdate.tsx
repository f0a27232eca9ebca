import { calls } from '#contract/index'
import type { SavingType } from '#contract/calls/savingTypes'
import { ChangeForm } from '#forms/ChangeForm'
import { BackLink, useGo, useRouteState } from '#routing/navigation'
import { selectById } from '#api/selectById'
import { useCall } from '#api/useCall'
import { useSubmit } from '#api/changes/useSubmit'
import { Field } from '#ui/form/Field'
import { Ready } from '#ui/feedback/Ready'
import { Screen } from '#ui/layout/Screen'
import { useFields } from '#ui/form/useFields'

const { getSavingType, updateSavingType } = calls.savings
const { name, category } = updateSavingType.input.entries

export default function SavingTypeUpdate() {
  const { saving_type_id: savingId } = useRouteState('savingTypeUpdate')
  const type = selectById(useCall(getSavingType, { savingId }), savingId)
  return (
    <Screen actions={<BackLink to="savingTypes">Back to savings types</BackLink>}>
      <Ready query={type}>{(one) => <UpdateForm key={one.id} type={one} />}</Ready>
    </Screen>
  )
}

function UpdateForm({ type }: { type: SavingType }) {
  const go = useGo()
  const submit = useSubmit(updateSavingType)
  const fields = useFields({ name, category }, { name: type.name, category: type.category })
  const send = () =>
    submit.mutate(
      { ...fields.body(), id: type.id },
      { about: { name: type.name }, onSuccess: () => go('savingTypes') },
    )
  return (
    <ChangeForm
      fields={fields}
      call={updateSavingType}
      submit={submit}
      onSubmit={send}
      actionLabel="Update Savings Type"
    >
      <Field fields={fields} name="name" label="Name" />
      <Field fields={fields} name="category" label="Category" readOnly />
    </ChangeForm>
  )
}
