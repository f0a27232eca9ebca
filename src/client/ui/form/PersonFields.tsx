import type * as v from 'valibot'
import { Field } from './Field'
import type { Fields } from './useFields'

type Person = { name: v.GenericSchema; email: v.GenericSchema; phone_number: v.GenericSchema }

/** Who an agent or an admin is. Of somebody `known` the name and the e-mail stay as they are. */
export function PersonFields<E extends Person & v.ObjectEntries>({
  of: fields,
  known = false,
  phoneWarning,
}: {
  of: Fields<E>
  known?: boolean
  phoneWarning?: string | undefined
}) {
  return (
    <>
      <Field
        of={fields}
        name="name"
        label="Full Name"
        readOnly={known}
        warning={known ? undefined : nameDoubt(fields.values.name)}
      />
      <Field of={fields} name="email" label="Email" type="email" readOnly={known} />
      <Field
        of={fields}
        name="phone_number"
        label="Phone Number"
        type="tel"
        warning={phoneWarning}
        hint="11 digits, such as 08031234567"
      />
    </>
  )
}

/** A warning that does not block: O'Neil and Ade-Bayo are names too (rules.md, "Names of people"). */
const nameDoubt = (name: string) =>
  /^[a-zA-Z\s]*$/.test(name) ? undefined : 'Full Name must contain only letters.'
