import { calls } from '#contract/index'
import type { LoanTypeUse } from '#contract/calls/loanTypes'
import { ChangeForm } from '#forms/ChangeForm'
import { BackLink, useGo, useRouteState } from '#routing/navigation'
import { formatRate } from '#domain/money/rates'
import { useCall } from '#api/useCall'
import { useSubmit } from '#api/changes/useSubmit'
import { Fact, Facts } from '#ui/text/Facts'
import { Ready } from '#ui/feedback/Ready'
import { Screen } from '#ui/layout/Screen'
import { useFields } from '#ui/form/useFields'
import { TermsFields } from './TermsFields'
import { openText } from './openText'
import { termEntries, termValuesOf } from './termValues'
import { usePeriods } from './usePeriods'

const { loanTypeUse, updateLoanTypeTerms } = calls.loans

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
  const { id, name, interest_rate } = type
  const fields = useFields(termEntries, termValuesOf(type))
  const periods = usePeriods(type.periods)
  const send = () =>
    submit.mutate(
      { ...fields.body(), periods: periods.chosen, id },
      { about: { name }, onSuccess: () => go('loanTypes') },
    )
  return (
    <ChangeForm
      fields={periods.with(fields)}
      call={updateLoanTypeTerms}
      submit={submit}
      onSubmit={send}
      actionLabel="Update Terms"
    >
      <Facts>
        <Fact label="Name">{name}</Fact>
        <Fact label="Interest Rate">{formatRate(interest_rate)}</Fact>
        <Fact label="Open loans">{openText(type)}</Fact>
      </Facts>
      <TermsFields fields={fields} periods={periods} />
    </ChangeForm>
  )
}
