import { calls } from '#contract/index'
import { SavingCategory } from '#contract/calls/savingTypes'
import { ChangeForm } from '#forms/ChangeForm'
import { BackLink, useGo } from '#routing/navigation'
import { useSubmit } from '#api/changes/useSubmit'
import { Field } from '#ui/form/Field'
import { FieldPair } from '#ui/form/FieldPair'
import { Screen } from '#ui/layout/Screen'
import { useFields } from '#ui/form/useFields'
import { blankTerms, termsBody, TermsFields, termsRules } from './TermsFields'

const { createSavingType } = calls.savings
const blank = { name: '', category: '', ...blankTerms }

export default function SavingTypeCreate() {
  const go = useGo()
  const submit = useSubmit(createSavingType)
  const fields = useFields(createSavingType.input.entries, blank, termsRules)
  const send = () =>
    submit.mutate(termsBody(fields.body(), true), {
      onSuccess: () => {
        fields.reset()
        go('savingTypes')
      },
    })
  return (
    <Screen actions={<BackLink to="savingTypes">Back to savings types</BackLink>}>
      <ChangeForm
        fields={fields}
        call={createSavingType}
        submit={submit}
        onSubmit={send}
        actionLabel="Create Savings Type"
      >
        <FieldPair>
          <Field fields={fields} name="name" label="Name" hint="Letters and spaces." />
          <Field
            fields={fields}
            name="category"
            label="Category"
            options={SavingCategory.options}
            hint="It can’t be changed later."
          />
        </FieldPair>
        <TermsFields fields={fields} />
      </ChangeForm>
    </Screen>
  )
}
