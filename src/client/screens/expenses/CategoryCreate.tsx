import { calls } from '#contract/index'
import { useSubmit } from '#api/changes/useSubmit'
import { ChangeForm } from '#forms/ChangeForm'
import { BackLink, useGo } from '#routing/navigation'
import { Field } from '#ui/form/Field'
import { useFields } from '#ui/form/useFields'
import { Screen } from '#ui/layout/Screen'

const { createExpenseCategory } = calls.expenses

export default function CategoryCreate() {
  const go = useGo()
  const submit = useSubmit(createExpenseCategory)
  const fields = useFields(createExpenseCategory.input.entries, { name: '' })
  const send = () => submit.mutate(fields.body(), { onSuccess: () => go('expenseCategories') })
  return (
    <Screen actions={<BackLink to="expenseCategories">Back to categories</BackLink>}>
      <ChangeForm
        fields={fields}
        call={createExpenseCategory}
        submit={submit}
        onSubmit={send}
        actionLabel="Create Category"
      >
        <Field fields={fields} name="name" label="Name" hint="Such as Rent, Salaries or Transport" />
      </ChangeForm>
    </Screen>
  )
}
