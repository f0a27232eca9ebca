import * as v from 'valibot'
import { customerFields, identityFields } from '#contract/calls/customers'
import { Id, optionalText, Text } from '../values'
import { fieldCall } from './call'
import { OwnId, onceText, said } from './values'

export const registrationCalls = {
  getPlaces: fieldCall({
    name: 'getPlaces',
    method: 'GET',
    path: '/places',
    access: 'device',
    summary: 'The states and their local government areas',
    description: 'As a registration spells them.',
    input: v.object({}),
    output: v.object({ states: v.array(v.object({ state: Text, lgas: v.array(Text) })) }),
  }),
  registerCustomer: fieldCall({
    name: 'registerCustomer',
    method: 'POST',
    path: '/customers',
    access: 'primary',
    summary: 'Registers a customer of the agent',
    description: `With a main wallet; the office opens savings wallets. \`state\` and \`lga\` are as \`getPlaces\` spells them. ${onceText} \`warning\` says that others have the phone number too.`,
    input: v.object({ ...said, ...customerFields, ...identityFields }),
    output: v.object({ id: OwnId, customer_id: Id, reference: Text, warning: optionalText }),
    example: {
      id: '5f0c1d52-3f1e-4b7c-9a42-6f0d1c2b3a49',
      first_name: 'Bisi',
      last_name: 'Adeyemi',
      phone_number: '08031234567',
      home_address: '12 Oje Road',
      office_address: '',
      state: 'Oyo',
      lga: 'Ibadan North',
      recorded_at: '2026-11-30T09:30:00+01:00',
    },
  }),
}
