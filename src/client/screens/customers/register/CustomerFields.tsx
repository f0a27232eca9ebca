import type * as v from 'valibot'
import type { Identity } from '#contract/calls/customers'
import { Field } from '#ui/form/Field'
import { FieldPair } from '#ui/form/FieldPair'
import { nameWarning } from '#ui/form/PersonFields'
import { PlaceFields } from '#ui/form/PlaceFields'
import type { Fields } from '#ui/form/useFields'

type Person = Record<
  'first_name' | 'last_name' | 'phone_number' | 'home_address' | 'office_address' | 'state' | 'lga',
  v.GenericSchema
>
type Numbers = Record<'bvn' | 'nin', v.GenericSchema>

/** Name, phone, addresses and place of a customer. */
export function CustomerFields<E extends Person & v.ObjectEntries>({
  fields,
  phoneWarning,
}: {
  fields: Fields<E>
  phoneWarning: string | undefined
}) {
  return (
    <>
      <FieldPair>
        <Field
          fields={fields}
          name="first_name"
          label="First Name"
          warning={nameWarning(fields.values.first_name, 'First Name')}
        />
        <Field
          fields={fields}
          name="last_name"
          label="Last Name"
          warning={nameWarning(fields.values.last_name, 'Last Name')}
        />
      </FieldPair>
      <Field
        fields={fields}
        name="phone_number"
        label="Phone Number"
        type="tel"
        warning={phoneWarning}
        hint="11 digits, such as 08031234567"
      />
      <FieldPair>
        <Field fields={fields} name="home_address" label="Home Address" />
        <Field
          fields={fields}
          name="office_address"
          label="Office Address"
          hint="Or market stall; may be empty"
        />
      </FieldPair>
      <PlaceFields fields={fields} />
    </>
  )
}

/** BVN and NIN, both optional. Those that are recorded are not shown, and stay if the field is empty. */
export function IdentityFields<E extends Numbers & v.ObjectEntries>({
  fields,
  recorded,
}: {
  fields: Fields<E>
  recorded?: Identity | undefined
}) {
  const hint = (number: string | null | undefined) =>
    number ? `Recorded: ${number}. Leave it empty to keep it.` : '11 digits; may be empty'
  return (
    <FieldPair>
      <Field fields={fields} name="bvn" label="BVN" inputMode="numeric" hint={hint(recorded?.bvn)} />
      <Field fields={fields} name="nin" label="NIN" inputMode="numeric" hint={hint(recorded?.nin)} />
    </FieldPair>
  )
}
