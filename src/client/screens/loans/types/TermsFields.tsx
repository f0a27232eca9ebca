import { InstalmentPeriod } from '#contract/calls/loanTypes'
import { interestKindLabels, penaltyKindLabels, settlementLabels } from '#domain/money/loanTerms'
import { Checkboxes } from '#ui/form/choices/Checkboxes'
import { Field, type Option } from '#ui/form/Field'
import { FieldPair } from '#ui/form/FieldPair'
import type { Fields } from '#ui/form/useFields'
import type { termEntries } from './termValues'
import type { Periods } from './usePeriods'

type Terms = typeof termEntries
type Props = { fields: Fields<Terms>; periods: Periods }

const periodOptions = InstalmentPeriod.options.map((value) => ({
  value,
  label: value.charAt(0).toUpperCase() + value.slice(1),
}))
const optionsOf = (labels: Record<string, string>): Option[] =>
  Object.entries(labels).map(([value, label]) => ({ value, label }))

/** The terms of loans that are applied for from now on, besides their interest. */
export const TermsFields = ({ fields, periods }: Props) => (
  <>
    <FieldPair>
      <Field
        fields={fields}
        name="interest_kind"
        label="Interest"
        options={optionsOf(interestKindLabels)}
        hint="Flat: the rate of the amount. Reducing balance: the rate of a year, of what is open, in equal installments."
      />
      <Field
        fields={fields}
        name="settlement"
        label="Settled Early"
        options={optionsOf(settlementLabels)}
        hint="What of the interest is owed by who pays all before it is due."
      />
    </FieldPair>
    <PenaltyFields fields={fields} />
    <Field
      fields={fields}
      name="grace_days"
      label="Days of Grace"
      inputMode="numeric"
      hint="Days with collection after the due date, without a penalty."
    />
    <Checkboxes
      name="periods"
      label="Installment periods"
      options={periodOptions}
      choice={periods.choice}
      hint="Those that customers can choose from."
      error={periods.error}
    />
    <BoundFields fields={fields} />
  </>
)

/** A rate, or an amount a day: the fields of the other kind are hidden, and 0. */
function PenaltyFields({ fields }: Pick<Props, 'fields'>) {
  const isDaily = fields.values.penalty_kind === 'daily'
  const choose = (kind: string) =>
    fields.set(
      'penalty_kind',
      kind,
      kind === 'daily' ? { penalty_rate: '0' } : { penalty_amount: '0', penalty_ceiling: '0' },
    )
  return (
    <>
      <FieldPair>
        <Field
          fields={fields}
          name="penalty_kind"
          label="Penalty"
          options={optionsOf(penaltyKindLabels)}
          onChange={choose}
        />
        {!isDaily && (
          <Field
            fields={fields}
            name="penalty_rate"
            label="Penalty Rate"
            hint="In percent of what is open of a late installment, once; 0 for none."
          />
        )}
      </FieldPair>
      {isDaily && (
        <FieldPair>
          <Field
            fields={fields}
            name="penalty_amount"
            label="Penalty a Day"
            hint="In naira, for each day late."
          />
          <Field
            fields={fields}
            name="penalty_ceiling"
            label="Penalty at Most"
            hint="In percent of the installment."
          />
        </FieldPair>
      )}
    </>
  )
}

const BoundFields = ({ fields }: Pick<Props, 'fields'>) => (
  <>
    <Field
      fields={fields}
      name="security_rate"
      label="Security"
      hint="In percent of the amount: what is held in a savings wallet while the loan runs; 0 for none."
    />
    <FieldPair>
      <Field fields={fields} name="least_amount" label="Least Amount" hint="In naira; 0 for no bound." />
      <Field fields={fields} name="most_amount" label="Most Amount" hint="In naira; 0 for no bound." />
    </FieldPair>
    <FieldPair>
      <Field
        fields={fields}
        name="least_times"
        label="Least Installments"
        inputMode="numeric"
        hint="0 for no bound."
      />
      <Field
        fields={fields}
        name="most_times"
        label="Most Installments"
        inputMode="numeric"
        hint="0 for no bound."
      />
    </FieldPair>
    <FieldPair>
      <Field
        fields={fields}
        name="least_guarantors"
        label="Least Guarantors"
        inputMode="numeric"
        hint="Without so many a loan is not approved."
      />
      <Field
        fields={fields}
        name="savings_wanted"
        label="Savings Wanted"
        hint="In percent of the amount: what the customer must have saved when applying; 0 for none."
      />
    </FieldPair>
  </>
)
