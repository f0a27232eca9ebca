import { calls } from '#contract/index'
import { ChangeForm } from '#forms/ChangeForm'
import { BackLink, useGo } from '#routing/navigation'
import { useSubmit } from '#api/changes/useSubmit'
import { Field } from '#ui/form/Field'
import { Screen } from '#ui/layout/Screen'
import { useFields } from '#ui/form/useFields'
import { TermsFields } from './TermsFields'
import { blankTerms } from './termValues'
import { usePeriods } from './usePeriods'

const { createLoanType } = calls.loans
const { periods: _periods, ...entries } = createLoanType.input.entries
const blank = { name: '', description: '', interest_rate: '', ...blankTerms }

export default function LoanTypeCreate() {
  const go = useGo()
  const submit = useSubmit(createLoanType)
  const fields = useFields(entries, blank)
  const periods = usePeriods([])
  const send = () =>
    submit.mutate({ ...fields.body(), periods: periods.chosen }, { onSuccess: () => go('loanTypes') })
  return (
    <Screen actions={<BackLink to="loanTypes">Back to loan types</BackLink>}>
      <ChangeForm
        fields={periods.with(fields)}
        call={createLoanType}
        submit={submit}
        onSubmit={send}
        actionLabel="Create Loan Type"
      >
        <Field fields={fields} name="name" label="Name" hint="It can’t be changed later." />
        <Field fields={fields} name="description" label="Description" />
        <Field
          fields={fields}
          name="interest_rate"
          label="Interest Rate"
          hint="In percent of the amount, or of a year, such as 12.5; 0 for none."
        />
        <TermsFields fields={fields} periods={periods} />
      </ChangeForm>
    </Screen>
  )
}
