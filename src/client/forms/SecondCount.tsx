import { useEffect, useRef } from 'react'
import { AmountOrZero, type Kobo } from '#contract/values'
import { Field } from '#ui/form/Field'
import { parseAmount } from '#ui/form/parseAmount'
import { type Fields, useFields } from '#ui/form/useFields'

type Again = { counted_again: typeof AmountOrZero }

/** The count, entered a second time before it is recorded: only then does a reply tell what was expected (rules.md, "Blind count"). */
export function useSecondCount(counted: Kobo | undefined) {
  return useFields(
    { counted_again: AmountOrZero },
    { counted_again: '' },
    {
      counted_again: (values) =>
        parseAmount(AmountOrZero, values.counted_again) === counted
          ? undefined
          : 'This is not what was counted first. Count the cash again.',
    },
  )
}

/** The first count is not shown beside it. */
export function SecondCount({ fields, onEnter }: { fields: Fields<Again>; onEnter: () => void }) {
  const { formRef, reset } = fields
  useEffect(() => {
    formRef.current?.querySelector('input')?.focus()
  }, [formRef])
  // Cancelled: the next time it is empty.
  const latest = useRef(reset)
  latest.current = reset
  useEffect(() => () => latest.current(), [])
  return (
    <form
      ref={formRef}
      style={{ marginTop: 16 }}
      onSubmit={(event) => {
        event.preventDefault()
        onEnter()
      }}
    >
      <Field
        fields={fields}
        name="counted_again"
        label="Counted, a second time"
        hint="Count again and enter the sum."
      />
    </form>
  )
}
