import { fieldCalls } from '#contract/field/calls'
import { lgasOf, stateNames } from '#domain/states'
import { insertCustomer, lockPhone } from '../modules/customers/registrations'
import { checkPlace } from '../people/place'
import type { FieldHandlers } from './context'
import { once } from './once'

const states = stateNames.map((state) => ({ state, lgas: [...lgasOf(state)] }))

export const registrationHandlers: Pick<FieldHandlers, 'getPlaces' | 'registerCustomer'> = {
  getPlaces: async () => ({ states }),

  registerCustomer: async (input, context) => {
    checkPlace(input)
    const { services, now } = context
    return once(context, {
      call: fieldCalls.registerCustomer,
      action: 'registeredCustomer',
      input,
      before: (tx) => lockPhone(tx, input.phone_number),
      make: async (tx, { agentId }) => {
        const parts = { queries: tx, now, services }
        const { id, reference, warning } = await insertCustomer(parts, { ...input, agent_id: agentId }, false)
        return { reply: { customer_id: id, reference, warning: warning ?? null }, reference }
      },
    })
  },
}
