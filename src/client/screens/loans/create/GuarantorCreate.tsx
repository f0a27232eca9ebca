import { calls } from '#contract/index'
import { ChangeForm } from '#forms/ChangeForm'
import { BackLink, useGo, useRouteState } from '#routing/navigation'
import { useSubmit } from '#api/changes/useSubmit'
import { Screen } from '#ui/layout/Screen'
import { GuarantorFields, useGuarantorFields } from './GuarantorFields'

const { addGuarantor } = calls.guarantors

/** Adds a guarantor to a loan that is not decided yet. */
export default function GuarantorCreate() {
  const { loan_id, loan_reference } = useRouteState('guarantorCreate')
  const go = useGo()
  const submit = useSubmit(addGuarantor)
  const fields = useGuarantorFields()
  const send = () =>
    submit.mutate(
      { ...fields.body(), loan_id },
      {
        about: { name: `a guarantor of loan ${loan_reference}` },
        onSuccess: () => {
          fields.reset()
          go('loansPending')
        },
      },
    )
  return (
    <Screen
      about={`For loan ${loan_reference}. Those who decide on it see the guarantor and both files.`}
      actions={<BackLink to="loansPending">Back to pending loans</BackLink>}
    >
      <ChangeForm
        fields={fields}
        call={addGuarantor}
        submit={submit}
        onSubmit={send}
        actionLabel="Add Guarantor"
      >
        <GuarantorFields fields={fields} />
      </ChangeForm>
    </Screen>
  )
}
