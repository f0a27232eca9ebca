import { type RefObject, useRef, useState } from 'react'
import * as v from 'valibot'
import type { WireForm } from '#contract/values'
import { amountFault, groupedAmount } from '#domain/money/enteredAmount'
import { fromWire, wireFormOf } from '#domain/wire'

type Entries = v.ObjectEntries
type Values = Record<string, string>

export type Fields<E extends Entries> = {
  values: { [K in keyof E]: string }
  errors: { [K in keyof E]?: string }
  dirty: boolean
  wireForm: (name: keyof E & string) => WireForm | undefined
  formRef: RefObject<HTMLFormElement | null>
  set: (name: keyof E & string, value: string, more?: Partial<{ [K in keyof E]: string }>) => void
  check: (name: keyof E & string) => void
  /** What leaving a field does: an amount gets its digits in groups, and a fault is shown. */
  leave: (name: keyof E & string) => void
  /** Returns whether all fields are valid. If not, shows the errors and focuses the first invalid field. */
  checkAll: () => boolean
  /** The values in the contract's shapes, amounts in kobo. Call it only after validation. */
  body: () => { [K in keyof E]: v.InferOutput<E[K]> }
  reset: () => void
}

/** Rules that compare a field with others; they return an error or undefined. */
type Rules<E extends Entries> = {
  [K in keyof E]?: (values: { [F in keyof E]: string }) => string | undefined
}

/** The text fields of a form, validated by the contract's schema on blur and on submit. */
export function useFields<E extends Entries>(
  entries: E,
  first: { [K in keyof E]: string },
  rules: Rules<E> = {},
): Fields<E> {
  const [start, setStart] = useState<Values>(first)
  const [values, setValues] = useState<Values>(first)
  const [errors, setErrors] = useState<Values>({})
  const formRef = useRef<HTMLFormElement>(null)
  const names = Object.keys(entries)

  const wireForm = (name: string) => wireFormOf(entries[name] as v.GenericSchema)
  const parse = (name: string, value: string) => {
    const schema = entries[name] as v.GenericSchema
    return v.safeParse(schema, fromWire(schema, value))
  }
  const faultOf = (name: string, all: Values) => {
    const value = all[name] ?? ''
    const parsed = parse(name, value)
    if (parsed.success) return rules[name]?.(all as Fields<E>['values'])
    const { message } = parsed.issues[0]
    const reason = wireForm(name) === 'naira' ? amountFault(value) : undefined
    return reason ? `${message} ${reason}` : message
  }
  const faultsOf = (some: readonly string[], all: Values): Values =>
    Object.fromEntries(
      some.flatMap((name) => {
        const fault = faultOf(name, all)
        return fault ? [[name, fault]] : []
      }),
    )
  const withFault = (all: Values, name: string, fault: string | undefined): Values => {
    const { [name]: _old, ...rest } = all
    return fault ? { ...rest, [name]: fault } : rest
  }

  return {
    values: values as Fields<E>['values'],
    errors: errors as Fields<E>['errors'],
    dirty: names.some((name) => values[name] !== start[name]),
    wireForm,
    formRef,
    set: (name, value, more = {}) => {
      const changed = { ...(more as Values), [name]: value }
      setValues((all) => ({ ...all, ...changed }))
      // The change may have fixed an error, in this field or in another one.
      setErrors((faults) => faultsOf(Object.keys(faults), { ...values, ...changed }))
    },
    check: (name) => setErrors((all) => withFault(all, name, faultOf(name, values))),
    leave: (name) => {
      const value = values[name] ?? ''
      const grouped = wireForm(name) === 'naira' && value !== start[name] ? groupedAmount(value) : value
      const all = { ...values, [name]: grouped }
      if (grouped !== value) setValues((current) => ({ ...current, [name]: grouped }))
      setErrors((faults) => withFault(faults, name, faultOf(name, all)))
    },
    checkAll: () => {
      const faults = faultsOf(names, values)
      setErrors(faults)
      const firstInvalid = names.find((name) => faults[name])
      if (firstInvalid) formRef.current?.querySelector<HTMLElement>(`[name="${firstInvalid}"]`)?.focus()
      return firstInvalid === undefined
    },
    body: () =>
      Object.fromEntries(names.map((name) => [name, parse(name, values[name] ?? '').output])) as ReturnType<
        Fields<E>['body']
      >,
    reset: () => {
      setValues(first)
      setStart(first)
      setErrors({})
    },
  }
}
