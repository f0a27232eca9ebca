import type * as v from 'valibot'
import { lgasOf, stateNames } from '#domain/states'
import { Field } from './Field'
import { FieldPair } from './FieldPair'
import type { Fields } from './useFields'

type Place = { state: v.GenericSchema; lga: v.GenericSchema }

/** State and local government area. Choosing a state sets the options of the second field and clears it. */
export function PlaceFields<E extends Place & v.ObjectEntries>({ fields }: { fields: Fields<E> }) {
  const { state } = fields.values
  return (
    <FieldPair>
      <Field
        fields={fields}
        name="state"
        label="State"
        options={stateNames}
        onChange={(chosen) => fields.set('state', chosen, { lga: '' } as Partial<{ [K in keyof E]: string }>)}
      />
      <Field
        fields={fields}
        name="lga"
        label="LGA"
        options={lgasOf(state)}
        disabled={state === ''}
        {...(state === '' && { hint: 'Choose a state first' })}
      />
    </FieldPair>
  )
}
