import { FeeKind, FeeSubject, LoanFeeMoment } from '#contract/calls/feeRows'
import { calls } from '#contract/index'
import { Text } from '#contract/values'
import { momentText, subjectText } from '#domain/feeText'
import { useCall } from '#api/useCall'
import { useSubmit } from '#api/changes/useSubmit'
import { ChangeForm } from '#forms/ChangeForm'
import { BackLink, useGo } from '#routing/navigation'
import { Ready } from '#ui/feedback/Ready'
import { Field } from '#ui/form/Field'
import { parseAmount } from '#ui/form/parseAmount'
import { useFields } from '#ui/form/useFields'
import { Screen } from '#ui/layout/Screen'

const { createFee } = calls.fees
// An empty type is all of them.
const entries = { ...createFee.input.entries, loan_type_id: Text }
const ofCustomers = { moment: 'registration', kind: 'amount', amount: '', rate: '0', loan_type_id: '' }
const ofLoans = { ...ofCustomers, moment: '' }
const blank = { name: '', applies_to: '', ...ofCustomers }
type LoanTypes = readonly { id: number; name: string; status: string }[]

/** A fee never changes: it is switched off, and another one takes its place. */
export default function FeeCreate() {
  return (
    <Screen actions={<BackLink to="fees">Back to fees</BackLink>}>
      <Ready query={useCall(calls.loans.getLoanType, {})}>{({ data }) => <FeeForm types={data} />}</Ready>
    </Screen>
  )
}

function FeeForm({ types }: { types: LoanTypes }) {
  const go = useGo()
  const submit = useSubmit(createFee)
  const fields = useFields(entries, blank, {
    amount: ({ kind, amount }) =>
      kind === 'amount' && parseAmount(entries.amount, amount) === 0
        ? 'Please enter a valid amount.'
        : undefined,
    rate: ({ kind, rate }) =>
      kind === 'percent' && Number(rate) === 0 ? 'Please enter a percentage above zero.' : undefined,
  })
  const { applies_to, kind } = fields.values
  const send = () => {
    const { loan_type_id, ...body } = fields.body()
    submit.mutate(
      { ...body, ...(loan_type_id !== '' && { loan_type_id: Number(loan_type_id) }) },
      { onSuccess: () => go('fees') },
    )
  }
  return (
    <ChangeForm fields={fields} call={createFee} submit={submit} onSubmit={send} actionLabel="Create Fee">
      <Field
        fields={fields}
        name="name"
        label="Name"
        hint="What customers know it by. A fee can’t be changed later, only switched off."
      />
      <Field
        fields={fields}
        name="applies_to"
        label="For"
        options={subjectOptions}
        onChange={(value) => fields.set('applies_to', value, value === 'loan' ? ofLoans : ofCustomers)}
      />
      {applies_to === 'loan' && (
        <>
          <Field
            fields={fields}
            name="loan_type_id"
            label="Loan Type"
            emptyLabel="All loan types"
            options={types.map(({ id, name }) => ({ value: String(id), label: name }))}
          />
          <Field fields={fields} name="moment" label="Paid" options={momentOptions} />
          <Field
            fields={fields}
            name="kind"
            label="Costs"
            options={kindOptions}
            onChange={(value) =>
              fields.set(
                'kind',
                value,
                value === 'percent' ? { amount: '0', rate: '' } : { amount: '', rate: '0' },
              )
            }
          />
        </>
      )}
      {kind === 'percent' ? (
        <Field
          fields={fields}
          name="rate"
          label="Percentage"
          hint="Of the amount of the loan, such as 2 or 1.5."
        />
      ) : (
        <Field fields={fields} name="amount" label="Amount" hint="In naira, such as 500.00" />
      )}
    </ChangeForm>
  )
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
const subjectOptions = FeeSubject.options.map((value) => ({
  value,
  label: capital(subjectText({ applies_to: value, loan_type_name: null })),
}))
const momentOptions = LoanFeeMoment.options.map((value) => ({ value, label: capital(momentText(value)) }))
const kindLabels = { amount: 'An amount', percent: 'A percentage of the loan' }
const kindOptions = FeeKind.options.map((value) => ({ value, label: kindLabels[value] }))
