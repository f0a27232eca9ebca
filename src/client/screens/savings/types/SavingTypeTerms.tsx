import { calls } from '#contract/index'
import type { SavingTypeUse } from '#contract/calls/savingTypes'
import { ChangeForm } from '#forms/ChangeForm'
import { BackLink, useGo, useRouteState } from '#routing/navigation'
import type { BasisPoints } from '#contract/values'
import { nairaOf } from '#domain/money/kobo'
import { percentNumber } from '#domain/money/rates'
import { useCall } from '#api/useCall'
import { useSubmit } from '#api/changes/useSubmit'
import { Fact, Facts } from '#ui/text/Facts'
import { Ready } from '#ui/feedback/Ready'
import { Screen } from '#ui/layout/Screen'
import { useFields } from '#ui/form/useFields'
import { blankTerms, isChargeOnly, termsBody, TermsFields, termsRules } from './TermsFields'
import { openText } from './openText'

const { savingTypeUse, updateSavingTypeTerms } = calls.savings
const { id: _id, ...entries } = updateSavingTypeTerms.input.entries

export default function SavingTypeTerms() {
  const { saving_type_id: id } = useRouteState('savingTypeTerms')
  return (
    <Screen actions={<BackLink to="savingTypes">Back to savings types</BackLink>}>
      <Ready query={useCall(savingTypeUse, { id })}>
        {({ data: type }) => <TermsForm key={type.id} type={type} />}
      </Ready>
    </Screen>
  )
}

function TermsForm({ type }: { type: SavingTypeUse }) {
  const go = useGo()
  const submit = useSubmit(updateSavingTypeTerms)
  const { id, name, category, interest, charge, open_savings } = type
  const { commission, commission_rate, cycle, cycle_days, taken, plan_end } = type
  const first = {
    interest: String(percentNumber(interest)),
    charge: nairaOf(charge),
    commission: commission ?? blankTerms.commission,
    commission_rate: String(percentNumber(commission_rate ?? (0 as BasisPoints))),
    cycle: cycle ?? blankTerms.cycle,
    cycle_days: String(cycle_days ?? blankTerms.cycle_days),
    taken: taken ?? blankTerms.taken,
    plan_end: plan_end ?? blankTerms.plan_end,
  }
  const fields = useFields(entries, first, termsRules)
  const send = () =>
    submit.mutate(
      { ...termsBody(fields.body(), isChargeOnly(type)), id },
      { about: { name }, onSuccess: () => go('savingTypes') },
    )
  return (
    <ChangeForm
      fields={fields}
      call={updateSavingTypeTerms}
      submit={submit}
      onSubmit={send}
      actionLabel="Update Terms"
    >
      <Facts>
        <Fact label="Name">{name}</Fact>
        <Fact label="Category">{category}</Fact>
        <Fact label="Open savings">{openText(open_savings)}</Fact>
      </Facts>
      <TermsFields fields={fields} />
    </ChangeForm>
  )
}
