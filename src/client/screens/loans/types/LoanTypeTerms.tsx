import { calls } from '#contract/index'
import type { LoanTypeUse } from '#contract/calls/loanTypes'
import { ChangeForm } from '#forms/ChangeForm'
import { BackLink, useGo, useRouteState } from '#routing/navigation'
import { percentNumber } from '#domain/money/rates'
import { useCall } from '#api/useCall'
import { useSubmit } from '#api/changes/useSubmit'
import { Field } from '#ui/form/Field'
import { Fact, Facts } from '#ui/text/Facts'
import { Ready } from '#ui/feedback/Ready'
import { Screen } from '#ui/layout/Screen'
import { useFields } from '#ui/form/useFields'
import { TermsFields } from './TermsFields'
import { openText } from './openText'
import { termEntries, termValuesOf } from './termValues'
import { usePeriods } from './usePeriods'

const { loanTypeUse, updateLoanTypeTerms } = calls.loans
const { reason, interest_rate } = updateLoanTypeTerms.input.entries

export default function LoanTypeTerms() {
  const { loan_type_id: id } = useRouteState('loanTypeTerms')
  return (
    <Screen actions={<BackLink to="loanTypes">Back to loan types</BackLink>}>
      <Ready query={useCall(loanTypeUse, { id })}>
        {({ data: type }) => <TermsForm key={type.id} type={type} />}
      </Ready>
    </Screen>
  )
}

function TermsForm({ type }: { type: LoanTypeUse }) {
  const go = useGo()
  const submit = useSubmit(updateLoanTypeTerms)
  const { id, name, open_change } = type
  const fields = useFields(
    { interest_rate, ...termEntries, reason },
    { interest_rate: String(percentNumber(type.interest_rate)), ...termValuesOf(type), reason: '' },
  )
  const periods = usePeriods(type.periods)
  const send = () =>
    submit.mutate(
      { ...fields.body(), periods: periods.chosen, id },
      { about: { name }, onSuccess: () => go('termChanges') },
    )
  return (
    <ChangeForm
      fields={periods.with(fields)}
      call={updateLoanTypeTerms}
      submit={submit}
      onSubmit={send}
      actionLabel="Request Terms"
      disabledReason={open_change ? `Change ${open_change} awaits its decision.` : undefined}
    >
      <Facts>
        <Fact label="Name">{name}</Fact>
        <Fact label="Open loans">{openText(type)}</Fact>
      </Facts>
      <Field
        fields={fields}
        name="interest_rate"
        label="Interest Rate"
        hint="In percent of the amount, or of a year, such as 12.5; 0 for none."
      />
      <TermsFields fields={fields} periods={periods} />
      <Field
        fields={fields}
        name="reason"
        label="Reason"
        hint="Another admin approves the change. Loans applied for after it have these terms."
        multiline
      />
    </ChangeForm>
  )
}
