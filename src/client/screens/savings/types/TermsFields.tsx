import type * as v from 'valibot'
import { type CommissionFields, mostCycleDays, type savingTypeTerms } from '#contract/calls/savingTypes'
import { termChoices } from '#domain/savings/termsText'
import { Field } from '#ui/form/Field'
import { FieldPair } from '#ui/form/FieldPair'
import type { Fields } from '#ui/form/useFields'

type Terms = typeof savingTypeTerms.entries
type Values = Fields<Terms>['values']

const choicesOf = <Value extends string>(names: Readonly<Record<Value, string>>) =>
  (Object.entries(names) as [Value, string][]).map(([value, label]) => ({ value, label }))
const commissions = choicesOf(termChoices.commission)
const cycles = choicesOf(termChoices.cycle)
const times = choicesOf(termChoices.taken)
const ends = choicesOf(termChoices.plan_end)

/** A charge a month on plans that carry on. */
export const blankTerms: Values = {
  interest: '',
  charge: '',
  commission: 'amount',
  commission_rate: '0',
  cycle: 'month',
  cycle_days: '31',
  taken: 'end',
  plan_end: 'carry-on',
}

const isMonthly = ({ commission, cycle, taken }: Values) =>
  commission === 'amount' && cycle === 'month' && taken === 'end'
const isNothing = (number: string) => Number(number.replaceAll(',', '')) === 0

/** The terms to send: of a charge a month, as it was before the change too, only these, which servers of older releases know. */
export function termsBody<Body extends v.InferOutput<v.ObjectSchema<Terms, undefined>>>(
  body: Body,
  wasChargeOnly: boolean,
): Omit<Body, keyof CommissionFields> & Partial<CommissionFields> {
  const { commission, commission_rate, cycle, cycle_days, taken, plan_end, ...charge } = body
  const all = { commission, commission_rate, cycle, cycle_days, taken, plan_end }
  return wasChargeOnly && isChargeOnly(all) ? charge : { ...charge, ...all }
}

/** Terms that are no more than a charge a month. */
export const isChargeOnly = ({
  commission = 'amount',
  cycle = 'month',
  taken = 'end',
  plan_end = 'carry-on',
}: CommissionFields) => [commission, cycle, taken, plan_end].join() === 'amount,month,end,carry-on'

/** What the server refuses of fields together. */
export const termsRules = {
  charge: (values: Values) =>
    values.commission === 'amount' && !isMonthly(values) && isNothing(values.charge)
      ? 'Please enter the amount of the commission.'
      : undefined,
  commission_rate: ({ commission, commission_rate }: Values) =>
    commission === 'percent' && isNothing(commission_rate)
      ? 'Please enter the commission in percent.'
      : undefined,
}

/** The terms of savings that are opened from now on. */
export function TermsFields({ fields }: { fields: Fields<Terms> }) {
  const { values } = fields
  const { commission, cycle } = values
  const monthly = isMonthly(values)
  return (
    <>
      <FieldPair>
        <Field
          fields={fields}
          name="interest"
          label="Interest a Year"
          hint="In percent, such as 4 or 2.5; 0 for none."
        />
        <Field
          fields={fields}
          name="plan_end"
          label="End of a Plan"
          options={ends}
          hint="What becomes of a wallet on its due date."
        />
      </FieldPair>
      <FieldPair>
        <Field
          fields={fields}
          name="commission"
          label="Commission of a Cycle"
          options={commissions}
          hint="What the business keeps of each cycle."
          onChange={(kind) =>
            fields.set('commission', kind, {
              charge: kind === 'amount' ? '' : '0',
              commission_rate: kind === 'percent' ? '' : '0',
            })
          }
        />
        {commission === 'amount' && (
          <Field
            fields={fields}
            name="charge"
            label={monthly ? 'Charge a Month' : 'Amount of a Cycle'}
            hint={
              monthly
                ? 'In naira, such as 100; 0 for none. A month without a deposit costs it too.'
                : 'In naira, such as 500. A cycle without a deposit costs nothing.'
            }
          />
        )}
        {commission === 'percent' && (
          <Field
            fields={fields}
            name="commission_rate"
            label="Percentage"
            hint="Of what is paid in, such as 10 or 2.5."
          />
        )}
      </FieldPair>
      <FieldPair>
        <Field
          fields={fields}
          name="cycle"
          label="Cycle"
          options={cycles}
          onChange={(kind) => fields.set('cycle', kind, { cycle_days: blankTerms.cycle_days })}
        />
        {cycle === 'days' && (
          <Field
            fields={fields}
            name="cycle_days"
            label="Days of a Cycle"
            inputMode="numeric"
            hint={`1 to ${mostCycleDays}, such as 31.`}
          />
        )}
        {commission !== 'none' && <Field fields={fields} name="taken" label="Taken" options={times} />}
      </FieldPair>
    </>
  )
}
