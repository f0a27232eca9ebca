import { today as serverToday } from '#device/today'
import type { ArrearsTermsRow } from '#contract/calls/arrears'
import { calls } from '#contract/index'
import { percentNumber } from '#domain/money/rates'
import { showDate } from '#domain/time/lagos'
import { useSubmit } from '#api/changes/useSubmit'
import { useCall } from '#api/useCall'
import { ChangeForm } from '#forms/ChangeForm'
import { BackLink, useGo } from '#routing/navigation'
import { Ready } from '#ui/feedback/Ready'
import { Field } from '#ui/form/Field'
import { FieldPair } from '#ui/form/FieldPair'
import { useFields } from '#ui/form/useFields'
import { Screen } from '#ui/layout/Screen'

const { getArrearsTerms, setArrearsTerms } = calls.arrears

/** Sets buckets and provision rates from a day on, beginning with the ones that count now. */
export default function ArrearsTermsSet() {
  return (
    <Screen actions={<BackLink to="arrearsTerms">Back to buckets and provision</BackLink>}>
      <Ready query={useCall(getArrearsTerms, {})}>
        {({ data }) => {
          const today = serverToday()
          const now = data.find(({ from_day }) => from_day <= today)
          return now && <TermsForm key={now.id} now={now} today={today} />
        }}
      </Ready>
    </Screen>
  )
}

const ends = [
  ['end_1', 'First bucket, to day'],
  ['end_2', 'Second bucket, to day'],
  ['end_3', 'Third bucket, to day'],
] as const
const rates = [
  ['rate_0', 'Not late'],
  ['rate_1', 'First bucket'],
  ['rate_2', 'Second bucket'],
  ['rate_3', 'Third bucket'],
  ['rate_4', 'Fourth bucket'],
] as const

function TermsForm({ now, today }: { now: ArrearsTermsRow; today: string }) {
  const go = useGo()
  const submit = useSubmit(setArrearsTerms)
  const later = (name: 'end_1' | 'end_2') => (values: Record<'end_1' | 'end_2' | 'end_3', string>) =>
    Number(values[name === 'end_1' ? 'end_2' : 'end_3']) > Number(values[name])
      ? undefined
      : 'It must end later than the bucket before it.'
  const fields = useFields(
    setArrearsTerms.input.entries,
    {
      from_day: today,
      end_1: String(now.end_1),
      end_2: String(now.end_2),
      end_3: String(now.end_3),
      rate_0: String(percentNumber(now.rate_0)),
      rate_1: String(percentNumber(now.rate_1)),
      rate_2: String(percentNumber(now.rate_2)),
      rate_3: String(percentNumber(now.rate_3)),
      rate_4: String(percentNumber(now.rate_4)),
    },
    {
      from_day: ({ from_day }) => (from_day < today ? 'Choose today or a later day.' : undefined),
      end_2: later('end_1'),
      end_3: later('end_2'),
    },
  )
  const send = () =>
    submit.mutate(fields.body(), {
      about: { name: showDate(fields.values.from_day) },
      onSuccess: () => go('arrearsTerms'),
    })
  return (
    <ChangeForm
      fields={fields}
      call={setArrearsTerms}
      submit={submit}
      onSubmit={send}
      actionLabel="Set Buckets and Provision"
    >
      <Field
        fields={fields}
        name="from_day"
        label="From"
        type="date"
        hint="Reports of earlier days keep theirs."
      />
      <FieldPair least={176}>
        {ends.map(([name, label]) => (
          <Field key={name} fields={fields} name={name} label={label} inputMode="numeric" hint="Days late." />
        ))}
      </FieldPair>
      <FieldPair least={176}>
        {rates.map(([name, label]) => (
          <Field
            key={name}
            fields={fields}
            name={name}
            label={`Provision, ${label.toLowerCase()}`}
            hint="Percent of what is owed."
          />
        ))}
      </FieldPair>
    </ChangeForm>
  )
}
