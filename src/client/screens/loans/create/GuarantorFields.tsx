import type * as v from 'valibot'
import { guarantorFields } from '#contract/calls/loanApplications'
import { FileField } from '#forms/FileField'
import { Field } from '#ui/form/Field'
import { FieldPair } from '#ui/form/FieldPair'
import { nameWarning } from '#ui/form/PersonFields'
import { type Fields, useFields } from '#ui/form/useFields'

const blank = {
  first_name: '',
  last_name: '',
  phone: '',
  address: '',
  email: '',
  bvn: '',
  idcard: '',
  utitity: '',
}

export const useGuarantorFields = () => useFields(guarantorFields, blank)
type Entries = Record<keyof typeof guarantorFields, v.GenericSchema>

/** A guarantor's name, contact and files. */
export function GuarantorFields<E extends Entries & v.ObjectEntries>({
  fields,
  phoneOfCustomer,
}: {
  fields: Fields<E>
  phoneOfCustomer?: string
}) {
  const { first_name, last_name, phone } = fields.values
  const isOwnNumber = phone !== '' && phone === phoneOfCustomer
  return (
    <>
      <FieldPair>
        <Field
          fields={fields}
          name="first_name"
          label="First Name"
          warning={nameWarning(first_name, 'First Name')}
        />
        <Field
          fields={fields}
          name="last_name"
          label="Last Name"
          warning={nameWarning(last_name, 'Last Name')}
        />
      </FieldPair>
      <FieldPair>
        <Field
          fields={fields}
          name="phone"
          label="Phone Number"
          type="tel"
          hint="11 digits, such as 08031234567"
          warning={isOwnNumber ? 'This is the customer’s own number.' : undefined}
        />
        <Field fields={fields} name="address" label="Address" />
      </FieldPair>
      <FieldPair>
        <Field fields={fields} name="email" label="Email" type="email" hint="May be empty" />
        <Field fields={fields} name="bvn" label="BVN" inputMode="numeric" hint="11 digits. May be empty" />
      </FieldPair>
      <FieldPair>
        <FileField fields={fields} name="idcard" label="ID Card" />
        <FileField fields={fields} name="utitity" label="Utility Bill" />
      </FieldPair>
    </>
  )
}
