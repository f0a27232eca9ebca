import { InstalmentPeriod, type loanTypeTerms } from '#contract/calls/loanTypes'
import { Checkboxes } from '#ui/form/choices/Checkboxes'
import { Field } from '#ui/form/Field'
import type { Fields } from '#ui/form/useFields'
import type { Periods } from './usePeriods'

type Terms = Omit<typeof loanTypeTerms.entries, 'periods'>

const periodOptions = InstalmentPeriod.options.map((value) => ({
  value,
  label: value.charAt(0).toUpperCase() + value.slice(1),
}))

/** The terms of loans that are applied for from now on, besides their interest. */
export const TermsFields = ({ fields, periods }: { fields: Fields<Terms>; periods: Periods }) => (
  <>
    <Field
      fields={fields}
      name="penalty_rate"
      label="Penalty Rate"
      hint="In percent of what is open of a late installment, once; 0 for none."
    />
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
  </>
)
