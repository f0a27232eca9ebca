import { useState } from 'react'
import * as v from 'valibot'
import { InstalmentPeriod, type LoanType, loanTypeTerms } from '#contract/calls/loanTypes'
import type { Fields } from '#ui/form/useFields'
import { useChoice } from '#ui/form/choices/useChoice'

const { periods: schema } = loanTypeTerms.entries

/** The periods that a type offers, beside the text fields of its form. */
export function usePeriods(first: LoanType['periods']) {
  const choice = useChoice(first)
  const [isChecked, setIsChecked] = useState(false)
  const chosen = InstalmentPeriod.options.filter((period) => choice.chosen.has(period))
  const parsed = v.safeParse(schema, chosen)
  return {
    choice,
    chosen,
    error: isChecked ? parsed.issues?.[0].message : undefined,
    /** The form's entries: its text fields and the periods. */
    with: <E extends v.ObjectEntries>(fields: Fields<E>) => ({
      dirty: fields.dirty || choice.changed,
      formRef: fields.formRef,
      checkAll: () => {
        setIsChecked(true)
        const isValid = fields.checkAll()
        if (isValid && !parsed.success)
          fields.formRef.current?.querySelector<HTMLElement>('[name="periods"]')?.focus()
        return isValid && parsed.success
      },
    }),
  }
}
export type Periods = ReturnType<typeof usePeriods>
