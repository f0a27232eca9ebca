import type * as v from 'valibot'
import { Field } from './Field'
import { FieldPair } from './FieldPair'
import type { Fields } from './useFields'

type Person = { name: v.GenericSchema; email: v.GenericSchema; phone_number: v.GenericSchema }

/** Name, e-mail and phone of an agent or admin. For an `existing` one, name and e-mail are read-only. */
export function PersonFields<E extends Person & v.ObjectEntries>({
  fields,
  existing = false,
  phoneWarning,
}: {
  fields: Fields<E>
  existing?: boolean
  phoneWarning?: string | undefined
}) {
  return (
    <>
      <Field
        fields={fields}
        name="name"
        label="Full Name"
        readOnly={existing}
        warning={existing ? undefined : nameWarning(fields.values.name)}
      />
      <FieldPair>
        <Field fields={fields} name="email" label="Email" type="email" readOnly={existing} />
        <Field
          fields={fields}
          name="phone_number"
          label="Phone Number"
          type="tel"
          warning={phoneWarning}
          hint="11 digits, such as 08031234567"
        />
      </FieldPair>
    </>
  )
}

/** Only a warning: O'Neil and Ade-Bayo are names too (rules.md, "Names of people"). */
export const nameWarning = (name: string, label = 'Full Name') =>
  /^[a-zA-Z\s]*$/.test(name) ? undefined : `${label} must contain only letters.`
