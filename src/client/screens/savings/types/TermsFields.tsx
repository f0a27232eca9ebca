import type { savingTypeTerms } from '#contract/calls/savingTypes'
import { Field } from '#ui/form/Field'
import type { Fields } from '#ui/form/useFields'

type Terms = typeof savingTypeTerms.entries

/** The terms of savings that are opened from now on. */
export const TermsFields = ({ fields }: { fields: Fields<Terms> }) => (
  <>
    <Field
      fields={fields}
      name="interest"
      label="Interest a Year"
      hint="In percent, such as 4 or 2.5; 0 for none."
    />
    <Field fields={fields} name="charge" label="Charge a Month" hint="In naira, such as 100; 0 for none." />
  </>
)
