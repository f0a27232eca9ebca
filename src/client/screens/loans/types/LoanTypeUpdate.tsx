import { calls } from '#contract/index'
import type { LoanType } from '#contract/calls/loanTypes'
import { ChangeForm } from '#forms/ChangeForm'
import { BackLink, useGo, useRouteState } from '#routing/navigation'
import { percentNumber } from '#domain/money/rates'
import { selectById } from '#api/selectById'
import { useCall } from '#api/useCall'
import { useSubmit } from '#api/changes/useSubmit'
import { Field } from '#ui/form/Field'
import { Ready } from '#ui/feedback/Ready'
import { Screen } from '#ui/layout/Screen'
import { useFields } from '#ui/form/useFields'

const { getLoanType, updateLoanType } = calls.loans
const { id: _id, ...entries } = updateLoanType.input.entries

export default function LoanTypeUpdate() {
  const { loan_type_id } = useRouteState('loanTypeUpdate')
  return (
    <Screen actions={<BackLink to="loanTypes">Back to loan types</BackLink>}>
      <Ready query={selectById(useCall(getLoanType, {}), loan_type_id)}>
        {(type) => <UpdateForm key={type.id} type={type} />}
      </Ready>
    </Screen>
  )
}

function UpdateForm({ type: { id, name, description, interest_rate } }: { type: LoanType }) {
  const go = useGo()
  const submit = useSubmit(updateLoanType)
  const fields = useFields(entries, {
    name,
    description,
    interest_rate: String(percentNumber(interest_rate)),
  })
  const send = () =>
    submit.mutate(
      { ...fields.body(), id },
      { about: { name: fields.values.name }, onSuccess: () => go('loanTypes') },
    )
  return (
    <ChangeForm
      fields={fields}
      call={updateLoanType}
      submit={submit}
      onSubmit={send}
      actionLabel="Update Loan Type"
    >
      <Field fields={fields} name="name" label="Name" readOnly />
      <Field fields={fields} name="description" label="Description" />
      <Field
        fields={fields}
        name="interest_rate"
        label="Interest Rate"
        hint="In percent, such as 12.5. It applies to new loans; existing applications keep theirs."
      />
    </ChangeForm>
  )
}
